package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at the heads of a queue's files before the library maps them: it would wait for seconds for a header that never comes, take a
 * file that was cut for an empty one, or read behind its end.
 *
 * <p>Every document begins with a word of 30 bits of length, a bit for metadata and one for a document that is not complete yet.
 */
final class QueueHead {
    static final int WORD_BYTES = 4;
    static final int LENGTH = 0x3FFF_FFFF;
    static final int METADATA = 0x4000_0000;
    static final int INCOMPLETE = 0x8000_0000;

    /** Far more than the heads take; the library refuses a shorter table. */
    private static final int HEAD_BYTES = 4096;

    private static final byte[] WRITE_POSITION = "writePosition".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte ARRAY_CODE = (byte) 0x8D;
    private static final int PATIENCE_MS = 1000;

    private QueueHead() {}

    /**
     * Checks the table file of a queue, where there is one.
     *
     * @throws TidemarkException {@code JOURNAL_INVALID} when its documents do not follow each other, {@code IO_FAILED}
     */
    static void requireTable(Path directory) {
        Path file = directory.resolve(QueueFiles.METADATA);
        if (Files.isReadable(file) && !isTable(file)) {
            throw invalid(
                    file,
                    "is damaged, or was never completed",
                    "Restore it from a copy; where the directory holds no records yet, delete the file.");
        }
    }

    /**
     * Checks that no cycle file ends before the last record that its head knows of. A file that is being made is waited for.
     *
     * @throws TidemarkException {@code JOURNAL_INVALID} naming the file, {@code IO_FAILED}
     */
    static void requireWhole(Path directory) {
        for (Path file : QueueFiles.cycleFiles(directory)) {
            String fault = fault(file);
            for (int waited = 0; fault != null && waited < PATIENCE_MS; waited += 20) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                fault = fault(file);
            }
            if (fault != null) {
                throw invalid(
                        file,
                        fault,
                        "Restore it from a copy; a file without any record, left by a process that was killed as it made it, can"
                                + " be deleted.");
            }
        }
    }

    /** Whether the documents of a table file follow each other. */
    static boolean isTable(Path file) {
        ByteBuffer head = head(file);
        if (head.remaining() < HEAD_BYTES || (head.getInt(0) & ~LENGTH) != METADATA) {
            return false;
        }
        int at = 0;
        while (at + WORD_BYTES <= head.limit()) {
            int word = head.getInt(at);
            if (word == 0 || (word & INCOMPLETE) != 0) {
                return at > 0;
            }
            at += WORD_BYTES + (word & LENGTH);
        }
        return at == head.limit();
    }

    /** Whether a cycle file reaches to the last record that its head knows of. */
    static boolean isWhole(Path file) {
        return fault(file) == null;
    }

    private static String fault(Path file) {
        ByteBuffer head = head(file);
        long bytes = sizeOf(file);
        if (bytes < WORD_BYTES) {
            return "has " + bytes + " bytes and no header";
        }
        if (head.limit() < WORD_BYTES) {
            return null;
        }
        int word = head.getInt(0);
        if ((word & INCOMPLETE) == 0 && bytes < WORD_BYTES + (word & LENGTH)) {
            return "ends within its header";
        }
        long last = writePosition(head);
        return last + WORD_BYTES > bytes
                ? "ends at byte " + bytes + ", and its last record begins at byte " + last
                : null;
    }

    /** Where the last document begins, or 0 where the head does not say. It stands behind its name in an array of two. */
    static long writePosition(ByteBuffer head) {
        int at = indexOf(head, WRITE_POSITION) + WRITE_POSITION.length;
        if (at < WRITE_POSITION.length) {
            return 0;
        }
        while (at < head.limit() && head.get(at) != ARRAY_CODE) {
            at++;
        }
        int value = at + 1 + 2 * Long.BYTES;
        return value + Long.BYTES <= head.limit() && head.getLong(at + 1) == 2 ? head.getLong(value) : 0;
    }

    private static int indexOf(ByteBuffer head, byte[] pattern) {
        for (int at = 0; at + pattern.length <= head.limit(); at++) {
            int same = 0;
            while (same < pattern.length && head.get(at + same) == pattern[same]) {
                same++;
            }
            if (same == pattern.length) {
                return at;
            }
        }
        return -1;
    }

    private static ByteBuffer head(Path file) {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (head.hasRemaining() && channel.read(head) >= 0) {
                continue;
            }
        } catch (NoSuchFileException e) {
            // Deleted since it was listed: an empty head, and whoever opens the queue finds out.
            head.clear();
        } catch (IOException e) {
            throw failed(file, e);
        }
        return head.flip();
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return Long.MAX_VALUE;
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static TidemarkException invalid(Path file, String fault, String wayOut) {
        return new TidemarkException(ErrorCode.JOURNAL_INVALID, "File '" + file + "' " + fault + ".", wayOut);
    }

    private static TidemarkException failed(Path file, IOException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "File '" + file + "' cannot be read: " + cause + ".",
                "Check the disk and the permissions.",
                cause);
    }
}
