package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.OneZero;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * {@code min_by(x, ordering)} and {@code max_by(x, ordering)}: x, which may be null, of the row with the smallest or greatest
 * ordering. Rows without an ordering do not count; of equal ones the first to arrive does. Text is ordered by code points, doubles
 * with NaN as the greatest and one zero.
 */
final class ExtremeBy implements AggregateFunction {
    private final String name;
    private final boolean greatest;

    /**
     * An extreme.
     *
     * @param greatest whether the greatest ordering counts, else the smallest
     */
    ExtremeBy(String name, boolean greatest) {
        this.name = name;
        this.greatest = greatest;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (types.size() != 2) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "It takes two arguments and got " + types.size() + ".",
                    "Give it the value, then what to order by.");
            return null;
        }
        return new AggregateShape(
                types.get(0),
                nullable.get(0) || nullable.get(1),
                Long.BYTES + ValueCell.bytes(types.get(1)) + ValueCell.bytes(types.get(0)));
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        NodeFactory nodes = site.nodes();
        TypedEvaluator value = site.arguments().get(0);
        TypedEvaluator ordering = OneZero.of(site.arguments().get(1), nodes);
        return site.node(
                Running.class,
                ValueCell.of(value, nodes),
                ValueCell.of(ordering, nodes),
                greatest ? 1 : -1,
                site.slots(),
                site.slots() + Long.BYTES + ValueCell.bytes(ordering.type()),
                site.flags(),
                site.column());
    }

    /** The running extreme: position of the row that counts, its ordering, its value. */
    static final class Running implements Accumulator {
        private final ValueCell cell;
        private final ValueCell ordering;
        private final int sign;
        private final int positionSlot;
        private final int orderingSlot;
        private final int slot;
        private final int flags;
        private final int column;

        Running(ValueCell cell, ValueCell ordering, int sign, int positionSlot, int slot, int flags, int column) {
            this.cell = cell;
            this.ordering = ordering;
            this.sign = sign;
            this.positionSlot = positionSlot;
            this.orderingSlot = positionSlot + Long.BYTES;
            this.slot = slot;
            this.flags = flags;
            this.column = column;
        }

        @Override
        public boolean sized() {
            return ordering.sized() || cell.sized();
        }

        @Override
        public boolean fits(RowView row, int maxBytes) {
            return ordering.fits(row, maxBytes) && cell.fits(row, maxBytes);
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            if (ordering.isNull(row)) {
                return;
            }
            if (Flags.has(value + flags, Flags.SEEN)
                    && Integer.signum(ordering.compare(row, value + orderingSlot, store)) != sign) {
                return;
            }
            OffHeap.putLong(value + positionSlot, row.position());
            ordering.store(row, value + orderingSlot, store);
            Flags.set(value + flags, Flags.SEEN);
            if (cell.isNull(row)) {
                Flags.set(value + flags, Flags.NULL);
            } else {
                Flags.clear(value + flags, Flags.NULL);
                cell.store(row, value + slot, store);
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            if (!Flags.has(from + flags, Flags.SEEN)
                    || Flags.has(to + flags, Flags.SEEN) && !isBetter(from, fromStore, to, toStore)) {
                return;
            }
            OffHeap.putLong(to + positionSlot, OffHeap.getLong(from + positionSlot));
            ordering.copy(from + orderingSlot, fromStore, to + orderingSlot, toStore);
            Flags.set(to + flags, Flags.SEEN);
            if (Flags.has(from + flags, Flags.NULL)) {
                Flags.set(to + flags, Flags.NULL);
            } else {
                Flags.clear(to + flags, Flags.NULL);
                cell.copy(from + slot, fromStore, to + slot, toStore);
            }
        }

        @Override
        public void release(long value, BytesStore store) {
            ordering.release(value + orderingSlot, store);
            cell.release(value + slot, store);
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            if (Flags.has(value + flags, Flags.SEEN) && !Flags.has(value + flags, Flags.NULL)) {
                cell.write(value + slot, store, out, column);
            }
        }

        private boolean isBetter(long from, BytesStore fromStore, long to, BytesStore toStore) {
            int order =
                    Integer.signum(ordering.compareKept(from + orderingSlot, fromStore, to + orderingSlot, toStore));
            return order == sign
                    || order == 0 && OffHeap.getLong(from + positionSlot) < OffHeap.getLong(to + positionSlot);
        }
    }
}
