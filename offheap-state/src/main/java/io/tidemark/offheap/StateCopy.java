package io.tidemark.offheap;

import io.tidemark.state.StateImage;
import io.tidemark.state.TableSpec;
import java.util.BitSet;
import java.util.List;

/**
 * Copy of a whole backend.
 *
 * @param tables shapes in the order of opening
 * @param panes panes of each table
 * @param scalars paths in the order of opening
 * @param values value of each scalar
 */
record StateCopy(List<TableSpec> tables, List<List<PaneCopy>> panes, List<String> scalars, long[] values)
        implements StateImage {
    @Override
    public long sizeBytes() {
        long bytes = (long) values.length * Long.BYTES;
        for (List<PaneCopy> table : panes) {
            bytes += table.stream().mapToLong(PaneCopy::sizeBytes).sum();
        }
        return bytes;
    }

    /** Numbers of all pages in the copy. */
    BitSet pageNumbers() {
        BitSet numbers = new BitSet();
        for (List<PaneCopy> table : panes) {
            for (PaneCopy pane : table) {
                pane.rows().forEach(page -> numbers.set(page.number()));
                pane.texts().forEach(page -> numbers.set(page.number()));
            }
        }
        return numbers;
    }
}
