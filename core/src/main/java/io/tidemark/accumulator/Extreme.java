package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * {@code min(x)} and {@code max(x)} of the values that are not null; null when there is none. Text is ordered by code
 * points, doubles with NaN as the greatest and negative zero below zero.
 */
final class Extreme implements AggregateFunction {
    private final String name;
    private final boolean greatest;

    /**
     * An extreme.
     *
     * @param greatest whether the greatest value is kept, else the smallest
     */
    Extreme(String name, boolean greatest) {
        this.name = name;
        this.greatest = greatest;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (!Arguments.one(scope, call, types)) {
            return null;
        }
        return new AggregateShape(types.get(0), nullable.get(0), ValueCell.bytes(types.get(0)));
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        ValueCell cell = ValueCell.of(site.argument(), site.nodes());
        return site.node(
                Running.class, cell, site.argument().nullable(), greatest, site.slots(), site.flags(), site.column());
    }

    /** The running extreme. */
    static final class Running implements Accumulator {
        private final ValueCell cell;
        private final boolean nullable;
        private final boolean greatest;
        private final int slot;
        private final int flags;
        private final int column;

        Running(ValueCell cell, boolean nullable, boolean greatest, int slot, int flags, int column) {
            this.cell = cell;
            this.nullable = nullable;
            this.greatest = greatest;
            this.slot = slot;
            this.flags = flags;
            this.column = column;
        }

        @Override
        public boolean sized() {
            return cell.sized();
        }

        @Override
        public boolean fits(RowView row, int maxBytes) {
            return cell.fits(row, maxBytes);
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            if (nullable && cell.isNull(row)) {
                return;
            }
            if (!Flags.has(value + flags, Flags.SEEN)) {
                Flags.set(value + flags, Flags.SEEN);
                cell.store(row, value + slot, store);
            } else {
                cell.storeIf(row, value + slot, store, greatest);
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            if (!Flags.has(from + flags, Flags.SEEN)) {
                return;
            }
            if (!Flags.has(to + flags, Flags.SEEN)) {
                Flags.set(to + flags, Flags.SEEN);
                cell.copy(from + slot, fromStore, to + slot, toStore);
            } else {
                cell.copyIf(from + slot, fromStore, to + slot, toStore, greatest);
            }
        }

        @Override
        public void release(long value, BytesStore store) {
            cell.release(value + slot, store);
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            if (Flags.has(value + flags, Flags.SEEN)) {
                cell.write(value + slot, store, out, column);
            }
        }
    }
}
