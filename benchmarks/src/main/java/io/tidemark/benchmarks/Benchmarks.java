package io.tidemark.benchmarks;

import io.tidemark.benchmarks.heap.Heap;
import io.tidemark.benchmarks.latency.FirstRows;
import io.tidemark.benchmarks.latency.FreshPages;
import io.tidemark.benchmarks.latency.Latency;
import io.tidemark.benchmarks.scaling.Scaling;
import io.tidemark.benchmarks.state.HugePages;
import io.tidemark.benchmarks.throughput.Throughput;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** One command for each benchmark of whole queries; the benchmarks of parts are run by JMH. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Benchmarks of whole queries. Each writes its figures as JSON and as a table.",
        subcommands = {
            Throughput.class,
            Latency.class,
            Scaling.class,
            Heap.class,
            FirstRows.class,
            FreshPages.class,
            HugePages.class
        })
public final class Benchmarks {
    private Benchmarks() {}

    /** Runs the command named first. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** The same without an end of the program; returns the exit code. */
    public static int run(String... args) {
        return new CommandLine(new Benchmarks())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }
}
