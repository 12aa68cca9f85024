package io.tidemark.row;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Flyweight that reads one row where it lies. It is valid during the call it was handed to; whoever keeps the values copies
 * them. One thread.
 *
 * <p>Beside the columns a row carries its journal position, the recorded ingest time and its kind. A row that an operator
 * made carries those of the row that caused it.
 */
public final class RowView {
    /** Ingest time of a row whose source records none. */
    public static final long NO_INGEST_TIME = Long.MIN_VALUE;

    private Schema schema;
    private long address;
    private int length;
    private long position;
    private int source;
    private long ingestTimeNs = NO_INGEST_TIME;
    private RowKind kind = RowKind.INSERT;

    /** A view without a row. */
    public RowView() {}

    /** Points this view at a row of {@code length} bytes; position, ingest time and kind stay as they are. */
    public RowView wrap(Schema newSchema, long newAddress, int newLength) {
        if (schema != newSchema) {
            // A reference that is stored costs a barrier of the garbage collector.
            schema = newSchema;
        }
        address = newAddress;
        length = newLength;
        return this;
    }

    /** Takes the row away: the view reads nothing until it is pointed at another. Called where the bytes are no longer there. */
    public void unwrap() {
        wrap(null, 0, 0);
    }

    /** Sets where the row comes from: the first source of its query. */
    public RowView origin(long newPosition, long newIngestTimeNs, RowKind newKind) {
        return origin(0, newPosition, newIngestTimeNs, newKind);
    }

    /** Sets where the row comes from; {@code newSource} is the ordinal of the source in its query. */
    public RowView origin(int newSource, long newPosition, long newIngestTimeNs, RowKind newKind) {
        source = newSource;
        position = newPosition;
        ingestTimeNs = newIngestTimeNs;
        if (kind != newKind) {
            kind = newKind;
        }
        return this;
    }

    /** Takes over source, position, ingest time and kind of another row. */
    public RowView originOf(RowView other) {
        Objects.requireNonNull(other, "other");
        return origin(other.source, other.position, other.ingestTimeNs, other.kind);
    }

    /** Schema of the row. */
    public Schema schema() {
        return schema;
    }

    /** Native address of the first byte. */
    public long address() {
        return address;
    }

    /** Bytes of the whole row, a multiple of 8. */
    public int length() {
        return length;
    }

    /** Position in the journal of the row itself or of the row that caused it. */
    public long position() {
        return position;
    }

    /** Ordinal of the source in which {@link #position} lies, 0 for the first. */
    public int source() {
        return source;
    }

    /** Says in which source of the query {@link #position} lies. */
    public RowView source(int newSource) {
        source = newSource;
        return this;
    }

    /** Recorded ingest time in nanoseconds since 1970, or {@link #NO_INGEST_TIME}. */
    public long ingestTimeNs() {
        return ingestTimeNs;
    }

    /** What the row does to its result. */
    public RowKind kind() {
        return kind;
    }

    /** Whether a column is null. */
    public boolean isNull(int column) {
        if (schema == null || column < 0 || column >= schema.size()) {
            throw outside(column);
        }
        return (OffHeap.getLong(address + ((column >>> 6) << 3)) & (1L << column)) != 0;
    }

    /** Value of an int, long or timestamp column, or the unscaled value of a decimal of up to 18 digits; 0 when null. */
    public long getLong(int column) {
        if (schema == null || column < 0 || column >= schema.size()) {
            throw outside(column);
        }
        return OffHeap.getLong(address + schema.slotOffset(column));
    }

    /** Value of an int column; 0 when null. */
    public int getInt(int column) {
        return (int) getLong(column);
    }

    /** Value of a bool column; false when null. */
    public boolean getBool(int column) {
        return getLong(column) != 0;
    }

    /** Value of a double column; 0 when null. */
    public double getDouble(int column) {
        return Double.longBitsToDouble(getLong(column));
    }

    /** High word of the unscaled value of a decimal of more than 18 digits; 0 when null. */
    public long getDecimalHigh(int column) {
        require(column, SlotKind.MASK_WIDE_DECIMAL);
        return OffHeap.getLong(address + schema.slotOffset(column) + Long.BYTES);
    }

    /** Points {@code view} at the bytes of a text or binary column and returns it; length 0 when null. */
    public BytesView getBytes(int column, BytesView view) {
        require(column, SlotKind.MASK_BYTES);
        long slot = getLong(column);
        return view.wrap(address + (slot >>> 32), (int) slot);
    }

    /** Value of a text column as a new string, or null. Allocates: not for the row path. */
    public String getString(int column) {
        return isNull(column) ? null : getBytes(column, new BytesView()).toString();
    }

    /** Value of a decimal column as a new object, or null. Allocates: not for the row path. */
    public BigDecimal getDecimal(int column) {
        if (isNull(column)) {
            return null;
        }
        require(column, SlotKind.MASK_DECIMAL | SlotKind.MASK_WIDE_DECIMAL);
        DataType type = schema.type(column);
        BigInteger unscaled = BigInteger.valueOf(type.isWideDecimal() ? getDecimalHigh(column) : getLong(column));
        if (type.isWideDecimal()) {
            long low = getLong(column);
            unscaled = unscaled.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(low)));
        }
        return new BigDecimal(unscaled, type.scale());
    }

    /** Value of a timestamp column as a new object, or null. Allocates: not for the row path. */
    public Instant getTimestamp(int column) {
        if (isNull(column)) {
            return null;
        }
        long nanos = getLong(column);
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }

    /** Value of any column as a new object, or null. Allocates: not for the row path. */
    public Object get(int column) {
        if (isNull(column)) {
            return null;
        }
        return switch (schema.type(column).kind()) {
            case BOOL -> getBool(column);
            case INT -> getInt(column);
            case LONG -> getLong(column);
            case DOUBLE -> getDouble(column);
            case DECIMAL -> getDecimal(column);
            case TIMESTAMP -> getTimestamp(column);
            case STRING -> getString(column);
            case BINARY -> getBytes(column, new BytesView()).toByteArray();
        };
    }

    /** Names and values, for people. Allocates. */
    @Override
    public String toString() {
        if (schema == null) {
            return "{}";
        }
        StringBuilder text = new StringBuilder("{");
        for (int column = 0; column < schema.size(); column++) {
            text.append(column == 0 ? "" : ", ")
                    .append(schema.field(column).name())
                    .append('=');
            Object value = get(column);
            text.append(text(value));
        }
        return text.append('}').toString();
    }

    private static String text(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    /** Checks what the slot of a column holds where its value leads to other bytes. */
    private void require(int column, int accepted) {
        if (schema == null || column < 0 || column >= schema.size()) {
            throw outside(column);
        }
        if ((accepted >>> schema.slotKinds()[column] & 1) == 0) {
            throw SlotKind.mismatch(schema, column);
        }
    }

    private TidemarkException outside(int column) {
        return schema == null
                ? new TidemarkException(
                        ErrorCode.QUERY_STATE_INVALID,
                        "The view holds no row.",
                        "Use a view during the call it was handed to, and copy what is needed later.")
                : SlotKind.unknown(schema, column);
    }
}
