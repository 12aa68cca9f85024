package io.tidemark.benchmarks.throughput;

import io.tidemark.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How many rows a second does a whole query take, beside a loop written by hand? */
@Command(
        name = "throughput",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Rows a second of whole queries, beside loops written by hand, in turn on one thread. Count and"
                + " checksum of the results are compared before any time is given. Several workloads, sizes or modes"
                + " run in a JVM each, one after the other.")
public final class Throughput implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--workload",
            split = ",",
            defaultValue = "W1",
            description = "W1 tumbling, W2 sliding, W3 dedup, W4 join, W4L left outer join, W5 as-of join, W6 chain."
                    + " Several with commas. Default: ${DEFAULT-VALUE}.")
    private List<Workload> workloads;

    @Option(
            names = "--mode",
            split = ",",
            defaultValue = "engine,journal",
            description = "engine: from a generator in memory to a checksum; journal: from Chronicle Queues to one."
                    + " Default: ${DEFAULT-VALUE}.")
    private List<Mode> modes;

    @Option(names = "--keys", split = ",", defaultValue = "10000", description = "Keys. Default: ${DEFAULT-VALUE}.")
    private List<Long> keys;

    @Option(
            names = "--live-ids",
            split = ",",
            defaultValue = "10000",
            description = "Ids that W3 remembers at a time. Default: ${DEFAULT-VALUE}.")
    private List<Long> liveIds;

    @Option(
            names = "--scattered-ids",
            description = "Ids of W3 scattered over all longs. They are consecutive by default, which a HashMap likes.")
    private boolean scatteredIds;

    @Option(
            names = "--rows",
            defaultValue = "20000000",
            description = "Rows of a run, of all sources; a multiple of 4. The first quarter is warm-up. Default:"
                    + " ${DEFAULT-VALUE}.")
    private long rows;

    @Option(names = "--pairs", defaultValue = "5", description = "Runs of each. Default: ${DEFAULT-VALUE}.")
    private int pairs;

    @Option(
            names = "--checkpoints",
            split = ",",
            defaultValue = "off",
            description = "Times between checkpoints in mode journal, as 1s or 100ms, beside the query without any"
                    + " (off). Default: ${DEFAULT-VALUE}.")
    private List<String> checkpoints;

    @Option(
            names = "--touch",
            defaultValue = "on",
            description =
                    "on: another thread puts pages of journals in place ahead of query and loops, as PageTouch does"
                            + " for any query; its CPU time is in that of the process alone. off: whoever comes to a page first"
                            + " waits for it. Default: ${DEFAULT-VALUE}.")
    private String touch;

    @Option(names = "--out", defaultValue = "target/bench", description = "Directory for the figures.")
    private Path out;

    @Option(names = "--work", description = "Directory for journals, a temporary one by default; 110 bytes a row.")
    private Path work;

    private Throughput() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (pairs < 1) {
            throw new ParameterException(spec.commandLine(), "--pairs must be 1 or more.");
        }
        if (!touch.equals("on") && !touch.equals("off")) {
            throw new ParameterException(spec.commandLine(), "--touch is on or off.");
        }
        List<Duration> intervals = intervals();
        List<Contest> contests = contests();
        String command = "bin/bench throughput "
                + String.join(
                        " ",
                        spec.commandLine().getParseResult().originalArgs().stream()
                                .skip(1)
                                .toList());
        if (contests.size() > 1) {
            Forks forks = new Forks(out, command);
            for (Contest contest : contests) {
                forks.run(contest.name(), contest.arguments(rows, pairs, String.join(",", checkpoints), work));
            }
            forks.write();
            return 0;
        }
        Contest contest = contests.get(0);
        Path base = work == null ? Files.createTempDirectory("tidemark-throughput") : work;
        Report report = Report.of(contest.name(), command)
                .note("rows of a run", rows)
                .note("of these warm-up", rows / 4)
                .note("pairs", pairs);
        contest.run(pairs, intervals, base.resolve(contest.name()), report);
        if (work == null) {
            Files.delete(base);
        }
        report.write(out);
        return 0;
    }

    private List<Contest> contests() {
        List<Contest> contests = new ArrayList<>();
        for (Workload workload : workloads) {
            for (long size : workload == Workload.W3 ? liveIds : keys) {
                Scale scale = scale(workload, size);
                modes.forEach(mode -> contests.add(new Contest(workload, scale, mode, touch.equals("on"))));
            }
        }
        return contests;
    }

    private Scale scale(Workload workload, long size) {
        try {
            return workload == Workload.W3
                    ? new Scale(rows, keys.get(0), size, scatteredIds)
                    : new Scale(rows, size, liveIds.get(0), scatteredIds);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private List<Duration> intervals() {
        return checkpoints.stream()
                .map(text -> text.trim().toLowerCase(Locale.ROOT))
                .filter(text -> !text.equals("off"))
                .map(this::interval)
                .toList();
    }

    private Duration interval(String text) {
        if (text.matches("[1-9][0-9]{0,8}ms")) {
            return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
        }
        if (text.matches("[1-9][0-9]{0,5}s")) {
            return Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)));
        }
        throw new ParameterException(
                spec.commandLine(), "Not a time between checkpoints: " + text + ". Use off, 1s, 100ms.");
    }
}
