package io.tidemark.benchmarks.recovery;

import io.tidemark.QueryInvoker;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What does a checkpoint cost: its bytes against the rows that changed, and the delay that it adds to rows that come in at a fixed rate? Delay is counted from the
 * moment a row was meant to be sent. Phases with a checkpoint every second and phases without take turns in one run.
 *
 * <p>Arguments: keys (1000000), rows a second (200000), pairs of phases (5), seconds a phase (4), directory (a temporary one).
 */
public final class SnapshotCost {
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final long NS = 1_000_000_000L;
    private static final long MOST_NS = 60 * NS;

    private final MemoryJournal journal = MemoryJournal.withIngestTime("rows", KeyedCounts.SCHEMA);
    private final RowWriter row = new RowWriter();
    private final long keys;
    private long number;

    private SnapshotCost(long keys) {
        this.keys = keys;
    }

    /** Runs the benchmark. */
    public static void main(String[] args) throws IOException {
        long keys = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
        long rate = args.length > 1 ? Long.parseLong(args[1]) : 200_000;
        int pairs = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        int seconds = args.length > 3 ? Integer.parseInt(args[3]) : 4;
        Path base = args.length > 4 ? Path.of(args[4]) : Files.createTempDirectory("tidemark-snapshots");
        System.out.printf(Locale.ROOT, "%d keys, %d rows/s, JDK %s%n", keys, rate, Runtime.version());
        new SnapshotCost(keys).run(rate, pairs, seconds, base);
    }

    private void run(long rate, int pairs, int seconds, Path base) throws IOException {
        Path directory = base.resolve("query");
        try (QueryInvoker query = KeyedCounts.query(journal, keys, directory, (out, sequence) -> {})
                .invoker()) {
            for (long key = 0; key < keys; key++) {
                append(key);
            }
            query.processAllAvailable();
            query.checkpoint();
            bytes(query, directory.resolve("checkpoint"));
            Histogram with = new Histogram(MOST_NS, 3);
            Histogram without = new Histogram(MOST_NS, 3);
            phase(query, rate, seconds, true, new Histogram(MOST_NS, 3));
            for (int pair = 0; pair < pairs; pair++) {
                phase(query, rate, seconds, false, without);
                phase(query, rate, seconds, true, with);
            }
            print("without", without);
            print("with a checkpoint every second", with);
        }
    }

    private void bytes(QueryInvoker query, Path folder) throws IOException {
        for (long changed : new long[] {1, 1_000, 10_000, 100_000, keys}) {
            for (long i = 0; i < changed; i++) {
                append(Long.remainderUnsigned(i * GOLDEN, keys));
            }
            query.processAllAvailable();
            long before = System.nanoTime();
            long checkpoint = query.checkpoint();
            double millis = (System.nanoTime() - before) / 1e6;
            long bytes = Files.size(folder.resolve("delta-" + checkpoint));
            System.out.printf(
                    Locale.ROOT,
                    "  %d rows to random keys: delta of %d bytes, %.1f a row, %.1f ms%n",
                    changed,
                    bytes,
                    bytes / (double) changed,
                    millis);
        }
    }

    private void phase(QueryInvoker query, long rate, int seconds, boolean checkpoints, Histogram delays) {
        long start = System.nanoTime();
        long next = start + NS / 2;
        long rows = rate * seconds;
        for (long i = 0; i < rows; ) {
            long due = (long) ((System.nanoTime() - start) * (rate / 1e9));
            long until = Math.min(Math.min(due, rows), i + 64);
            long first = i;
            for (; i < until; i++) {
                append(Long.remainderUnsigned(number * GOLDEN, keys));
            }
            query.invoke();
            long now = System.nanoTime();
            for (long sent = first; sent < i; sent++) {
                delays.recordValue(Math.max(1, now - start - (long) (sent * (1e9 / rate))));
            }
            if (checkpoints && now >= next) {
                query.requestCheckpoint();
                next += NS;
            }
        }
        query.processAllAvailable();
    }

    private static void print(String name, Histogram delays) {
        System.out.printf(
                Locale.ROOT,
                "  %s: p50 %.1f us, p99 %.1f, p99.9 %.1f, p99.99 %.1f, max %.1f%n",
                name,
                delays.getValueAtPercentile(50) / 1e3,
                delays.getValueAtPercentile(99) / 1e3,
                delays.getValueAtPercentile(99.9) / 1e3,
                delays.getValueAtPercentile(99.99) / 1e3,
                delays.getMaxValue() / 1e3);
    }

    private void append(long key) {
        row.start(KeyedCounts.SCHEMA);
        KeyedCounts.fill(row, number, key);
        journal.append(row.finish(), number);
        number++;
    }
}
