package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.metrics.StepTimes;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * The end of a chain: numbers the rows and appends them. After a restart the rows after the checkpoint come out again; those that are in the sink already
 * are known by their number, compared with what is there and not written again. Engine thread only.
 */
final class Output implements RowConsumer, AutoCloseable {
    private final JournalSink sink;
    private final Schema schema;
    private final JournalWriter realWriter;
    private final OrderLog order;
    private final StoredRows storedRows;
    private final StepTimes times;
    private long stored;
    private long sequence = -1;
    private long skipped;
    private JournalWriter writer;
    private long realStored;

    /**
     * Opens the writer of a sink.
     *
     * @param order records the rows that led to an output before it is written, or null
     * @param mayContinue whether rows that are there already belong to this very query
     * @param times takes the time of some appends, or null
     */
    Output(JournalSink sink, Schema schema, OrderLog order, boolean mayContinue, StepTimes times) {
        this.times = times;
        this.sink = sink;
        this.schema = schema;
        this.order = order;
        storedRows = new StoredRows(sink);
        realWriter = open(sink, schema);
        writer = realWriter;
        stored = writer.lastSequence();
        if (stored >= 0 && !mayContinue) {
            writer.close();
            throw new TidemarkException(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    "The sink " + sink.name() + " already holds " + (stored + 1)
                            + " rows, and the query has no directory that says they are its own.",
                    "Use an empty sink, or start the query with the directory it had.");
        }
        if (stored >= 0) {
            storedRows.moveAfter(Commit.Mark.NONE);
        }
    }

    private static JournalWriter open(JournalSink sink, Schema schema) {
        try {
            return sink.openWriter(schema);
        } catch (TidemarkException e) {
            if (e.code() == ErrorCode.SCHEMA_MISMATCH && schema.equals(DropRouter.SCHEMA)) {
                throw new TidemarkException(
                        e.code(),
                        "The journal for dropped rows, " + sink.name() + ", has other columns than dropped rows have: "
                                + e.problems().get(0).reason(),
                        "Make a journal for dropped rows alone, with Tidemark.droppedSchema(): " + schema + ".",
                        e);
            }
            throw e;
        }
    }

    @Override
    public void onRow(RowView row) {
        sequence++;
        if (sequence > stored) {
            if (order != null) {
                order.closeRun();
            }
            if (times != null && times.timesSink()) {
                appendTimed(row);
            } else {
                writer.append(row, sequence, row.source());
            }
        } else {
            skipped++;
            storedRows.compare(row, sequence);
            if (sequence == stored) {
                storedRows.close();
            }
        }
    }

    private void appendTimed(RowView row) {
        long beganNs = times.nanoTime();
        writer.append(row, sequence, row.source());
        times.appended(times.nanoTime() - beganNs);
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        // A journal of rows stores no watermarks.
    }

    @Override
    public void onCut(RowView cause) {
        // A cut only brings out rows.
    }

    /** Where the output is now, for {@link #resume}; what was appended is kept by the sink from now on, even if the process dies. */
    Commit.Mark commit() {
        writer.flush();
        return new Commit.Mark(sequence, sequence >= stored ? writer.position() : storedRows.position());
    }

    /** Whether the sink holds all that was put out up to a commit. */
    boolean holds(Commit.Mark mark) {
        return mark.sequence() <= stored || !sink.remembers();
    }

    /** Goes on from a commit of this or an earlier run. */
    void resume(Commit.Mark mark) {
        stored = Math.max(stored, sequence);
        sequence = mark.sequence();
        if (sequence < stored) {
            storedRows.moveAfter(mark);
        } else {
            storedRows.close();
        }
    }

    /** Lets the sink keep what was appended. */
    void flush() {
        writer.flush();
    }

    /** Whether the sink has room for what a duty cycle appends. */
    boolean hasRoom() {
        return writer.hasRoom();
    }

    /** Number of the last row that came out, or -1. */
    long sequence() {
        return sequence;
    }

    /** Rows that came out again and were there already. */
    long skipped() {
        return skipped;
    }

    /** Those of them that were found equal to what is there. */
    long compared() {
        return storedRows.compared();
    }

    /** Rows that were there at the start and have not come out again; more than 0 at the end means that the replay fell short. */
    long missing() {
        return Math.max(0, stored - sequence);
    }

    /** What was mended in the sink when it was opened, or empty. */
    String repaired() {
        return writer.repaired();
    }

    /** What is written. */
    JournalSink sink() {
        return sink;
    }

    /** Columns of the rows. */
    Schema schema() {
        return schema;
    }

    /** Lets rows of a warm-up go elsewhere. Nothing has come out so far. */
    void divert(JournalWriter scratch) {
        writer = scratch;
        realStored = stored;
        stored = -1;
    }

    /** Ends that; the sink is as it was. */
    void putBack() {
        if (writer != realWriter) {
            writer = realWriter;
            stored = realStored;
            sequence = -1;
            skipped = 0;
        }
    }

    @Override
    public void close() {
        storedRows.close();
        realWriter.close();
    }
}
