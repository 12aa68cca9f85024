package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;

/** Takes rows and does nothing with them: looks at each column that a workload uses, which is what the rows themselves cost, or copies them out. */
final class SourceLoop extends HandLoop {
    private final boolean copies;
    private long sum;

    /**
     * A loop without state.
     *
     * @param copies whether rows come out as they are; else one row comes out at the end
     */
    SourceLoop(LoopOutput out, boolean copies) {
        super(out);
        this.copies = copies;
    }

    @Override
    void events(long from, long to) {
        throw new UnsupportedOperationException("rows of a source only");
    }

    @Override
    void row(int source, RowView row) {
        if (copies) {
            out.copy(row);
            return;
        }
        sum += row.getLong(EventRows.ID)
                + row.getLong(EventRows.KEY)
                + row.getLong(EventRows.TIME)
                + row.getLong(EventRows.AMOUNT);
    }

    @Override
    void finish() {
        if (!copies) {
            out.row(0, sum, 0, 0, 0);
        }
    }
}
