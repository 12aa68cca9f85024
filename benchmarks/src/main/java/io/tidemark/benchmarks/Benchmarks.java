package io.tidemark.benchmarks;

import io.tidemark.benchmarks.heap.Heap;
import io.tidemark.benchmarks.scaling.Scaling;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** One command for each benchmark of whole queries; the benchmarks of parts are run by JMH. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Benchmarks of whole queries. Each writes its figures as JSON and as a table.",
        subcommands = {Scaling.class, Heap.class})
public final class Benchmarks {
    private Benchmarks() {}

    /** Runs the command named first. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Benchmarks())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }
}
