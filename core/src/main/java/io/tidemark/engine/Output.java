package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * The end of a chain: numbers the rows and appends them. After a restart the rows come out again from the first one on; those that
 * are in the journal already are known by their number and not written again. Engine thread only.
 */
final class Output implements RowConsumer, AutoCloseable {
    private final JournalWriter writer;
    private final OrderLog order;
    private long stored;
    private long sequence = -1;

    /**
     * Opens the writer of a sink.
     *
     * @param order records the rows that led to an output before it is written, or null
     * @param mayContinue whether rows that are there already belong to this very query
     */
    Output(JournalSink sink, Schema schema, OrderLog order, boolean mayContinue) {
        this.order = order;
        writer = sink.openWriter(schema);
        stored = writer.lastSequence();
        if (stored >= 0 && !mayContinue) {
            writer.close();
            throw new TidemarkException(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    "The sink " + sink.name() + " already holds " + (stored + 1)
                            + " rows, and the query has no directory that says they are its own.",
                    "Use an empty sink, or start the query with the directory it had.");
        }
    }

    @Override
    public void onRow(RowView row) {
        sequence++;
        if (sequence > stored) {
            if (order != null) {
                order.closeRun();
            }
            writer.append(row, sequence, row.source());
        }
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        // A journal of rows stores no watermarks.
    }

    @Override
    public void onCut(RowView cause) {
        // A cut only brings out rows.
    }

    /** Goes back to a number that was reached before. */
    void restore(long reached) {
        stored = Math.max(stored, sequence);
        sequence = reached;
    }

    /** Number of the last row that came out, or -1. */
    long sequence() {
        return sequence;
    }

    /** Rows that came out and were there already. */
    long skipped() {
        return Math.min(sequence, stored) + 1;
    }

    /** Rows that were there at the start and have not come out again; more than 0 at the end means that the replay fell short. */
    long missing() {
        return Math.max(0, stored - sequence);
    }

    @Override
    public void close() {
        writer.close();
    }
}
