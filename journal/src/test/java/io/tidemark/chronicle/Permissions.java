package io.tidemark.chronicle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** Takes the right to write from a directory and its files, and gives it back. */
final class Permissions {
    private Permissions() {}

    static void set(Path directory, boolean writable) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Stream<Path> list = Files.list(directory)) {
            list.forEach(file -> {
                try {
                    Files.setPosixFilePermissions(
                            file, PosixFilePermissions.fromString(writable ? "rw-r--r--" : "r--r--r--"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        if (!writable) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
    }
}
