package io.tidemark.operator.aggregate;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StatePane;
import io.tidemark.time.CalendarTimes;
import io.tidemark.time.GroupTimes;

/** Brings out groups as rows: window and session if there are any, keys, aggregates. */
final class GroupOutput implements AutoCloseable {
    private final GroupTimes windows;
    private final CalendarTimes sessions;
    private final Schema output;
    private final Schema keySchema;
    private final Accumulator accumulators;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final int firstKey;
    private final RowView key = new RowView();
    private final RowWriter out = new RowWriter();

    /**
     * An output.
     *
     * @param windows the windows that the groups are of, or null
     */
    GroupOutput(
            GroupTimes windows,
            Schema output,
            Schema keySchema,
            Accumulator accumulators,
            OperatorCounters counters,
            RowConsumer next) {
        this.windows = windows;
        this.sessions = windows instanceof CalendarTimes calendar && calendar.hasSessions() ? calendar : null;
        this.output = output;
        this.keySchema = keySchema;
        this.accumulators = accumulators;
        this.counters = counters;
        this.next = next;
        this.firstKey = windows == null ? 0 : sessions == null ? 2 : 3;
    }

    /** Writes one group as a row, which is valid until the next one. */
    RowView row(long endNs, long keyAddress, int keyBytes, long value, StatePane pane) {
        out.start(output);
        if (windows != null) {
            out.setLong(0, windows.firstPane(endNs));
            out.setLong(1, endNs);
            if (sessions != null) {
                byte[] name = sessions.session(endNs);
                out.setBytes(2, name, 0, name.length);
            }
        }
        key.wrap(keySchema, keyAddress, keyBytes);
        for (int column = 0; column < keySchema.size(); column++) {
            out.copy(firstKey + column, key, column);
        }
        accumulators.write(value, pane, out);
        return out.finish();
    }

    /** Brings out a row that {@link #row} wrote. */
    void emit(RowView row, RowKind kind, RowView cause) {
        counters.rowOut();
        next.onRow(row.origin(cause.source(), cause.position(), cause.ingestTimeNs(), kind));
    }

    /**
     * Brings out one group.
     *
     * @param endNs end of its window
     * @param value its value, in {@code pane}
     */
    void emit(
            long endNs,
            long keyAddress,
            int keyBytes,
            long value,
            StatePane pane,
            RowKind kind,
            int causeSource,
            long causePosition,
            long causeIngestTimeNs) {
        RowView row = row(endNs, keyAddress, keyBytes, value, pane);
        counters.rowOut();
        next.onRow(row.origin(causeSource, causePosition, causeIngestTimeNs, kind));
    }

    /** Brings out all groups of a pane in the order in which they came into being. */
    void emitAll(long endNs, StatePane pane, RowKind kind, RowView cause) {
        for (long at = pane.next(0); at != 0; at = pane.next(at)) {
            emit(
                    endNs,
                    pane.keyAt(at),
                    pane.keyBytesAt(at),
                    pane.valueAt(at),
                    pane,
                    kind,
                    cause.source(),
                    cause.position(),
                    cause.ingestTimeNs());
        }
    }

    @Override
    public void close() {
        out.close();
    }
}
