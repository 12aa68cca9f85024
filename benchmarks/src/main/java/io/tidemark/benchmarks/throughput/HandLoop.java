package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;

/**
 * A workload written by hand, without recovery, checks or counters. It takes its events in two ways: made by itself, as plain local variables, which is the
 * cheapest way there is; or as rows of a journal. One thread.
 */
abstract class HandLoop {
    static final long DELAY_NS = 5 * Events.SECOND;

    final LoopOutput out;

    HandLoop(LoopOutput out) {
        this.out = out;
    }

    /** Makes and takes the events from {@code from} to {@code to - 1}. */
    abstract void events(long from, long to);

    /** Takes a row of the source with this ordinal. */
    abstract void row(int source, RowView row);

    /** No event follows: all results come out. */
    abstract void finish();
}
