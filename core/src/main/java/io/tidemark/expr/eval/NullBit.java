package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;

/** The null bit of a column that the plan has resolved: no check, since rows of a plan have its schema. */
final class NullBit {
    private NullBit() {}

    static boolean isSet(RowView row, int column) {
        return (OffHeap.getLong(row.address() + ((column >>> 6) << 3)) & 1L << column) != 0;
    }
}
