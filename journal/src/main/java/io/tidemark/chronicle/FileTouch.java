package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.bytes.MappedBytesStore;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.io.ReferenceOwner;

/**
 * Puts the pages ahead of one appender or reader in place, in the very mapping that it uses. A block that is not mapped yet is mapped here, and held until a later
 * one is, so that the other thread finds it. Used by one thread.
 */
final class FileTouch implements AutoCloseable {
    private static final long PAGE_BYTES = 4096;

    private final MappedSpot spot;
    private final long aheadBytes;
    private final long stepBytes;
    private final ReferenceOwner owner = ReferenceOwner.temporary("page touch");
    private MappedBytes file;
    private MappedBytesStore block;
    private long touchedTo;
    private long touchedBytes;

    FileTouch(MappedSpot spot, long aheadBytes, long stepBytes) {
        this.spot = spot;
        this.aheadBytes = aheadBytes;
        this.stepBytes = stepBytes;
    }

    /** Touches at most a step; returns the number of bytes. */
    long work() {
        MappedBytes now = spot.bytes();
        if (now == null) {
            close();
            return 0;
        }
        if (now != file) {
            close();
            file = now;
            touchedTo = 0;
        }
        try {
            return advance(now.mappedFile());
        } catch (IllegalStateException e) {
            // The appender or reader was closed in the meantime, or has gone on to the next file.
            close();
            return 0;
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "File '" + now.mappedFile().file() + "' cannot be mapped ahead: " + e + ".",
                    "Check the disk and the limit of mappings.",
                    e);
        }
    }

    private long advance(MappedFile mapped) throws IOException {
        long position = spot.position(file) & -PAGE_BYTES;
        touchedTo = Math.max(touchedTo, position);
        long chunk = mapped.chunkSize();
        long end = Math.min(position + aheadBytes, (touchedTo / chunk + 1) * chunk);
        end = Math.min(end, touchedTo + stepBytes);
        if (!spot.appends()) {
            end = Math.min(end, mapped.file().length()) & -PAGE_BYTES;
        }
        long bytes = end - touchedTo;
        boolean isStep = bytes >= stepBytes || end % chunk == 0;
        if (bytes <= 0
                || !isStep
                || !spot.hasRoom(aheadBytes)
                || Thread.currentThread().isInterrupted()) {
            return 0;
        }
        long address = block(mapped).addressForRead(touchedTo);
        boolean done =
                spot.appends() ? PageAdvice.populateToWrite(address, bytes) : PageAdvice.populateToRead(address, bytes);
        touchedTo = end;
        touchedBytes += done ? bytes : 0;
        return done ? bytes : 0;
    }

    private MappedBytesStore block(MappedFile mapped) throws IOException {
        if (block == null || touchedTo < block.start() || touchedTo >= block.start() + mapped.chunkSize()) {
            MappedBytesStore next = mapped.acquireByteStore(owner, touchedTo);
            release();
            block = next;
        }
        return block;
    }

    /** Bytes whose pages were put in place so far. */
    long touchedBytes() {
        return touchedBytes;
    }

    private void release() {
        if (block != null) {
            block.release(owner);
            block = null;
        }
    }

    @Override
    public void close() {
        release();
        file = null;
    }
}
