package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * {@code first(x)} and {@code last(x)} by event time, rows of equal time by their position in the journal; with {@code _by_arrival} by
 * position alone; with {@code _non_null} among the rows in which x is not null, otherwise a null counts as a value. Rows that one row
 * of the journal caused have its position; by arrival they go by event time.
 */
final class Edge implements AggregateFunction {
    private final String name;
    private final boolean latest;
    private final boolean byArrival;
    private final boolean skipNulls;

    /**
     * An edge.
     *
     * @param latest whether the latest row counts, else the earliest
     * @param byArrival whether rows are ordered by position alone
     * @param skipNulls whether rows with a null do not count
     */
    Edge(String name, boolean latest, boolean byArrival, boolean skipNulls) {
        this.name = name;
        this.latest = latest;
        this.byArrival = byArrival;
        this.skipNulls = skipNulls;
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
        return new AggregateShape(types.get(0), nullable.get(0), Long.BYTES + ValueCell.bytes(types.get(0)));
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        ValueCell cell = ValueCell.of(site.argument(), site.nodes());
        return site.node(
                Running.class,
                cell,
                byArrival ? site.nodes().<LongEvaluator>create(RowPosition.class) : site.eventTime(),
                site.argument().nullable(),
                skipNulls,
                latest,
                site.slots(),
                site.flags(),
                site.column());
    }

    /** The running edge: time or position of the row that counts, then its value. */
    static final class Running implements Accumulator {
        private final ValueCell cell;
        private final LongEvaluator order;
        private final boolean nullable;
        private final boolean skipNulls;
        private final boolean latest;
        private final int slot;
        private final int flags;
        private final int column;

        Running(
                ValueCell cell,
                LongEvaluator order,
                boolean nullable,
                boolean skipNulls,
                boolean latest,
                int slot,
                int flags,
                int column) {
            this.cell = cell;
            this.order = order;
            this.nullable = nullable;
            this.skipNulls = skipNulls;
            this.latest = latest;
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
            long at = order.getLong(row);
            if (!counts(at, value)) {
                return;
            }
            boolean isNull = nullable && cell.isNull(row);
            if (isNull && skipNulls) {
                return;
            }
            OffHeap.putLong(value + slot, at);
            Flags.set(value + flags, Flags.SEEN);
            if (isNull) {
                Flags.set(value + flags, Flags.NULL);
            } else {
                Flags.clear(value + flags, Flags.NULL);
                cell.store(row, value + slot + Long.BYTES, store);
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            if (!Flags.has(from + flags, Flags.SEEN) || !counts(OffHeap.getLong(from + slot), to)) {
                return;
            }
            OffHeap.putLong(to + slot, OffHeap.getLong(from + slot));
            Flags.set(to + flags, Flags.SEEN);
            if (Flags.has(from + flags, Flags.NULL)) {
                Flags.set(to + flags, Flags.NULL);
            } else {
                Flags.clear(to + flags, Flags.NULL);
                cell.copy(from + slot + Long.BYTES, fromStore, to + slot + Long.BYTES, toStore);
            }
        }

        @Override
        public void release(long value, BytesStore store) {
            cell.release(value + slot + Long.BYTES, store);
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            if (Flags.has(value + flags, Flags.SEEN) && !Flags.has(value + flags, Flags.NULL)) {
                cell.write(value + slot + Long.BYTES, store, out, column);
            }
        }

        private boolean counts(long at, long value) {
            if (!Flags.has(value + flags, Flags.SEEN)) {
                return true;
            }
            long kept = OffHeap.getLong(value + slot);
            return latest ? at >= kept : at < kept;
        }
    }
}
