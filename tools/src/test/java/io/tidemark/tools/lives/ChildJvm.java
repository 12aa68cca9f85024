package io.tidemark.tools.lives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Java machine of its own that ran a main of these tests.
 *
 * @param exitCode how it ended
 * @param text all that it printed
 */
record ChildJvm(int exitCode, String text) {
    private static final int PATIENCE_SECONDS = 120;

    /**
     * Runs a main to its end.
     *
     * @param home where its output is kept
     * @param before the command that starts Java, such as one that limits it
     */
    static ChildJvm run(Path home, List<String> before, Class<?> main, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.addAll(command(main, arguments));
        return run(home, command);
    }

    /** Runs any command to its end. */
    static ChildJvm run(Path home, List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(home, "child", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            return new ChildJvm(-1, "it did not end: " + Files.readString(out));
        }
        return new ChildJvm(process.exitValue(), Files.readString(out));
    }

    /** Whether a command does what it is there for on this machine. */
    static boolean works(Path home, String... command) throws IOException, InterruptedException {
        try {
            return run(home, List.of(command)).exitCode() == 0;
        } catch (IOException e) {
            // The command is not there.
            return false;
        }
    }

    /** The command that runs a main. */
    static List<String> command(Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + Path.of(System.getProperty("tidemark.root"), "bin", "jvm.args"));
        // A short life goes by with starting.
        command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("-Dtidemark.root=" + System.getProperty("tidemark.root"));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }
}
