package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;

/** Hands the rows of one source to a loop. One class for all loops, so that a reader knows it and the engine alone. */
final class RowTaker implements RecordHandler {
    private final HandLoop loop;
    private final int source;

    RowTaker(HandLoop loop, int source) {
        this.loop = loop;
        this.source = source;
    }

    @Override
    public void onRow(RowView row) {
        loop.row(source, row);
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        throw new IllegalStateException(reason);
    }
}
