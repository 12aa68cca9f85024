package io.tidemark.benchmarks.latency;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.benchmarks.report.Report;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.engine.WarmUp;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * How long do the first rows of a query take, with and without a warm-up? Each start is a JVM of its own, since code that is compiled once stays; the two kinds of
 * start take turns.
 */
@Command(
        name = "first-rows",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "How long the first rows of a query take with and without a warm-up, each start in a JVM of its own.")
public final class FirstRows implements Callable<Integer> {
    /** The first row also writes down where the query began; blocks of rows end here. */
    private static final int[] SHOWN = {1, 100, 1_000, 10_000, 100_000};

    private static final long KEYS = 10_000;
    private static final long RATE = 1_000_000;

    @Option(names = "--pairs", defaultValue = "5", description = "Starts of each kind: ${DEFAULT-VALUE}.")
    private int pairs;

    @Option(names = "--rows", defaultValue = "100000", description = "Rows that are timed: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(names = "--warm-up-rows", defaultValue = "50000", description = "Rows of the warm-up: ${DEFAULT-VALUE}.")
    private int warmUpRows;

    @Option(
            names = "--out",
            defaultValue = "target/bench",
            description = "Directory for the results: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(names = "--child", hidden = true, description = "Make one start and print its figures.")
    private boolean child;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectories(out);
        if (child) {
            System.out.println("figures " + start());
            return 0;
        }
        List<double[]> without = new ArrayList<>();
        List<double[]> with = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            without.add(startJvm(0));
            with.add(startJvm(warmUpRows));
        }
        Report report = Report.of("first-rows", "bin/bench first-rows --pairs " + pairs + " --rows " + rows)
                .note("warm-up rows", warmUpRows)
                .note(
                        "work",
                        "running count, sum, minimum and maximum per key, journal to journal, checkpoints on demand");
        for (int i = 0; i < columns().size(); i++) {
            report.row(row(i, without, with));
        }
        report.write(out);
        return 0;
    }

    private List<String> columns() {
        List<String> names = new ArrayList<>(List.of("start() ms"));
        for (int i = 0; i < SHOWN.length && SHOWN[i] <= rows; i++) {
            String block = i == 0 ? "row 1" : "rows " + (SHOWN[i - 1] + 1) + " to " + SHOWN[i];
            names.add(block + ": CPU us a row");
            names.add(block + ": slowest us");
        }
        return names;
    }

    private Map<String, Object> row(int column, List<double[]> without, List<double[]> with) {
        double[] before = sorted(without, column);
        double[] after = sorted(with, column);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("figure", columns().get(column));
        row.put("without", before[before.length / 2]);
        row.put("range without", range(before));
        row.put("with warm-up", after[after.length / 2]);
        row.put("range with", range(after));
        return row;
    }

    private static double[] sorted(List<double[]> figures, int column) {
        double[] values = figures.stream().mapToDouble(one -> one[column]).toArray();
        Arrays.sort(values);
        return values;
    }

    private static String range(double[] sorted) {
        return String.format(Locale.ROOT, "%.1f to %.1f", sorted[0], sorted[sorted.length - 1]);
    }

    /** Time of the start; then for each block of rows the processor's time of a row and the slowest row, from poll to append. */
    private String start() throws IOException {
        Path base = Files.createTempDirectory(out, "first-rows-");
        Setting setting = new Setting(Work.RUNNING, Target.JOURNAL, RATE, Duration.ZERO, 1, KEYS);
        try (ChronicleJournal input = ChronicleJournal.create(base.resolve("input"), PacedRows.SCHEMA);
                ChronicleJournal output = ChronicleJournal.create(base.resolve("output"), Work.OUTPUT);
                RowAppender appender = input.openAppender()) {
            StreamWriter writer = setting.work()
                    .query(input)
                    .to(output)
                    .directory(base.resolve("query"))
                    .checkpoints(CheckpointSettings.onDemand())
                    .warmUp(WarmUp.made(warmUpRows));
            long startNs = System.nanoTime();
            try (QueryInvoker query = writer.invoker()) {
                double startMs = (System.nanoTime() - startNs) / 1e6;
                return String.format(Locale.ROOT, "%.3f %s", startMs, time(appender, query));
            }
        } finally {
            delete(base);
        }
    }

    private String time(RowAppender appender, QueryInvoker query) {
        PacedRows made = new PacedRows(RATE, KEYS);
        StringBuilder text = new StringBuilder();
        long cpuNs = 0;
        long slowestNs = 0;
        int block = 0;
        for (int i = 1; i <= rows; i++) {
            made.write(i, 0, appender.begin());
            appender.commit();
            long cpuBefore = ThreadTime.cpuNanos();
            long before = System.nanoTime();
            query.invoke();
            slowestNs = Math.max(slowestNs, System.nanoTime() - before);
            cpuNs += ThreadTime.cpuNanos() - cpuBefore;
            if (block < SHOWN.length && i == SHOWN[block]) {
                int count = block == 0 ? 1 : i - SHOWN[block - 1];
                text.append(String.format(Locale.ROOT, "%.2f %.1f ", cpuNs / 1e3 / count, slowestNs / 1e3));
                block++;
                cpuNs = 0;
                slowestNs = 0;
            }
        }
        return text.toString().strip();
    }

    private double[] startJvm(int warmUp) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.tidemark.benchmarks.Benchmarks"));
        command.addAll(List.of("first-rows", "--child", "--rows", Integer.toString(rows)));
        command.addAll(List.of("--warm-up-rows", Integer.toString(warmUp), "--out", out.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("A start failed: " + text);
        }
        String figures = text.lines()
                .filter(line -> line.startsWith("figures "))
                .findFirst()
                .orElseThrow();
        System.err.println((warmUp == 0 ? "without " : "with    ") + figures.substring("figures ".length()));
        return Stream.of(figures.split(" "))
                .skip(1)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
