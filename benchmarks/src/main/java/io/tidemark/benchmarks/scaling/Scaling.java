package io.tidemark.benchmarks.scaling;

import io.tidemark.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What does a row cost as state, keys, windows and queries grow? */
@Command(
        name = "scaling",
        mixinStandardHelpOptions = true,
        description = "CPU time of a row as state, keys, windows and queries grow, beside a flat table.")
public final class Scaling implements Callable<Integer> {
    /** What grows. */
    enum What {
        STATE,
        KEYS,
        WINDOWS,
        QUERIES
    }

    @Option(names = "--what", split = ",", description = "What grows: ${COMPLETION-CANDIDATES}; all by default.")
    private List<What> what = List.of(What.values());

    @Option(
            names = "--max",
            defaultValue = "10000000",
            description =
                    "Greatest number of entries and keys, ${DEFAULT-VALUE} by default. 100 M entries take 16 GB off-heap and"
                            + " 7 GB of heap for the flat table: BENCH_OPTS=-Xmx7g.")
    private long max;

    @Option(names = "--rows", defaultValue = "4000000", description = "Rows of a round, ${DEFAULT-VALUE} by default.")
    private long rows;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Rounds of which the median is taken, ${DEFAULT-VALUE} by default.")
    private int rounds;

    @Option(
            names = "--queries",
            defaultValue = "64",
            description = "Greatest number of queries, ${DEFAULT-VALUE} by default.")
    private int queries;

    @Option(
            names = "--out",
            defaultValue = "target/bench",
            description = "Directory of the results, ${DEFAULT-VALUE} by default.")
    private Path out;

    /** Made by the command line. */
    public Scaling() {}

    @Override
    public Integer call() throws IOException {
        String command = "bin/bench scaling --what " + names() + " --max " + max + " --rows " + rows + " --rounds "
                + rounds + " --queries " + queries;
        Report report = Report.of("scaling", command);
        Settings settings = new Settings(max, rows, rounds, queries);
        for (What one : what) {
            switch (one) {
                case STATE -> new StateScaling(settings, report).run();
                case KEYS -> new KeyScaling(settings, report).keys();
                case WINDOWS -> new KeyScaling(settings, report).windows();
                case QUERIES -> new QueryScaling(settings, report).run();
            }
        }
        report.write(out);
        return 0;
    }

    private String names() {
        return what.stream().map(one -> one.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(","));
    }
}
