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

    /**
     * Takes in the state of another group of the same aggregate, which covers later event times. Panes are merged in the order of
     * their times, so the result is the same however rows were cut into panes, up to the last digits of double sums.
     *
     * @param from value of the other group, only read
     * @param fromPane its pane
     * @param to value of this group
     * @param toPane its pane
     */
    void merge(long from, StatePane fromPane, long to, StatePane toPane);

    /** Stores the result in its column; a null result leaves the column null. */
    void write(long value, StatePane pane, RowWriter out);

    /** No aggregate: the end of a group that has none. */
    final class None implements Accumulator {
        None() {}

        @Override
        public void add(RowView row, long value, StatePane pane) {
            // Groups without aggregates only exist.
        }

        @Override
        public void merge(long from, StatePane fromPane, long to, StatePane toPane) {
            // Nothing to take in.
        }

        @Override
        public void write(long value, StatePane pane, RowWriter out) {
            // Nothing to store.
        }
    }

    /** Two accumulators, one after the other. */
    final class Pair implements Accumulator {
        private final Accumulator first;
        private final Accumulator rest;

        Pair(Accumulator first, Accumulator rest) {
            this.first = first;
            this.rest = rest;
        }

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
        public void merge(long from, StatePane fromPane, long to, StatePane toPane) {
            first.merge(from, fromPane, to, toPane);
            rest.merge(from, fromPane, to, toPane);
        }

        @Override
        public void write(long value, StatePane pane, RowWriter out) {
            first.write(value, pane, out);
            rest.write(value, pane, out);
        }
    }
}
