package io.tidemark.benchmarks.ab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the two that are compared: a checked-out tree, and the command that is run in it.
 *
 * @param name a or b
 * @param tree directory in which the command is run
 * @param command the words of the command; {@code {out}} is replaced by the directory for its reports
 * @param jvmOptions options after those of {@code bin/bench}, or empty
 */
record Side(String name, Path tree, List<String> command, String jvmOptions) {
    private static final String OUT = "{out}";

    /** Runs the command once, reads its figure and removes what it left. */
    double run(Figure figure) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("tidemark-ab");
        try {
            List<String> words = new ArrayList<>();
            command.forEach(word -> words.add(word.replace(OUT, directory.toString())));
            String printed = Shell.run(tree, words, jvmOptions);
            Files.writeString(directory.resolve("printed.txt"), printed, StandardCharsets.UTF_8);
            return figure.read(directory, printed);
        } finally {
            Shell.delete(directory);
        }
    }
}
