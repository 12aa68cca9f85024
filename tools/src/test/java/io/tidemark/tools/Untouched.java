package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Runs something on a tree of files that nothing may be written to, and looks that names, lengths, times and content are as they were. */
final class Untouched {
    private Untouched() {}

    /** Root may write everywhere, so that only the second half says something then. */
    static void by(Path tree, Runnable work) throws IOException {
        Map<String, String> before = fingerprint(tree);
        permissions(tree, false);
        try {
            work.run();
        } finally {
            permissions(tree, true);
        }
        assertEquals(before, fingerprint(tree));
    }

    private static Map<String, String> fingerprint(Path tree) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) walk::iterator) {
                CRC32C checksum = new CRC32C();
                if (Files.isRegularFile(file)) {
                    checksum.update(Files.readAllBytes(file));
                }
                files.put(
                        file.toString(),
                        Files.getLastModifiedTime(file) + " " + Files.size(file) + " " + checksum.getValue());
            }
        }
        return files;
    }

    private static void permissions(Path tree, boolean write) throws IOException {
        try (Stream<Path> walk = Files.walk(tree)) {
            walk.forEach(path -> {
                String rights = Files.isDirectory(path) ? (write ? "rwx" : "r-x") : write ? "rw-" : "r--";
                try {
                    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights + "r-xr-x"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
