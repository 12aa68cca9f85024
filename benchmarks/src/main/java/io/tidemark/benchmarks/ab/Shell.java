package io.tidemark.benchmarks.ab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Other programs and their files. */
final class Shell {
    private Shell() {}

    /**
     * Runs a command and returns what it printed.
     *
     * @throws IOException with the end of what it printed, when it failed
     */
    static String run(Path directory, List<String> words, String jvmOptions) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        if (!jvmOptions.isEmpty()) {
            builder.environment().merge("BENCH_MORE_OPTS", jvmOptions, (known, more) -> known + " " + more);
        }
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                int from = Math.max(0, printed.length() - 2000);
                throw new IOException(
                        words + " in " + directory + " ended with " + code + ":\n" + printed.substring(from));
            }
            return printed;
        } finally {
            process.destroy();
        }
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
