package io.tidemark.benchmarks.throughput;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.Benchmarks;
import io.tidemark.benchmarks.report.Report;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Contests in a JVM each, with the flags of this one, so that none is compiled by what another one did; and their figures in one report. */
final class Forks {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path out;
    private final Report report;

    Forks(Path out, String command) {
        this.out = out;
        report = Report.of("throughput", command);
    }

    /** Runs one contest and takes over its figures. */
    void run(String name, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Benchmarks.class.getName(), "throughput"));
        command.addAll(arguments);
        command.addAll(List.of("--out", out.toString()));
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new IOException(name + " ended with exit code " + exit + ".");
        }
        JsonNode figures = JSON.readTree(out.resolve(name + ".json").toFile());
        for (JsonNode row : figures.get("rows")) {
            report.row(JSON.convertValue(row, new TypeReference<Map<String, Object>>() {}));
        }
    }

    /** Writes the report over all. */
    void write() throws IOException {
        report.write(out);
    }
}
