package io.tidemark.engine;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.metrics.OperatorMetrics;
import io.tidemark.operator.DropReason;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.time.Watermark;
import java.util.function.Consumer;

/** One source of a running query: reads it, counts its records and hands them to the pipeline. Engine thread only. */
final class SourceFeed implements RecordHandler, AutoCloseable {
    private final int ordinal;
    private final JournalReader realReader;
    private final OperatorMetrics metrics;
    private final DropRouter drops;
    private final OrderLog order;
    private final Consumer<RowView> rows;
    private final ScalarState idle;
    private JournalReader reader;
    private long lastStop = Long.MAX_VALUE;
    private long silentSinceNs;
    private boolean silent;
    private Consumer<RowView> onFirstRow;

    /**
     * A feed.
     *
     * @param order takes the order of records, or null
     * @param rows takes the rows, stamped with the ordinal of this source
     * @param idle scalar that is 1 while the source is idle
     */
    SourceFeed(
            int ordinal,
            JournalReader reader,
            OperatorMetrics metrics,
            DropRouter drops,
            OrderLog order,
            Consumer<RowView> rows,
            ScalarState idle) {
        this.ordinal = ordinal;
        this.realReader = reader;
        this.reader = reader;
        this.metrics = metrics;
        this.drops = drops;
        this.order = order;
        this.rows = rows;
        this.idle = idle;
    }

    /** Has the first row that is read looked at before it goes down. */
    void onFirstRow(Consumer<RowView> listener) {
        onFirstRow = listener;
    }

    /** Reads up to {@code limit} records; returns the number read. */
    int poll(int limit) {
        return reader.poll(this, limit);
    }

    /** Reads up to {@code limit} records, none after a position; returns the number read. */
    int pollUpTo(long position, int limit) {
        reader.stopAfter(Math.min(position, lastStop));
        int read = reader.poll(this, limit);
        reader.stopAfter(lastStop);
        return read;
    }

    /** Reads no record after this position from now on. */
    void stopAfter(long position) {
        lastStop = position;
        reader.stopAfter(position);
    }

    /** Whether an end was set. */
    boolean ends() {
        return lastStop != Long.MAX_VALUE;
    }

    long position() {
        return reader.position();
    }

    long endPosition() {
        return reader.endPosition();
    }

    /** Goes back to just after a record. */
    void moveAfter(long position) {
        reader.moveAfter(position);
        onFirstRow = position == JournalReader.NO_POSITION ? onFirstRow : null;
        silent = false;
    }

    /** Reads rows of a warm-up until {@link #putBack}. */
    void divert(JournalReader scratch) {
        reader = scratch;
    }

    void putBack() {
        reader = realReader;
    }

    boolean isIdle() {
        return idle.get() != 0;
    }

    void setIdle(boolean nowIdle) {
        idle.set(nowIdle ? 1 : 0);
    }

    /** Whether nothing came for a time: the backlog is exactly zero, and was at every look since. */
    boolean wasSilent(int read, long nowNs, long spanNs) {
        if (read > 0 || !silent) {
            silent = read == 0;
            silentSinceNs = nowNs;
            return false;
        }
        return nowNs - silentSinceNs >= spanNs && reader.position() == reader.endPosition();
    }

    @Override
    public void onRow(RowView row) {
        began(row);
        if (onFirstRow != null) {
            onFirstRow.accept(row);
            onFirstRow = null;
        }
        metrics.rowIn();
        metrics.rowAccepted();
        metrics.rowOut();
        rows.accept(row);
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        began(record);
        metrics.rowIn();
        metrics.rowDropped(DropReason.INVALID);
        drops.drop(record, DropReason.INVALID, metrics.uid(), reason, Watermark.NONE);
    }

    private void began(RowView record) {
        record.source(ordinal);
        if (order != null) {
            order.row(record);
        }
    }

    @Override
    public void close() {
        realReader.close();
    }
}
