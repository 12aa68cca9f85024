package io.tidemark.operator.dedup;

import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.util.List;

/** Tells whether a row says the same as the kept row of its key. One thread. */
final class CopyCheck {
    private final ValueOrder order = new ValueOrder();
    private final Schema schema;
    private final int[] columns;
    private final int[] keptColumns;

    /**
     * A check.
     *
     * @param schema columns of a row
     * @param columns indexes of the columns to compare
     * @param keptColumns their indexes in what is kept of a row
     */
    CopyCheck(Schema schema, List<Integer> columns, List<Integer> keptColumns) {
        this.schema = schema;
        this.columns = columns.stream().mapToInt(Integer::intValue).toArray();
        this.keptColumns = keptColumns.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Whether all columns to compare are equal. */
    boolean isCopy(RowView row, RowView kept) {
        for (int i = 0; i < columns.length; i++) {
            if (order.compare(schema.type(columns[i]), row, columns[i], kept, keptColumns[i]) != 0) {
                return false;
            }
        }
        return true;
    }
}
