package io.tidemark.tools.structure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The Java files of a module. */
final class SourceFiles {
    static final int MOST_LINES = 400;

    private SourceFiles() {}

    /** All files below a directory, none when it does not exist. */
    static List<Path> in(Path sources) throws IOException {
        if (!Files.isDirectory(sources)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /** The directories that hold files. */
    static List<Path> packages(Path sources) throws IOException {
        return in(sources).stream().map(Path::getParent).distinct().toList();
    }
}
