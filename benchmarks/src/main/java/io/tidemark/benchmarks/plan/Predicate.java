package io.tidemark.benchmarks.plan;

import io.tidemark.row.RowView;

/** A condition on a row, as the benchmark calls it. */
public interface Predicate {
    /** 1, 0 or -1 for null. */
    int test(RowView row);
}
