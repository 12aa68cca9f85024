package io.tidemark.chronicle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Which processes have a file mapped, so far as the operating system tells this one: on Linux, those of the same user. */
final class OpenFiles {
    private static final Path PROCESSES = Path.of("/proc");

    private OpenFiles() {}

    /** Ids of the processes, in order. */
    static Set<Long> holders(Path file) {
        Set<Long> holders = new TreeSet<>();
        String path = file.toAbsolutePath().normalize().toString();
        for (Path process : processes()) {
            if (maps(process.resolve("maps"), path)) {
                holders.add(Long.parseLong(process.getFileName().toString()));
            }
        }
        return holders;
    }

    private static List<Path> processes() {
        if (!Files.isDirectory(PROCESSES)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(PROCESSES)) {
            return entries.filter(entry -> entry.getFileName().toString().matches("\\d+"))
                    .toList();
        } catch (IOException e) {
            // A system that does not tell.
            return List.of();
        }
    }

    private static boolean maps(Path maps, String path) {
        try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.endsWith(" " + path));
        } catch (IOException | RuntimeException e) {
            // A process that has ended, or belongs to another user.
            return false;
        }
    }
}
