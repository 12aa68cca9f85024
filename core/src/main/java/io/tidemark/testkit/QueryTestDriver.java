package io.tidemark.testkit;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.engine.QuerySpec;
import io.tidemark.engine.QueryState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.DropReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Runs a query in a test: rows in, rows out, a clock that is moved by hand. No thread, no file, no waiting: each call that gives something to the query
 * returns when the query has nothing left to do, and everything happens on the caller's thread. The same calls give the same rows.
 *
 * <p>What the query refuses or fails at is thrown by the call that caused it. After a failure, a drain or {@link #close} the calls that give something to the
 * query are refused with {@code QUERY_STATE_INVALID}; what came out before can still be read until the driver is closed.
 *
 * <p>Where a query makes its cuts by itself, it makes one at the end of each such call: the rows of one call are a batch.
 */
public final class QueryTestDriver implements AutoCloseable {
    private static final int QUIET_CYCLES = 2;

    private final TestQuery query;
    private final ManualClock clock;
    private final Map<String, MemoryJournal> inputs;
    private final MemoryJournal output = MemoryJournal.output("output");
    private final MemoryJournal dropped = MemoryJournal.output("dropped");
    private final QuerySpec spec;
    private final QueryInvoker invoker;
    private long rowsTaken;
    private boolean closed;

    private QueryTestDriver(TestQuery query) {
        this.query = query;
        clock = new ManualClock(query.base());
        inputs = query.open();
        try {
            StreamWriter writer = query.build(inputs, clock).to(output);
            for (DropReason reason : DropReason.values()) {
                writer.dropped(reason, dropped);
            }
            spec = checked(writer.build());
            TestQuery.requireAllRead(spec, inputs);
            invoker = writer.invoker();
        } catch (RuntimeException | Error e) {
            free();
            throw e;
        }
    }

    /**
     * Opens a query, with its clock at the base of the test.
     *
     * @throws TidemarkException everything that is wrong with the query; {@code SETTING_INVALID} when it has a directory, ends by itself, or does not read an
     *     input
     */
    public static QueryTestDriver open(TestQuery query) {
        return new QueryTestDriver(query);
    }

    /**
     * Gives rows to the query, one per line, with all columns in the order of the schema: {@code "09:00:00.250, BTCUSD, 100.5"}.
     *
     * @throws TidemarkException {@code IMPORT_INVALID} naming line and column, before any row is given; what the query fails at
     */
    public void pipe(String input, String rows) {
        pipe(input, RowScript.parseRows(query.schema(input), query.base(), rows));
    }

    /** Gives the rows of a table to the query, whose first line names columns; see {@link RowScript}. */
    public void pipeTable(String input, String table) {
        pipe(input, RowScript.parse(query.schema(input), query.base(), table));
    }

    /** Gives the rows of a script to the query. */
    public void pipe(String input, RowScript script) {
        MemoryJournal journal = TestSources.named(inputs, input);
        requireRunning();
        script.appendTo(journal, clock.epochNanos());
        runUntilIdle();
    }

    /**
     * Gives a row to the query.
     *
     * @param values one value per column: null, Boolean, any Number, BigDecimal for decimals, Instant or nanoseconds for timestamps, CharSequence or byte[]
     */
    public void pipeValues(String input, Object... values) {
        MemoryJournal journal = TestSources.named(inputs, input);
        requireRunning();
        if (journal.recordsIngestTime()) {
            journal.appendValuesAt(clock.epochNanos(), values);
        } else {
            journal.appendValues(values);
        }
        runUntilIdle();
    }

    /** Moves the clock forward: rows that follow carry later ingest times, and inputs that were silent may become idle. */
    public void advanceClock(Duration span) {
        requireRunning();
        clock.advance(span);
        runUntilIdle();
    }

    /** The time that the clock shows. */
    public Instant now() {
        return clock.instant();
    }

    /** Lets the query do all that there is to do. The calls that give it something do so themselves. */
    public void runUntilIdle() {
        requireRunning();
        int quiet = 0;
        while (quiet < QUIET_CYCLES && invoker.state() == QueryState.RUNNING) {
            quiet = invoker.invoke() > 0 ? 0 : quiet + 1;
        }
    }

    /** Makes a cut: changed groups or the whole result come out; in a query with batches the batch ends. */
    public void cut() {
        requireRunning();
        invoker.cut();
        runUntilIdle();
    }

    /** Closes all windows and ends the query. */
    public void drain() {
        requireRunning();
        invoker.drain();
    }

    /** The rows that came out since the last call of this or another method that reads the output. */
    public List<OutputRow> readOutput() {
        requireOpen();
        List<OutputRow> rows = OutputRow.read(output, rowsTaken);
        rowsTaken += rows.size();
        return rows;
    }

    /** The same as values. */
    public List<List<Object>> readValues() {
        return readOutput().stream().map(OutputRow::values).toList();
    }

    /** The same as lines: {@code {symbol=BTCUSD, trades=2}}. */
    public List<String> readLines() {
        return readOutput().stream().map(OutputRow::toString).toList();
    }

    /** The same as a table that {@link #expectOutput} takes, with times relative to the base. */
    public String readTable() {
        return RowScript.write(output.schema(), query.base(), readOutput());
    }

    /**
     * Compares the rows that came out since the output was last read with a table, whose first line names the columns that count; see {@link RowScript}.
     *
     * @throws AssertionError with the first row that differs and those around it
     * @throws TidemarkException {@code IMPORT_INVALID} naming line and column of what cannot be read in the table
     */
    public void expectOutput(String table) {
        requireOpen();
        RowScript script = RowScript.parse(output.schema(), query.base(), table);
        script.expect(readOutput());
    }

    /** All rows that went no further so far, in the order in which they were dropped. */
    public List<DroppedRow> dropped() {
        requireOpen();
        return DroppedRow.read(dropped);
    }

    /** Those with one reason. */
    public List<DroppedRow> dropped(DropReason reason) {
        return dropped().stream().filter(row -> row.reason() == reason).toList();
    }

    /** Figures of the query; readable also after its end. */
    public QueryProgress progress() {
        return invoker.progress();
    }

    /** Watermark of the last operator that has one, or null before the first row. */
    public Instant watermark() {
        return progress().watermark();
    }

    /** Where the query is in its life. */
    public QueryState state() {
        return invoker.state();
    }

    /** Ends the query, with its windows open, and frees everything. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            invoker.close();
        } finally {
            free();
        }
    }

    private void free() {
        inputs.values().forEach(MemoryJournal::close);
        output.close();
        dropped.close();
    }

    private static QuerySpec checked(QuerySpec spec) {
        if (spec.directory() != null || spec.stopAtEnd()) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The query '" + spec.name()
                            + (spec.stopAtEnd()
                                    ? "' ends by itself, before a test could give it rows."
                                    : "' has a directory, so that one test would go on where another ended."),
                    "Set directory(...) and trigger(...) outside the function that builds the query. CrashSchedule tests restarts.");
        }
        return spec;
    }

    private void requireRunning() {
        requireOpen();
        if (invoker.state() != QueryState.RUNNING) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The query '" + spec.name() + "' has ended: " + invoker.state() + ".",
                    "Open another driver.");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The driver of query '" + spec.name() + "' is closed.",
                    "Open another one.");
        }
    }
}
