package io.tidemark.tools.csv;

import de.siegmar.fastcsv.reader.FieldModifier;
import io.tidemark.row.DataType;

/** Tells an empty field between quotes, which is an empty text, from one without, which is a null. */
final class EmptyText {
    /** Puts a text of its own in place of empty fields between quotes. */
    static final FieldModifier MARK = new FieldModifier() {
        @Override
        public String modify(long startingLineNumber, int fieldIdx, boolean quoted, String field) {
            return quoted && field.isEmpty() ? QUOTED : field;
        }
    };

    /** It is known by its identity. */
    private static final String QUOTED = String.valueOf(new char[0]);

    private EmptyText() {}

    /** Whether a field as it was read is an empty value of this type. */
    static boolean is(String field, DataType type) {
        return field == QUOTED && type.isVariableLength();
    }
}
