package io.tidemark.peers.runner;

import io.tidemark.peers.PassResult;
import io.tidemark.peers.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a contender in a process of its own, with the same flags for all, and reads the results of its measured passes. */
final class Launcher {
    private final Path root;
    private final Path logs;
    private final List<String> flags;

    /**
     * A launcher.
     *
     * @param root directory of the project, built with the profile {@code peers}
     * @param logs where the output of the processes goes
     * @param flags flags of the JVM for memory and garbage collection
     */
    Launcher(Path root, Path logs, List<String> flags) {
        this.root = root;
        this.logs = logs.toAbsolutePath();
        this.flags = List.copyOf(flags);
    }

    List<PassResult> run(Contender contender, Workload workload, int round) throws IOException, InterruptedException {
        Files.createDirectories(logs);
        Path log = logs.resolve(
                workload + "-" + contender.label().replace(':', '-') + "-" + contender.events() + "-" + round + ".log");
        Process process = new ProcessBuilder(command(contender, workload))
                .directory(logs.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int exit = process.waitFor();
        List<PassResult> passes = Files.readAllLines(log).stream()
                .filter(PassResult::isLine)
                .map(PassResult::parse)
                .toList();
        if (exit != 0 || passes.isEmpty()) {
            throw new IOException(contender.label() + " ended with " + exit + " after " + passes.size()
                    + " measured passes; its output is in " + log);
        }
        return passes;
    }

    private List<String> command(Contender contender, Workload workload) throws IOException {
        Path target = root.resolve("benchmarks-peers")
                .resolve(contender.kind().module())
                .resolve("target");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + root.resolve("bin/jvm.args"));
        command.add("@" + root.resolve("benchmarks-peers/jvm.args"));
        command.addAll(flags);
        command.add("-cp");
        command.add(target.resolve("classes") + ":"
                + Files.readString(target.resolve("class-path.txt")).trim());
        command.add(contender.kind().mainClass());
        command.add(workload.name());
        command.add(String.valueOf(contender.events()));
        command.add(String.valueOf(contender.parallelism()));
        return command;
    }
}
