package io.tidemark.accumulator;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** An aggregate over the rows for which a condition is true. */
final class Filtered implements Accumulator {
    private final BoolEvaluator condition;
    private final Accumulator aggregate;

    Filtered(BoolEvaluator condition, Accumulator aggregate) {
        this.condition = condition;
        this.aggregate = aggregate;
    }

    @Override
    public boolean sized() {
        return aggregate.sized();
    }

    @Override
    public boolean fits(RowView row, int maxBytes) {
        return condition.test(row) != BoolEvaluator.TRUE || aggregate.fits(row, maxBytes);
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (condition.test(row) == BoolEvaluator.TRUE) {
            aggregate.add(row, value, store);
        }
    }

    @Override
    public void retract(RowView row, long value, BytesStore store) {
        if (condition.test(row) == BoolEvaluator.TRUE) {
            aggregate.retract(row, value, store);
        }
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        aggregate.merge(from, fromStore, to, toStore);
    }

    @Override
    public void release(long value, BytesStore store) {
        aggregate.release(value, store);
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        aggregate.write(value, store, out);
    }
}
