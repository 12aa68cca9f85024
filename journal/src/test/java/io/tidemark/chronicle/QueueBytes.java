package io.tidemark.chronicle;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Looks at and damages files of a journal from outside. */
final class QueueBytes {
    private QueueBytes() {}

    /** Flips the bits of {@code mask} in the byte at an offset from the first place where {@code pattern} stands. */
    static void damage(Path directory, byte[] pattern, int offset, int mask) throws IOException {
        change(directory, pattern, offset, old -> old ^ mask);
    }

    /** Sets the byte at an offset from the first place where {@code pattern} stands to zero. */
    static void clear(Path directory, byte[] pattern, int offset) throws IOException {
        change(directory, pattern, offset, old -> 0);
    }

    private static void change(Path directory, byte[] pattern, int offset, IntUnaryOperator change) throws IOException {
        for (Path file : QueueFiles.cycleFiles(directory)) {
            byte[] bytes = Files.readAllBytes(file);
            int at = indexOf(bytes, pattern);
            if (at >= 0) {
                try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                    access.seek(at + offset);
                    access.write(change.applyAsInt(bytes[at + offset]));
                }
                return;
            }
        }
        throw new AssertionError("the pattern is not in the journal");
    }

    /** Name, last change and content of every file. */
    static Map<String, String> fingerprint(Path directory) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> list = Files.list(directory)) {
            list.forEach(file -> {
                try {
                    CRC32 crc = new CRC32();
                    crc.update(Files.readAllBytes(file));
                    files.put(
                            file.getFileName().toString(),
                            Files.getLastModifiedTime(file) + " " + Files.size(file) + " " + crc.getValue());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return files;
    }

    private static int indexOf(byte[] bytes, byte[] pattern) {
        for (int at = 0; at + pattern.length <= bytes.length; at++) {
            int same = 0;
            while (same < pattern.length && bytes[at + same] == pattern[same]) {
                same++;
            }
            if (same == pattern.length) {
                return at;
            }
        }
        return -1;
    }
}
