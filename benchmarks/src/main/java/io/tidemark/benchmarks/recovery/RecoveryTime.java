package io.tidemark.benchmarks.recovery;

import io.tidemark.QueryInvoker;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * How long does a restart take, from {@code start()} in a warm JVM to the first row that comes out, with so many entries in the state? The files are in the
 * page cache. The first rounds are warm-up.
 *
 * <p>Arguments: entries (1000000), rounds (7), kind of state (groups; or ids, which stand in a log), directory (a temporary one).
 */
public final class RecoveryTime {
    private static final int WARM_UP = 2;

    private RecoveryTime() {}

    /** Runs the benchmark. */
    public static void main(String[] args) throws IOException, InterruptedException {
        long entries = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 7;
        RecoveredState state = RecoveredState.valueOf(args.length > 2 ? args[2].toUpperCase(Locale.ROOT) : "GROUPS");
        Path base = args.length > 3 ? Path.of(args[3]) : Files.createTempDirectory("tidemark-recovery");
        System.out.printf(Locale.ROOT, "%d %s, JDK %s%n", entries, state, Runtime.version());
        try (ChronicleJournal journal = ChronicleJournal.create(base.resolve("input"), KeyedCounts.SCHEMA);
                RowAppender appender = journal.openAppender()) {
            for (long i = 0; i < entries; i++) {
                append(appender, i, i);
            }
            try (QueryInvoker query = state.query(journal, entries, base.resolve("query"), (row, sequence) -> {})
                    .invoker()) {
                query.processAllAvailable();
                long before = System.nanoTime();
                query.checkpoint();
                System.out.printf(Locale.ROOT, "first checkpoint %d ms%n", (System.nanoTime() - before) / 1_000_000);
            }
            double[] millis = new double[rounds];
            for (int round = -WARM_UP; round < rounds; round++) {
                long number = entries + round + WARM_UP;
                append(appender, number, state.key(number, entries));
                double taken = restart(state, journal, entries, base.resolve("query"));
                if (round >= 0) {
                    millis[round] = taken;
                }
            }
            Arrays.sort(millis);
            System.out.printf(
                    Locale.ROOT,
                    "start() to first row: median %.0f ms (%.0f to %.0f)%n",
                    millis[rounds / 2],
                    millis[0],
                    millis[rounds - 1]);
        }
    }

    private static double restart(RecoveredState state, ChronicleJournal journal, long entries, Path directory)
            throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        long[] at = new long[1];
        long before = System.nanoTime();
        try (var query = state.query(journal, entries, directory, (row, sequence) -> {
                    if (at[0] == 0) {
                        at[0] = System.nanoTime();
                        first.countDown();
                    }
                })
                .start()) {
            first.await();
            System.out.printf(
                    Locale.ROOT,
                    "  opened in %d ms, first row after %.1f ms, %d records read%n",
                    query.recovery().opening().toMillis(),
                    (at[0] - before) / 1e6,
                    query.recovery().replayed().rows());
        }
        return (at[0] - before) / 1e6;
    }

    private static void append(RowAppender appender, long number, long key) {
        KeyedCounts.fill(appender.begin(), number, key);
        appender.commit(number);
    }
}
