package io.tidemark.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own with the class path of the tests, that is killed some time after it said that it is ready. */
final class KilledProcess {
    private final List<String> command = new ArrayList<>();
    private final Path log;

    KilledProcess(Class<?> main, Path directory) {
        Path root = Path.of(System.getProperty("tidemark.root"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + root.resolve("bin").resolve("jvm.args"));
        command.addAll(
                List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + directory));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), directory.toString()));
        log = directory.resolve("process.log");
    }

    /**
     * Runs the process.
     *
     * @param afterMs when it is killed, in milliseconds after its first line
     * @return whether it was killed before it ended by itself
     */
    boolean run(long afterMs) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(Redirect.appendTo(log.toFile()))
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            out.readLine();
            boolean ended = process.waitFor(afterMs, TimeUnit.MILLISECONDS);
            process.destroyForcibly();
            int code = process.waitFor();
            if (ended && code != 0) {
                throw new AssertionError("the process failed with " + code + ":\n" + Files.readString(log));
            }
            return !ended;
        }
    }
}
