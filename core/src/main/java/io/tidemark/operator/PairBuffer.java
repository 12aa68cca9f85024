package io.tidemark.operator;

import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * A row of the columns of two rows, made by copying slots: for columns that are all of fixed length and together need one word of null bits. The
 * view that is handed out is good until the next row is made. Engine thread only.
 */
public interface PairBuffer extends AutoCloseable {
    /** A buffer, or null where slots cannot be copied so. */
    static PairBuffer of(Schema pairs, int leftColumns) {
        boolean fits = !pairs.isVariableLength() && pairs.nullWords() == 1;
        return fits && leftColumns > 0 && leftColumns < pairs.size() ? PairSlots.of(pairs, leftColumns) : null;
    }

    /** Puts two rows together. */
    RowView both(RowView left, RowView right);

    /** A row of the left side alone, with nulls for the other columns. */
    RowView leftAlone(RowView left);

    /** A row of the right side alone, with nulls for the other columns. */
    RowView rightAlone(RowView right);

    /** The row that was made last. */
    RowView row();

    @Override
    void close();
}
