package io.tidemark.testkit;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Runs a query over the same input again and again, stops it as a kill of its process would, starts it again from its directory, and shows that what came
 * out is what comes out of an undisturbed run: the same rows and the same dropped rows, each once, in the same order. It finds functions that
 * remember something outside their state, or that depend on a clock, a random number or the number of calls.
 *
 * <p>A stop comes out of the middle of reading or writing; after it nothing more is written, no checkpoint is made, and what the query held in memory is
 * gone. It happens in this process: journals are in memory and outlive each life of the query as files would, checkpoints are files in a directory.
 * Whether the disk keeps what was written is not tested.
 *
 * <p>Each run ends with a drain, which closes all windows. A log of the query's failures, one line for each stop, is no sign of a fault. One thread.
 */
public final class CrashSchedule {
    private static final int GREATEST_POLL = 3;
    private static final int GREATEST_STOPS = 4;
    private static final int GREATEST_CYCLES_PER_CHECKPOINT = 6;
    private static final int TRIALS_PER_ONE_WITHOUT_CHECKPOINTS = 4;

    private final TestQuery query;
    private final Path directory;
    private final List<CrashInput> rows = new ArrayList<>();
    private int runs;

    private CrashSchedule(TestQuery query, Path directory) {
        this.query = query;
        this.directory = directory;
    }

    /**
     * A schedule without input yet.
     *
     * @param query the query; directory, checkpoints, order journal and sinks are set by the schedule
     * @param directory takes a directory for each run, such as the temporary directory of a test
     */
    public static CrashSchedule of(TestQuery query, Path directory) {
        return new CrashSchedule(
                Objects.requireNonNull(query, "query"), Objects.requireNonNull(directory, "directory"));
    }

    /**
     * Adds rows to the input, one per line, with all columns in the order of the schema. Several inputs are read in the order in which their rows are added.
     *
     * @throws TidemarkException {@code IMPORT_INVALID} naming line and column
     */
    public CrashSchedule rows(String input, String lines) {
        return add(input, RowScript.parseRows(query.schema(input), query.base(), lines));
    }

    /** Adds the rows of a table, whose first line names columns; see {@link RowScript}. */
    public CrashSchedule table(String input, String table) {
        return add(input, RowScript.parse(query.schema(input), query.base(), table));
    }

    /** Adds a row; see {@link QueryTestDriver#pipeValues}. */
    public CrashSchedule values(String input, Object... values) {
        try (MemoryJournal row = MemoryJournal.of(input, query.schema(input))) {
            row.appendValues(values);
            rows.add(new CrashInput(input, new ScriptRow(null, null, row.rows().get(0))));
        }
        return this;
    }

    /** What comes out of an undisturbed run, for a look whether the input says anything. */
    public List<OutputRow> undisturbed() {
        try (CrashTrial trial = trial(false)) {
            return trial.undisturbed().output();
        }
    }

    /**
     * Stops the query at each of these points, one in each life, and lets it come to its end in one more. It reads one record at a time and makes a checkpoint
     * after every second cycle.
     *
     * @throws AssertionError with the first difference; or when a point is never reached
     * @throws TidemarkException what the query fails at by itself
     */
    public CrashReport check(CrashPoint... points) {
        try (CrashTrial expected = repeatable();
                CrashTrial trial = trial(true)) {
            comparing("stops at given points", expected, trial, () -> {
                for (CrashPoint point : points) {
                    if (trial.live(point, 1, 2)) {
                        throw new AssertionError(
                                "the stop " + point + " was never reached: the query came to its end with "
                                        + trial.rowsOut() + " rows out of " + rows.size());
                    }
                }
                trial.live(null, 1, 2);
            });
            return new CrashReport(1, trial.stops(), trial.resumed(), trial.rowsOut());
        }
    }

    /**
     * Stops the query up to four times in each trial, at places that a seed gives: between cycles, after rows, in writes; with polls of one to three records, with
     * checkpoints in three of four trials.
     *
     * @throws AssertionError with seed, trial, what was done, and the first difference
     * @throws TidemarkException what the query fails at by itself
     */
    public CrashReport checkRandom(long seed, int trials) {
        Random random = new Random(seed);
        int stops = 0;
        int resumed = 0;
        try (CrashTrial expected = repeatable()) {
            for (int i = 0; i < trials; i++) {
                boolean checkpoints = i % TRIALS_PER_ONE_WITHOUT_CHECKPOINTS != TRIALS_PER_ONE_WITHOUT_CHECKPOINTS - 1;
                try (CrashTrial trial = trial(checkpoints)) {
                    comparing("seed " + seed + ", trial " + i, expected, trial, () -> {
                        int left = 1 + random.nextInt(GREATEST_STOPS);
                        boolean ended = false;
                        while (!ended) {
                            int polls = 1 + random.nextInt(GREATEST_POLL);
                            CrashPoint point = left-- > 0 ? point(random, trial.rowsOut(), expected.rowsOut()) : null;
                            ended = trial.live(
                                    point, polls, checkpoints ? 1 + random.nextInt(GREATEST_CYCLES_PER_CHECKPOINT) : 0);
                        }
                    });
                    stops += trial.stops();
                    resumed += trial.resumed();
                }
            }
            return new CrashReport(trials, stops, resumed, expected.rowsOut());
        }
    }

    private CrashPoint point(Random random, long rowsOut, long rowsExpected) {
        int place = rowsOut < rowsExpected ? random.nextInt(CrashPoint.Place.values().length) : 0;
        return switch (CrashPoint.Place.values()[place]) {
            case CYCLE -> CrashPoint.afterCycles(random.nextInt(rows.size() + 1));
            case ROW -> CrashPoint.afterRow(rowsOut + random.nextLong(rowsExpected - rowsOut));
            case WRITE -> CrashPoint.inWrite(rowsOut + random.nextLong(rowsExpected - rowsOut));
        };
    }

    /** The undisturbed run, after a second one was held against it. */
    private CrashTrial repeatable() {
        CrashTrial expected = trial(false).undisturbed();
        try (CrashTrial again = trial(false)) {
            comparing("a second run without any stop", expected, again, again::undisturbed);
            return expected;
        } catch (RuntimeException | Error e) {
            expected.close();
            throw e;
        }
    }

    /** Runs a trial and compares it. A restart may find the difference before. */
    private void comparing(String which, CrashTrial expected, CrashTrial trial, Runnable run) {
        try {
            run.run();
        } catch (TidemarkException e) {
            if (e.code() != ErrorCode.OUTPUT_DIVERGED) {
                throw e;
            }
            throw new AssertionError(
                    text(which, trial) + "a restart gave other rows than before: " + e.getMessage(), e);
        }
        String difference = difference(expected, trial);
        if (!difference.isEmpty()) {
            throw new AssertionError(text(which, trial) + difference);
        }
    }

    private String difference(CrashTrial expected, CrashTrial trial) {
        List<OutputRow> rowsExpected = expected.output();
        List<OutputRow> rowsOut = trial.output();
        if (!rowsExpected.isEmpty() || !rowsOut.isEmpty()) {
            var schema =
                    (rowsExpected.isEmpty() ? rowsOut : rowsExpected).get(0).schema();
            int[] all = IntStream.range(0, schema.size()).toArray();
            String difference =
                    new RowDiff(new RowTable(schema, new CellText(query.base()), all, true)).of(rowsExpected, rowsOut);
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        List<String> before = expected.dropped();
        List<String> after = trial.dropped();
        return before.equals(after) ? "" : "dropped rows were\n  " + before + "\nand are\n  " + after;
    }

    private static String text(String which, CrashTrial trial) {
        return which + " (" + String.join("; ", trial.lives()) + "): ";
    }

    private CrashSchedule add(String input, RowScript script) {
        boolean ingestTime = query.recordsIngestTime(input);
        script.inputRows(ingestTime).forEach(row -> rows.add(new CrashInput(input, row)));
        return this;
    }

    private CrashTrial trial(boolean checkpoints) {
        Path own = directory.resolve("run-" + runs++);
        if (Files.exists(own)) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID,
                    "'" + own + "' is there already, and a query in it would go on where another one ended.",
                    "Give each schedule an empty directory.");
        }
        return new CrashTrial(query, List.copyOf(rows), own, checkpoints);
    }
}
