package io.tidemark.benchmarks.throughput;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sum;

import com.sun.management.ThreadMXBean;
import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How many rows a second does a workload take, from journal to journal and from a generator to a checksum, beside a hand-written loop over
 * {@code HashMap}? Both are count, sum, min and max per key with a delay of 5 s: W1 in tumbling windows of one minute, W2 in windows of 60 s
 * every 5 s. Query and loop run in turn in one JVM; count and checksum of their results are compared before any time is printed.
 *
 * <p>Arguments: workload (W1), rows (20000000), keys (10000), pairs (5), directory for journals (a temporary one).
 */
public final class Throughput {
    private static final Schema OUTPUT = Schema.parse("window_start timestamp not null, window_end timestamp not null,"
            + " k long not null, n long not null, total double not null, low double not null, high double not null");

    private final Workload workload;
    private final long rows;
    private final long keys;
    private final TradeGenerator generator;
    private final Path directory;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Throughput(Workload workload, long rows, long keys, Path directory) {
        this.workload = workload;
        this.rows = rows;
        this.keys = keys;
        this.generator = new TradeGenerator(keys);
        this.directory = directory;
    }

    /** Runs the benchmark. */
    public static void main(String[] args) throws IOException {
        Workload workload = args.length > 0 ? Workload.valueOf(args[0]) : Workload.W1;
        long rows = args.length > 1 ? Long.parseLong(args[1]) : 20_000_000;
        long keys = args.length > 2 ? Long.parseLong(args[2]) : 10_000;
        int pairs = args.length > 3 ? Integer.parseInt(args[3]) : 5;
        Path base = args.length > 4 ? Path.of(args[4]) : Files.createTempDirectory("tidemark-throughput");
        Files.createDirectories(base);
        try {
            new Throughput(workload, rows, keys, base).run(pairs);
        } finally {
            delete(base);
        }
    }

    private void run(int pairs) throws IOException {
        System.out.printf(Locale.ROOT, "%s, rows %d, keys %d, JDK %s%n", workload, rows, keys, Runtime.version());
        Path input = directory.resolve("input");
        try (ChronicleJournal journal = ChronicleJournal.create(input, TradeGenerator.SCHEMA);
                RowAppender appender = journal.openAppender()) {
            for (long i = 0; i < rows; i++) {
                generator.write(i, appender.begin());
                appender.commit(generator.time(i));
            }
        }
        System.out.println("engine only (generator to checksum)");
        compare(pairs, false, input);
        System.out.println("journal to journal");
        compare(pairs, true, input);
    }

    private void compare(int pairs, boolean journals, Path input) throws IOException {
        double[] ratios = new double[pairs];
        double[] query = new double[pairs];
        double[] loop = new double[pairs];
        for (int pair = -1; pair < pairs; pair++) {
            Measured hand = measure(journals, input, false);
            Measured engine = measure(journals, input, true);
            if (hand.rowsOut != engine.rowsOut || hand.checksum != engine.checksum) {
                throw new IllegalStateException("the results differ: " + hand + " and " + engine);
            }
            System.out.printf(
                    Locale.ROOT,
                    "  %s query %.2f M/s (%.1f B/row), loop %.2f M/s (%.1f B/row), ratio %.2f, %d rows out%n",
                    pair < 0 ? "warm-up" : "pair " + pair,
                    engine.millionsPerSecond(rows),
                    engine.bytes / (double) rows,
                    hand.millionsPerSecond(rows),
                    hand.bytes / (double) rows,
                    hand.cpuNanos / (double) engine.cpuNanos,
                    engine.rowsOut);
            if (pair >= 0) {
                ratios[pair] = hand.cpuNanos / (double) engine.cpuNanos;
                query[pair] = engine.millionsPerSecond(rows);
                loop[pair] = hand.millionsPerSecond(rows);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "  median: query %.2f M rows/s, loop %.2f M rows/s, ratio %.2f (%.2f to %.2f), by CPU time of the thread%n",
                median(query),
                median(loop),
                median(ratios),
                Arrays.stream(ratios).min().orElse(0),
                Arrays.stream(ratios).max().orElse(0));
    }

    private Measured measure(boolean journals, Path input, boolean engine) throws IOException {
        Path output = directory.resolve("output");
        delete(output);
        ChecksumSink checksum = new ChecksumSink();
        long thread = Thread.currentThread().getId();
        long bytes;
        long nanos;
        if (journals) {
            try (ChronicleJournal from = ChronicleJournal.open(input);
                    ChronicleJournal to = ChronicleJournal.create(output, OUTPUT)) {
                bytes = threads.getThreadAllocatedBytes(thread);
                nanos = threads.getCurrentThreadCpuTime();
                runOnce(from, to, engine);
                nanos = threads.getCurrentThreadCpuTime() - nanos;
                bytes = threads.getThreadAllocatedBytes(thread) - bytes;
                readBack(to, checksum);
            }
        } else {
            bytes = threads.getThreadAllocatedBytes(thread);
            nanos = threads.getCurrentThreadCpuTime();
            runOnce(new GeneratorSource(generator, rows), checksum, engine);
            nanos = threads.getCurrentThreadCpuTime() - nanos;
            bytes = threads.getThreadAllocatedBytes(thread) - bytes;
        }
        return new Measured(nanos, bytes, checksum.rows(), checksum.checksum());
    }

    private void runOnce(JournalSource from, JournalSink to, boolean engine) {
        if (!engine) {
            workload.runByHand(from, to, OUTPUT);
            return;
        }
        try (QueryInvoker query = Tidemark.stream("trades", from)
                .withWatermark("ts", Duration.ofSeconds(5))
                .groupBy(workload.window(), "k")
                .agg(
                        count().as("n"),
                        sum("amount").as("total"),
                        min("amount").as("low"),
                        max("amount").as("high"))
                .writeStream()
                .queryName("workload")
                .state(ChronicleState.withLimit(512L << 20))
                .to(to)
                .invoker()) {
            query.drain();
        }
    }

    private static void readBack(ChronicleJournal journal, ChecksumSink checksum) {
        try (JournalReader reader = journal.openReader()) {
            RecordHandler handler = new RecordHandler() {
                @Override
                public void onRow(RowView row) {
                    checksum.append(row, 0);
                }

                @Override
                public void onInvalid(RowView record, String reason) {
                    throw new IllegalStateException(reason);
                }
            };
            while (reader.poll(handler, 1024) > 0) {
                // Reads to the end.
            }
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private record Measured(long cpuNanos, long bytes, long rowsOut, long checksum) {
        double millionsPerSecond(long rows) {
            return rows * 1e3 / cpuNanos;
        }
    }
}
