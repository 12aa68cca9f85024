package io.tidemark.tools.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files that a process left half-written in the directory of a query when it ended: nothing reads them, and the next start writes them anew. */
public final class Leftovers {
    private static final List<String> NAMES = List.of("query.json.tmp", "warm-up");

    private Leftovers() {}

    /** Those in the directory of a query. */
    static List<Path> in(Path directory) {
        return NAMES.stream().map(directory::resolve).filter(Files::exists).toList();
    }

    /** Deletes one of them with all that is in it. The caller has made sure that no process holds the directory. */
    static void delete(Path leftover) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(leftover)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
