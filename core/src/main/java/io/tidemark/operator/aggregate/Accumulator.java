package io.tidemark.operator.aggregate;

import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.StatePane;

/** One aggregate of a running operator. Its state lies in the value of a group, which starts as zeros. */
interface Accumulator {
    /** Whether what the row adds fits the state; {@code false} drops the row before anything is changed. */
    default boolean fits(RowView row, int maxBytes) {
        return true;
    }

    /** Takes in a row. */
    void add(RowView row, long value, StatePane pane);

    /** Stores the result in its column; a null result leaves the column null. */
    void write(long value, StatePane pane, RowWriter out);

    /** No aggregate: the end of a group that has none. */
    record None() implements Accumulator {
        @Override
        public void add(RowView row, long value, StatePane pane) {
            // Groups without aggregates only exist.
        }

        @Override
        public void write(long value, StatePane pane, RowWriter out) {
            // Nothing to store.
        }
    }

    /**
     * Two accumulators, one after the other.
     *
     * @param first runs first
     * @param rest runs then
     */
    record Pair(Accumulator first, Accumulator rest) implements Accumulator {
        @Override
        public boolean fits(RowView row, int maxBytes) {
            return first.fits(row, maxBytes) && rest.fits(row, maxBytes);
        }

        @Override
        public void add(RowView row, long value, StatePane pane) {
            first.add(row, value, pane);
            rest.add(row, value, pane);
        }

        @Override
        public void write(long value, StatePane pane, RowWriter out) {
            first.write(value, pane, out);
            rest.write(value, pane, out);
        }
    }
}
