package io.tidemark.journal;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;
import java.math.BigDecimal;
import java.time.Instant;

/** Layout of a record in memory: 40 bytes of header, the row, zeros up to a multiple of 8. */
final class MemoryRecord {
    static final int HEADER_BYTES = 40;

    private static final int PAYLOAD_BYTES = 0;
    private static final int KIND = 4;
    private static final int SEQUENCE = 8;
    private static final int INGEST_TIME = 16;
    private static final int CAUSE = 24;
    private static final int CAUSE_SOURCE = 32;
    private static final int REASON = 36;
    private static final int NO_REASON = -1;

    private MemoryRecord() {}

    static int bytes(int payload) {
        return HEADER_BYTES + ((payload + 7) & ~7);
    }

    static void put(long at, int payload, long ingestTimeNs, long sequence, long cause, int causeSource) {
        OffHeap.putInt(at + PAYLOAD_BYTES, payload);
        OffHeap.putInt(at + KIND, 0);
        OffHeap.putLong(at + SEQUENCE, sequence);
        OffHeap.putLong(at + INGEST_TIME, ingestTimeNs);
        OffHeap.putLong(at + CAUSE, cause);
        OffHeap.putInt(at + CAUSE_SOURCE, causeSource);
        OffHeap.putInt(at + REASON, NO_REASON);
    }

    static void putKind(long at, RowKind kind) {
        OffHeap.putInt(at + KIND, kind.ordinal());
    }

    static void putInvalid(long at, int reason) {
        OffHeap.putInt(at + REASON, reason);
    }

    static int payloadBytes(long at) {
        return OffHeap.getInt(at + PAYLOAD_BYTES);
    }

    static RowKind kind(long at) {
        return RowKind.of(OffHeap.getInt(at + KIND));
    }

    static long sequence(long at) {
        return OffHeap.getLong(at + SEQUENCE);
    }

    static long ingestTimeNs(long at) {
        return OffHeap.getLong(at + INGEST_TIME);
    }

    static long cause(long at) {
        return OffHeap.getLong(at + CAUSE);
    }

    static int causeSource(long at) {
        return OffHeap.getInt(at + CAUSE_SOURCE);
    }

    static boolean isInvalid(long at) {
        return reason(at) != NO_REASON;
    }

    static int reason(long at) {
        return OffHeap.getInt(at + REASON);
    }

    /** Sets the columns of a started row from values in column order. */
    static RowWriter fill(RowWriter row, Object... values) {
        if (values.length != row.schema().size()) {
            throw mismatch(
                    "There are " + values.length + " values for " + row.schema().size() + " columns.");
        }
        for (int column = 0; column < values.length; column++) {
            if (values[column] != null) {
                set(row, column, values[column]);
            }
        }
        return row;
    }

    private static void set(RowWriter row, int column, Object value) {
        boolean decimal = row.schema().type(column).isDecimal();
        if (value instanceof Boolean bool) {
            row.setBool(column, bool);
        } else if (value instanceof BigDecimal number && decimal) {
            row.setDecimal(column, number);
        } else if (value instanceof Number number && decimal) {
            row.setDecimal(column, new BigDecimal(number.toString()));
        } else if (value instanceof Number number) {
            setNumber(row, column, number);
        } else if (value instanceof Instant instant) {
            row.setLong(column, nanos(row, column, instant));
        } else if (value instanceof CharSequence text) {
            row.setString(column, text);
        } else if (value instanceof byte[] bytes) {
            row.setBytes(column, bytes, 0, bytes.length);
        } else {
            throw mismatch("Column '" + row.schema().field(column).name() + "' cannot take a "
                    + value.getClass().getName() + ".");
        }
    }

    private static void setNumber(RowWriter row, int column, Number number) {
        switch (row.schema().type(column).kind()) {
            case DOUBLE -> row.setDouble(column, number.doubleValue());
            case INT, LONG, TIMESTAMP -> row.setLong(column, number.longValue());
            default ->
                throw mismatch(
                        "Column '" + row.schema().field(column).name() + "' cannot take the number " + number + ".");
        }
    }

    private static TidemarkException mismatch(String reason) {
        return new TidemarkException(
                ErrorCode.TYPE_MISMATCH, reason, "Give one value of the column's type for each column.");
    }

    private static long nanos(RowWriter row, int column, Instant instant) {
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
        } catch (ArithmeticException e) {
            throw mismatch("Column '" + row.schema().field(column).name() + "' cannot take " + instant
                    + ": times are nanoseconds from 1677 to 2262.");
        }
    }
}
