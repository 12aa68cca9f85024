package io.tidemark.row;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Names, types and byte layout of a row. Immutable.
 *
 * <p>A row is {@code [null bits][slots][variable part]}, every part a multiple of 8 bytes:
 *
 * <ul>
 *   <li>null bits: one 64-bit word per 64 columns; bit {@code c % 64} of word {@code c / 64} is set when column c is null;
 *   <li>slots: in column order, 8 bytes each, 16 for decimals of more than 18 digits. A null has a slot of zeros. Bool is
 *       0 or 1; int is sign-extended; double is its bits; timestamp is nanoseconds since 1970; a decimal is its unscaled
 *       value, wide ones low word first; text and binary are {@code offset << 32 | length}, the offset counted from the
 *       start of the row;
 *   <li>variable part: the bytes of text and binary values in column order, each padded with zeros to a multiple of 8.
 * </ul>
 *
 * <p>Equal values have equal bytes, so rows can be compared and hashed as they lie, provided doubles were normalised.
 */
public final class Schema {
    private final List<Field> fields;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final int[] slotOffsets;
    private final byte[] slotKinds;
    private final long[] requiredBits;
    private final int fixedBytes;
    private final boolean variableLength;
    private final int nullWords;
    private final long firstNullWord;

    private Schema(List<Field> fields) {
        this.fields = List.copyOf(fields);
        nullWords = (fields.size() + 63) >>> 6;
        firstNullWord = fields.size() >= Long.SIZE ? -1L : (1L << fields.size()) - 1;
        slotOffsets = new int[fields.size()];
        slotKinds = new byte[fields.size()];
        boolean required = fields.stream().anyMatch(field -> !field.nullable());
        requiredBits = new long[required ? nullWords : 0];
        int offset = nullWords * Long.BYTES;
        boolean variable = false;
        for (int column = 0; column < slotOffsets.length; column++) {
            Field field = fields.get(column);
            if (field.name().isEmpty()) {
                throw new TidemarkException(
                        ErrorCode.SCHEMA_INVALID, "Column " + column + " has an empty name.", "Give it a name.");
            }
            if (indexes.put(field.name(), column) != null) {
                throw new TidemarkException(
                        ErrorCode.COLUMN_DUPLICATE,
                        "Column '" + field.name() + "' stands twice in the schema.",
                        "Rename one of them.");
            }
            slotOffsets[column] = offset;
            slotKinds[column] = (byte) SlotKind.of(field.type());
            if (!field.nullable()) {
                requiredBits[column >>> 6] |= 1L << column;
            }
            offset += field.type().slotBytes();
            variable |= field.type().isVariableLength();
        }
        fixedBytes = offset;
        variableLength = variable;
    }

    /** A schema of these columns; of none for a part of a row that can be empty, such as the keys of a group without any. */
    public static Schema of(List<Field> fields) {
        return new Schema(Objects.requireNonNull(fields, "fields"));
    }

    /** A schema of these columns. */
    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
    }

    /** A builder that names columns one after the other. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads {@code "ts timestamp, price decimal(18,8), note string not null"}. A name with blanks, commas or quotes stands between
     * backquotes, and a backquote in it is written twice.
     *
     * @throws TidemarkException {@code SCHEMA_INVALID} with the part that cannot be read
     */
    public static Schema parse(String text) {
        return new Schema(SchemaText.parse(Objects.requireNonNull(text, "text")));
    }

    /** All columns in order. */
    public List<Field> fields() {
        return fields;
    }

    /** Number of columns. */
    public int size() {
        return slotOffsets.length;
    }

    /** The column at {@code index}. */
    public Field field(int index) {
        return fields.get(index);
    }

    /** Type of the column at {@code index}. */
    public DataType type(int index) {
        return fields.get(index).type();
    }

    /** Index of a column, or -1 when there is none of this name. */
    public int indexOf(String name) {
        Integer index = indexes.get(Objects.requireNonNull(name, "name"));
        return index == null ? -1 : index;
    }

    /**
     * Index of a column that must exist.
     *
     * @throws TidemarkException {@code COLUMN_UNKNOWN} naming the columns there are
     */
    public int index(String name) {
        int index = indexOf(name);
        if (index < 0) {
            throw new TidemarkException(
                    ErrorCode.COLUMN_UNKNOWN, "There is no column '" + name + "'.", "Use one of " + names() + ".");
        }
        return index;
    }

    /** Names of all columns in order. */
    public List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    /** Number of 8-byte words with null bits at the start of a row. */
    public int nullWords() {
        return nullWords;
    }

    /** First word of null bits of a row in which all columns are null. */
    long firstNullWord() {
        return firstNullWord;
    }

    /** Byte offset of a column's slot from the start of a row. */
    public int slotOffset(int column) {
        return slotOffsets[column];
    }

    /** First column that may not be null and is null in a row of this schema, or -1. Compares one word per 64 columns. */
    public int missingValue(RowView row) {
        for (int word = 0; word < requiredBits.length; word++) {
            long missing = OffHeap.getLong(row.address() + ((long) word << 3)) & requiredBits[word];
            if (missing != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(missing);
            }
        }
        return -1;
    }

    /** Offsets of the slots by column; not to be changed. */
    int[] slotOffsets() {
        return slotOffsets;
    }

    /** What each slot holds, as {@link SlotKind} numbers it; not to be changed. */
    byte[] slotKinds() {
        return slotKinds;
    }

    /** Bytes of null bits and slots; the whole row where no column has a variable length. */
    public int fixedBytes() {
        return fixedBytes;
    }

    /** Whether some column is text or binary. */
    public boolean isVariableLength() {
        return variableLength;
    }

    /** Handle of a long, timestamp or int column. */
    public LongColumn longColumn(String name) {
        return new LongColumn(this, checked(name, DataType.Kind.LONG, DataType.Kind.TIMESTAMP, DataType.Kind.INT));
    }

    /** Handle of a double column. */
    public DoubleColumn doubleColumn(String name) {
        return new DoubleColumn(this, checked(name, DataType.Kind.DOUBLE));
    }

    /** Handle of a bool column. */
    public BoolColumn boolColumn(String name) {
        return new BoolColumn(this, checked(name, DataType.Kind.BOOL));
    }

    /** Handle of a decimal column. */
    public DecimalColumn decimalColumn(String name) {
        return new DecimalColumn(this, checked(name, DataType.Kind.DECIMAL));
    }

    /** Handle of a text column. */
    public TextColumn textColumn(String name) {
        return new TextColumn(this, checked(name, DataType.Kind.STRING));
    }

    private int checked(String name, DataType.Kind... kinds) {
        int index = index(name);
        DataType type = type(index);
        if (!List.of(kinds).contains(type.kind())) {
            throw new TidemarkException(
                    ErrorCode.TYPE_MISMATCH,
                    "Column '" + name + "' is a " + type + ".",
                    "Ask for a handle of that type, or cast the column in the query.");
        }
        return index;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Schema schema && schema.fields.equals(fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return fields.stream().map(Field::toString).collect(Collectors.joining(", "));
    }

    /** Names columns one after the other; all may hold nulls. */
    public static final class Builder {
        private final List<Field> fields = new ArrayList<>();

        private Builder() {}

        /** Adds a column of any type. */
        public Builder column(String name, DataType type) {
            fields.add(new Field(name, type, true));
            return this;
        }

        /** Adds a bool column. */
        public Builder bool(String name) {
            return column(name, DataType.BOOL);
        }

        /** Adds a 32-bit integer column. */
        public Builder int32(String name) {
            return column(name, DataType.INT);
        }

        /** Adds a 64-bit integer column. */
        public Builder int64(String name) {
            return column(name, DataType.LONG);
        }

        /** Adds a double column. */
        public Builder float64(String name) {
            return column(name, DataType.DOUBLE);
        }

        /** Adds a decimal column. */
        public Builder decimal(String name, int precision, int scale) {
            return column(name, DataType.decimal(precision, scale));
        }

        /** Adds a timestamp column. */
        public Builder timestamp(String name) {
            return column(name, DataType.TIMESTAMP);
        }

        /** Adds a text column. */
        public Builder string(String name) {
            return column(name, DataType.STRING);
        }

        /** Adds a binary column. */
        public Builder binary(String name) {
            return column(name, DataType.BINARY);
        }

        /**
         * The schema.
         *
         * @throws TidemarkException {@code SCHEMA_INVALID} without columns or with an empty name, {@code COLUMN_DUPLICATE}
         */
        public Schema build() {
            if (fields.isEmpty()) {
                throw new TidemarkException(
                        ErrorCode.SCHEMA_INVALID, "The schema has no columns.", "Name one column at least.");
            }
            return new Schema(fields);
        }
    }
}
