package io.tidemark.tools.diff;

import java.util.ArrayList;
import java.util.List;

/**
 * A row of one of the journals, copied.
 *
 * @param ordinal its number among the rows that are compared, from 0
 * @param position its index in the journal
 * @param sequence number of its record, negative when it has none
 * @param kind its kind
 * @param values texts of the compared columns, null for a null
 */
record ComparedRow(long ordinal, long position, long sequence, String kind, List<String> values) {
    private static final int ROW_BYTES = 160;
    private static final int VALUE_BYTES = 64;

    /** Texts of some columns. */
    List<String> values(List<Integer> columns) {
        List<String> some = new ArrayList<>(columns.size());
        for (int column : columns) {
            some.add(values.get(column));
        }
        return some;
    }

    /** About so many bytes of memory, with the map entry that holds it. */
    long bytes() {
        long bytes = ROW_BYTES;
        for (String value : values) {
            bytes += VALUE_BYTES + (value == null ? 0 : (long) value.length() * Character.BYTES);
        }
        return bytes;
    }

    /** Whether kind and values are those of another row. */
    boolean same(ComparedRow other) {
        return kind.equals(other.kind) && values.equals(other.values);
    }
}
