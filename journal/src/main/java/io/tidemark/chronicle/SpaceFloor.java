package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.function.LongSupplier;

/**
 * Keeps a journal from growing into the last free bytes of its file system, where the library's stores into mapped files would
 * fault.
 *
 * <p>The files have holes, so that a place in a block which is mapped already can fail too. Therefore the system is asked once per quarter of
 * the floor that was appended, at most every 16 MiB: what this journal writes between two questions never reaches the end. One thread;
 * nothing is allocated while there is room.
 */
final class SpaceFloor {
    private static final long MOST_UNASKED_BYTES = 16L << 20;

    private final String journal;
    private final long floorBytes;
    private final long unaskedBytes;
    private final LongSupplier usableBytes;
    private long remaining;

    /**
     * @param floorBytes bytes that must be free, or 0 to ask never
     * @param usableBytes what the file system has left
     */
    SpaceFloor(String journal, long floorBytes, LongSupplier usableBytes) {
        this.journal = journal;
        this.floorBytes = floorBytes;
        this.unaskedBytes = floorBytes == 0 ? Long.MAX_VALUE : Math.min(floorBytes / 4, MOST_UNASKED_BYTES);
        this.usableBytes = usableBytes;
        this.remaining = floorBytes == 0 ? Long.MAX_VALUE : 0;
    }

    /**
     * Returns when so many bytes may be appended.
     *
     * @throws TidemarkException {@code DISK_SPACE_LOW}; the next call asks again
     */
    void require(int bytes) {
        if (remaining < bytes) {
            requireNow();
            remaining = unaskedBytes;
        }
        remaining -= bytes;
    }

    /** Whether there is room for as much more as is appended between two questions. Asks the file system once half of that is used up. */
    boolean hasRoom() {
        if (remaining >= unaskedBytes / 2) {
            return true;
        }
        if (usableBytes.getAsLong() < floorBytes + unaskedBytes) {
            return false;
        }
        remaining = unaskedBytes;
        return true;
    }

    /** Whether the file system has room for so many bytes above the floor. Any thread. */
    boolean isFree(long bytes) {
        return floorBytes == 0 || usableBytes.getAsLong() - bytes >= floorBytes;
    }

    /** As {@link #requireNow(long)}, for nothing in particular. */
    void requireNow() {
        requireNow(0);
    }

    /**
     * Asks the file system whether so many bytes can be written above the floor.
     *
     * @throws TidemarkException {@code DISK_SPACE_LOW}
     */
    void requireNow(long bytes) {
        if (floorBytes == 0) {
            return;
        }
        long usable = usableBytes.getAsLong();
        if (usable - bytes < floorBytes) {
            throw new TidemarkException(
                    ErrorCode.DISK_SPACE_LOW,
                    "The file system of journal '" + journal + "' has " + usable
                            + " bytes left, less than the floor of " + floorBytes
                            + (bytes == 0 ? "." : " and the " + bytes + " to write."),
                    "Make room and try again, or set another floor with minFreeBytes.");
        }
    }
}
