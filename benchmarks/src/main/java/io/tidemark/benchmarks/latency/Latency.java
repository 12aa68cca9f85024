package io.tidemark.benchmarks.latency;

import io.tidemark.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How long does a row take from the moment at which it was meant to be sent to the callback or the output journal? */
@Command(
        name = "latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Delay of rows at a fixed rate, from the moment each was meant to be sent to the callback or to the output journal.",
            "The query, an engine that does nothing and a loop without journals take turns; on a machine that is shared the ratio of the first"
                    + " two says more than any figure."
        })
public final class Latency implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--rate",
            split = ",",
            defaultValue = "100000,500000,1000000",
            description = "Rows a second: ${DEFAULT-VALUE}.")
    private List<Long> rates;

    @Option(names = "--seconds", defaultValue = "10", description = "Length of a run: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "5",
            description = "Seconds before the first run of each subject: ${DEFAULT-VALUE}.")
    private double warmUpSeconds;

    @Option(names = "--pairs", defaultValue = "5", description = "Runs of each subject: ${DEFAULT-VALUE}.")
    private int pairs;

    @Option(
            names = "--checkpoints",
            split = ",",
            defaultValue = "off,1s",
            converter = Interval.class,
            description = "Time between checkpoints: off, 1s, 100ms. ${DEFAULT-VALUE}.")
    private List<Duration> checkpoints;

    @Option(
            names = "--to",
            split = ",",
            defaultValue = "callback,journal",
            description = "Where rows go: ${DEFAULT-VALUE}.")
    private List<Target> targets;

    @Option(
            names = "--work",
            split = ",",
            defaultValue = "running",
            description =
                    "running: a changed group for each row; tumbling: groups when their minute is complete. ${DEFAULT-VALUE}.")
    private List<Work> works;

    @Option(
            names = "--threads",
            defaultValue = "2",
            description = "2: a thread sends and another one runs the query; 1: one loop does both. ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--touch",
            defaultValue = "on",
            description =
                    "Whether pages of the journals are touched ahead by a thread of its own: on, off. ${DEFAULT-VALUE}.")
    private Touch touch;

    @Option(names = "--keys", defaultValue = "10000", description = "Number of keys: ${DEFAULT-VALUE}.")
    private long keys;

    @Option(
            names = "--out",
            defaultValue = "target/bench",
            description = "Directory for the results: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(
            names = "--dir",
            description =
                    "Directory for journals and checkpoints, about 110 bytes for each row sent; they are deleted. A temporary one in --out if left out.")
    private Path directory;

    @Override
    public Integer call() throws Exception {
        Report table = report("latency");
        Report runs = report("latency-runs");
        for (Setting setting : settings()) {
            Path base = base();
            try {
                List<Series.Run> measured =
                        new Series(setting, base, touch == Touch.ON, System.err).run(warmUpSeconds, seconds, pairs);
                HistogramFiles.write(out.resolve("latency"), setting, measured);
                DelayTable.add(table, setting, measured);
                DelayTable.addRuns(runs, setting, measured);
            } finally {
                delete(base);
            }
        }
        runs.writeFiles(out);
        table.write(out);
        return 0;
    }

    private Report report(String name) {
        String arguments = String.join(" ", spec.commandLine().getParseResult().originalArgs());
        return Report.of(name, ("bin/bench latency " + arguments).strip())
                .note("threads", threads)
                .note("pages touched ahead", touch == Touch.ON)
                .note("keys", keys)
                .note("seconds a run", seconds)
                .note("pairs", pairs);
    }

    private List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (Work work : works) {
            for (Target target : targets) {
                for (long rate : rates) {
                    checkpoints.forEach(every -> settings.add(new Setting(work, target, rate, every, threads, keys)));
                }
            }
        }
        return settings;
    }

    private Path base() throws IOException {
        Path parent = directory == null ? out : directory;
        Files.createDirectories(parent);
        return Files.createTempDirectory(parent, "latency-");
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Whether somebody touches pages ahead. */
    enum Touch {
        ON,
        OFF
    }

    /** Reads a time between checkpoints. */
    static final class Interval implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            if (lower.equals("off")) {
                return Duration.ZERO;
            }
            boolean millis = lower.endsWith("ms");
            String number = lower.replaceFirst("m?s$", "");
            try {
                return millis ? Duration.ofMillis(Long.parseLong(number)) : Duration.ofSeconds(Long.parseLong(number));
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "'" + text + "' is no time between checkpoints: use off, 1s or 100ms");
            }
        }
    }
}
