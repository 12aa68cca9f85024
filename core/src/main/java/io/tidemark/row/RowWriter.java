package io.tidemark.row;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.JvmFlags;
import io.tidemark.memory.OffHeap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;

/**
 * Builds one row after the other in a buffer of its own. One thread.
 *
 * <p>{@link #start} begins a row in which every column is null, the setters fill columns in any order and each at most once,
 * {@link #finish} returns a view of it that is valid until the next {@code start}. Nothing is allocated once the buffer has
 * grown to the longest row.
 *
 * <p>The setters throw {@code COLUMN_UNKNOWN} for an index that the schema does not have, {@code TYPE_MISMATCH} for a column of
 * another type, {@code ROW_TOO_LARGE}, and {@code QUERY_STATE_INVALID} before the first {@code start} and after {@link #close}.
 */
public final class RowWriter implements AutoCloseable {
    /** Longest row in bytes. */
    public static final int MAX_ROW_BYTES = 1 << 20;

    private static final int INITIAL_BYTES = 512;
    private static final byte[] NO_COLUMNS = {};
    private static final int[] NO_OFFSETS = {};

    private final RowView view = new RowView();
    private Schema schema;
    /** Kinds of the columns that may be set: none before the first start and after close. */
    private byte[] kinds = NO_COLUMNS;

    private int[] offsets = NO_OFFSETS;

    private long buffer;
    private int capacity;
    private int length;

    /**
     * A writer with a small buffer.
     *
     * @throws TidemarkException {@code JVM_FLAG_MISSING}
     */
    public RowWriter() {
        JvmFlags.check();
        capacity = INITIAL_BYTES;
        buffer = OffHeap.allocate(capacity);
    }

    /**
     * Begins a row with all columns null.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID} after {@link #close}
     */
    public RowWriter start(Schema newSchema) {
        Objects.requireNonNull(newSchema, "schema");
        if (buffer == 0) {
            throw notWriting();
        }
        if (schema != newSchema) {
            ensure(newSchema.fixedBytes());
            schema = newSchema;
            kinds = newSchema.slotKinds();
            offsets = newSchema.slotOffsets();
        }
        length = newSchema.fixedBytes();
        OffHeap.putLong(buffer, newSchema.firstNullWord());
        OffHeap.zero(buffer + Long.BYTES, length - Long.BYTES);
        if (newSchema.nullWords() > 1) {
            setNull(newSchema);
        }
        return this;
    }

    private void setNull(Schema newSchema) {
        int columns = newSchema.size();
        for (int word = 1; word < newSchema.nullWords(); word++) {
            int inWord = Math.min(64, columns - (word << 6));
            OffHeap.putLong(buffer + ((long) word << 3), inWord == 64 ? -1L : (1L << inWord) - 1);
        }
    }

    /** Schema of the row that is being written; null before the first and after {@link #close}. */
    public Schema schema() {
        return schema;
    }

    /**
     * The finished row. Position and ingest time of the view are those given to the last {@code origin} call on it.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID} before the first {@link #start} and after {@link #close}
     */
    public RowView finish() {
        if (kinds == NO_COLUMNS) {
            throw notWriting();
        }
        return view.wrap(schema, buffer, length);
    }

    /** The row that {@link #finish} finished last. */
    public RowView row() {
        return view;
    }

    /** Sets a bool column. */
    public void setBool(int column, boolean value) {
        require(column, SlotKind.MASK_BOOL);
        put(column, value ? 1 : 0);
    }

    /** Sets an int column, or one that {@link #setLong} sets. */
    public void setInt(int column, int value) {
        setLong(column, value);
    }

    /**
     * Sets a long, timestamp or int column, a bool column to 0 or 1, or the unscaled value of a decimal of up to 18 digits.
     *
     * @throws TidemarkException also {@code ARITHMETIC_OVERFLOW} when an int takes more than 32 bits, or a bool another value
     */
    public void setLong(int column, long value) {
        if (column < 0 || column >= kinds.length) {
            throw unknown(column);
        }
        if ((SlotKind.MASK_LONG >>> kinds[column] & 1) == 0) {
            requireNarrow(column, value);
        }
        put(column, value);
    }

    /** Sets a double column; every NaN becomes the same NaN. */
    public void setDouble(int column, double value) {
        require(column, SlotKind.MASK_DOUBLE);
        put(column, Double.doubleToLongBits(value));
    }

    /** Sets the unscaled 128-bit value of a decimal of any precision; it must fit. */
    public void setDecimal(int column, long high, long low) {
        require(column, SlotKind.MASK_DECIMAL | SlotKind.MASK_WIDE_DECIMAL);
        put(column, low);
        if (kinds[column] == SlotKind.WIDE_DECIMAL) {
            OffHeap.putLong(buffer + offsets[column] + Long.BYTES, high);
        }
    }

    /**
     * Sets a decimal column. Allocates: not for the row path.
     *
     * @throws TidemarkException {@code ARITHMETIC_OVERFLOW} when the value does not fit precision and scale exactly
     */
    public void setDecimal(int column, BigDecimal value) {
        Objects.requireNonNull(value, "value");
        require(column, SlotKind.MASK_DECIMAL | SlotKind.MASK_WIDE_DECIMAL);
        DataType type = schema.type(column);
        BigInteger unscaled;
        try {
            unscaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY).unscaledValue();
        } catch (ArithmeticException e) {
            throw doesNotFit(column, value.toPlainString(), e);
        }
        if (unscaled.abs().compareTo(BigInteger.TEN.pow(type.precision())) >= 0) {
            throw doesNotFit(column, value.toPlainString(), null);
        }
        setDecimal(column, unscaled.shiftRight(64).longValue(), unscaled.longValue());
    }

    /** Sets a text column from characters; an unpaired surrogate becomes '?'. */
    public void setString(int column, CharSequence value) {
        require(column, SlotKind.MASK_STRING);
        int characters = Objects.requireNonNull(value, "value").length();
        int start = beginVariable(3L * characters);
        long at = buffer + start;
        for (int i = 0; i < characters; i++) {
            int c = value.charAt(i);
            if (c < 0x80) {
                OffHeap.putByte(at++, (byte) c);
                continue;
            }
            if (Character.isSurrogate((char) c)) {
                if (Character.isHighSurrogate((char) c)
                        && i + 1 < characters
                        && Character.isLowSurrogate(value.charAt(i + 1))) {
                    c = Character.toCodePoint((char) c, value.charAt(++i));
                } else {
                    c = '?';
                }
            }
            at = putCodePoint(at, c);
        }
        endVariable(column, start, (int) (at - buffer) - start);
    }

    /** Sets a text or binary column from native memory. */
    public void setBytes(int column, long address, int bytes) {
        require(column, SlotKind.MASK_BYTES);
        Objects.checkFromToIndex(0, bytes, Integer.MAX_VALUE);
        int start = beginVariable(bytes);
        OffHeap.copy(address, buffer + start, bytes);
        endVariable(column, start, bytes);
    }

    /** Sets a text or binary column from a view. */
    public void setBytes(int column, BytesView value) {
        Objects.requireNonNull(value, "value");
        setBytes(column, value.address(), value.length());
    }

    /** Sets a text or binary column from a heap array. */
    public void setBytes(int column, byte[] value, int offset, int bytes) {
        require(column, SlotKind.MASK_BYTES);
        Objects.checkFromIndexSize(offset, bytes, Objects.requireNonNull(value, "value").length);
        int start = beginVariable(bytes);
        OffHeap.copyIn(value, offset, buffer + start, bytes);
        endVariable(column, start, bytes);
    }

    /** Copies a column of the same type from another row, null or not. */
    public void copy(int column, RowView from, int fromColumn) {
        Objects.requireNonNull(from, "from");
        boolean absent = from.isNull(fromColumn);
        int kind = from.schema().slotKinds()[fromColumn];
        require(column, 1 << kind);
        if (absent) {
            return;
        }
        if ((SlotKind.MASK_BYTES >>> kind & 1) != 0) {
            long slot = from.getLong(fromColumn);
            setBytes(column, from.address() + (slot >>> 32), (int) slot);
            return;
        }
        put(column, from.getLong(fromColumn));
        if (kind == SlotKind.WIDE_DECIMAL) {
            OffHeap.putLong(buffer + offsets[column] + Long.BYTES, from.getDecimalHigh(fromColumn));
        }
    }

    /** Frees the buffer; views of it are dead. */
    @Override
    public void close() {
        if (buffer != 0) {
            OffHeap.free(buffer);
            buffer = 0;
            schema = null;
            kinds = NO_COLUMNS;
            offsets = NO_OFFSETS;
            view.unwrap();
        }
    }

    private static long putCodePoint(long start, int c) {
        long at = start;
        if (c < 0x80) {
            OffHeap.putByte(at++, (byte) c);
        } else if (c < 0x800) {
            OffHeap.putByte(at++, (byte) (0xC0 | c >> 6));
            OffHeap.putByte(at++, (byte) (0x80 | c & 0x3F));
        } else {
            if (c < 0x10000) {
                OffHeap.putByte(at++, (byte) (0xE0 | c >> 12));
            } else {
                OffHeap.putByte(at++, (byte) (0xF0 | c >> 18));
                OffHeap.putByte(at++, (byte) (0x80 | c >> 12 & 0x3F));
            }
            OffHeap.putByte(at++, (byte) (0x80 | c >> 6 & 0x3F));
            OffHeap.putByte(at++, (byte) (0x80 | c & 0x3F));
        }
        return at;
    }

    private void require(int column, int accepted) {
        if (column < 0 || column >= kinds.length) {
            throw unknown(column);
        }
        if ((accepted >>> kinds[column] & 1) == 0) {
            throw SlotKind.mismatch(schema, column);
        }
    }

    private void requireNarrow(int column, long value) {
        boolean fits = switch (kinds[column]) {
            case SlotKind.INT -> value == (int) value;
            case SlotKind.BOOL -> (value | 1) == 1;
            default -> throw SlotKind.mismatch(schema, column);
        };
        if (!fits) {
            throw doesNotFit(column, Long.toString(value), null);
        }
    }

    /** Sets slot and null bit of a column that was checked. */
    private void put(int column, long value) {
        long word = buffer + ((column >>> 6) << 3);
        OffHeap.putLong(word, OffHeap.getLong(word) & ~(1L << column));
        OffHeap.putLong(buffer + offsets[column], value);
    }

    private int beginVariable(long atMost) {
        long needed = length + atMost + Long.BYTES;
        if (needed > capacity) {
            ensure(needed);
        }
        return length;
    }

    private void endVariable(int column, int start, int bytes) {
        int padded = (bytes + 7) & ~7;
        long end = buffer + start + bytes;
        for (int i = bytes; i < padded; i++) {
            OffHeap.putByte(end++, (byte) 0);
        }
        if (start + padded > MAX_ROW_BYTES) {
            throw tooLarge(start + padded);
        }
        length = start + padded;
        put(column, (long) start << 32 | bytes);
    }

    private void ensure(long bytes) {
        if (bytes <= capacity) {
            return;
        }
        if (bytes > 4L * MAX_ROW_BYTES) {
            throw tooLarge(bytes);
        }
        long newCapacity = Math.max(bytes, 2L * capacity);
        long grown = OffHeap.allocate(newCapacity);
        OffHeap.copy(buffer, grown, Math.min(length, capacity));
        OffHeap.free(buffer);
        buffer = grown;
        capacity = (int) newCapacity;
    }

    private TidemarkException unknown(int column) {
        return kinds == NO_COLUMNS ? notWriting() : SlotKind.unknown(schema, column);
    }

    private TidemarkException notWriting() {
        return buffer == 0
                ? new TidemarkException(
                        ErrorCode.QUERY_STATE_INVALID,
                        "The row writer is closed, or the appender that it belongs to is.",
                        "Fill and commit rows before that is closed.")
                : new TidemarkException(
                        ErrorCode.QUERY_STATE_INVALID, "No row was started.", "Start a row with its schema first.");
    }

    private static TidemarkException tooLarge(long bytes) {
        return new TidemarkException(
                ErrorCode.ROW_TOO_LARGE,
                "A row of " + bytes + " bytes is longer than the greatest row, " + MAX_ROW_BYTES + " bytes.",
                "Store large values elsewhere and keep a reference in the row.");
    }

    private TidemarkException doesNotFit(int column, String value, ArithmeticException cause) {
        Field field = schema.field(column);
        return new TidemarkException(
                new Problem(
                        ErrorCode.ARITHMETIC_OVERFLOW,
                        "",
                        field.name(),
                        value + " does not fit " + field.type() + ".",
                        "Declare more digits, or round the value."),
                cause);
    }
}
