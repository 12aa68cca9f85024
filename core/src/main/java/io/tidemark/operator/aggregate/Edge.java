package io.tidemark.operator.aggregate;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.StatePane;
import java.util.List;

/**
 * {@code first(x)} and {@code last(x)} by event time; rows of equal time go by their position in the journal, which is the order in
 * which they arrive. A null counts as a value.
 *
 * @param name name of the function
 * @param latest whether the latest row counts, else the earliest
 */
record Edge(String name, boolean latest) implements AggregateFunction {
    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (!Arguments.one(scope, call, types)) {
            return null;
        }
        return new AggregateShape(types.get(0), nullable.get(0), Long.BYTES + ValueCell.bytes(types.get(0)));
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        ValueCell cell = ValueCell.of(site.argument(), site.nodes());
        return site.nodes()
                .<Accumulator>create(
                        Running.class,
                        cell,
                        site.eventTime(),
                        site.argument().nullable(),
                        latest,
                        site.slots(),
                        site.flags(),
                        site.column());
    }

    /**
     * The running edge: the time of the row that counts, then its value.
     *
     * @param cell keeps the value
     * @param eventTime time of a row
     * @param nullable whether the argument can be null
     * @param latest whether the latest row counts
     * @param slot offset of the time; the cell follows it
     * @param flags offset of the flag byte
     * @param column column of the result
     */
    record Running(
            ValueCell cell, LongEvaluator eventTime, boolean nullable, boolean latest, int slot, int flags, int column)
            implements Accumulator {
        @Override
        public boolean fits(RowView row, int maxBytes) {
            return cell.fits(row, maxBytes);
        }

        @Override
        public void add(RowView row, long value, StatePane pane) {
            long time = eventTime.getLong(row);
            if (!counts(time, value)) {
                return;
            }
            OffHeap.putLong(value + slot, time);
            Flags.set(value + flags, Flags.SEEN);
            if (nullable && cell.isNull(row)) {
                Flags.set(value + flags, Flags.NULL);
            } else {
                Flags.clear(value + flags, Flags.NULL);
                cell.store(row, value + slot + Long.BYTES, pane);
            }
        }

        @Override
        public void merge(long from, StatePane fromPane, long to, StatePane toPane) {
            if (!Flags.has(from + flags, Flags.SEEN) || !counts(OffHeap.getLong(from + slot), to)) {
                return;
            }
            OffHeap.putLong(to + slot, OffHeap.getLong(from + slot));
            Flags.set(to + flags, Flags.SEEN);
            if (Flags.has(from + flags, Flags.NULL)) {
                Flags.set(to + flags, Flags.NULL);
            } else {
                Flags.clear(to + flags, Flags.NULL);
                cell.copy(from + slot + Long.BYTES, fromPane, to + slot + Long.BYTES, toPane);
            }
        }

        @Override
        public void write(long value, StatePane pane, RowWriter out) {
            if (!Flags.has(value + flags, Flags.NULL)) {
                cell.write(value + slot + Long.BYTES, pane, out, column);
            }
        }

        private boolean counts(long time, long value) {
            if (!Flags.has(value + flags, Flags.SEEN)) {
                return true;
            }
            long kept = OffHeap.getLong(value + slot);
            return latest ? time >= kept : time < kept;
        }
    }
}
