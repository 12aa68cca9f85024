package io.tidemark.chronicle;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** A journal as a stop of the machine leaves it: the lock file of another boot, and pages that were not written back. */
final class StoppedMachine {
    static final int PAGE_BYTES = 4096;

    private StoppedMachine() {}

    /** Makes the lock file say that the last writer ran before the current boot and was not closed. */
    static void stop(Path directory) throws IOException {
        Files.writeString(
                directory.resolve(JournalDirectory.WRITER_LOCK),
                "format=1\npid=4\nboot=11111111-2222-3333-4444-555555555555\nclean=false\n");
    }

    static void zeroPage(Path file, long page) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            long at = page * PAGE_BYTES;
            int bytes = (int) Math.min(PAGE_BYTES, access.length() - at);
            access.seek(at);
            access.write(new byte[Math.max(bytes, 0)]);
        }
    }

    static void cut(Path file, long bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(bytes);
        }
    }

    /** Copies a journal's directory to one that is not there yet. */
    static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
