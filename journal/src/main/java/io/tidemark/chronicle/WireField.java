package io.tidemark.chronicle;

import io.tidemark.error.TidemarkException;
import io.tidemark.row.DataType;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;

/**
 * Reads one field of a self-describing document into a column.
 *
 * <p>The code before a value tells its type, so a value of a wrong type is found without an exception. The wire writes numbers
 * in the shortest form, integers as floating point and back where nothing is lost; both are accepted for every numeric column
 * when the value fits exactly. Decimals, dates and texts of times allocate; other values do not.
 */
final class WireField {
    private static final double LONG_RANGE = 0x1p63;
    private static final long NANOS = 1_000_000_000L;

    private final String name;
    private final int column;
    private final DataType type;
    private final String wrongType;
    private final StringBuilder text = new StringBuilder();
    private final Bytes<?> bytes;

    WireField(String name, Schema schema, int column) {
        this.name = name;
        this.column = column;
        this.type = schema.type(column);
        this.wrongType = "Field '" + name + "' holds no " + type + ".";
        this.bytes = type.kind() == DataType.Kind.BINARY ? Bytes.allocateElasticOnHeap() : null;
    }

    String name() {
        return name;
    }

    int column() {
        return column;
    }

    /** Whether a value with this code holds fields, perhaps behind the name of its type. */
    static boolean isNested(int code) {
        return code >= BinaryWireCode.BYTES_LENGTH8 && code <= BinaryWireCode.BYTES_LENGTH32
                || code == BinaryWireCode.TYPE_PREFIX;
    }

    /** Reads the value or passes over it; gives the reason why it does not fit, or null. */
    String read(ValueIn value, int code, RowWriter row) {
        if (code == BinaryWireCode.NULL) {
            value.skipValue();
            return null;
        }
        boolean read;
        try {
            read = switch (type.kind()) {
                case BOOL -> readBool(value, code, row);
                case INT -> readInteger(value, code, row, Integer.MIN_VALUE, Integer.MAX_VALUE);
                case LONG -> readInteger(value, code, row, Long.MIN_VALUE, Long.MAX_VALUE);
                case DOUBLE -> readDouble(value, code, row);
                case DECIMAL -> readDecimal(value, code, row);
                case TIMESTAMP -> readTime(value, code, row);
                case STRING -> readText(value, code, row);
                case BINARY -> readBytes(value, code, row);
            };
        } catch (ArithmeticException | DateTimeException | NumberFormatException | TidemarkException e) {
            return wrongType;
        }
        if (!read) {
            value.skipValue();
            return wrongType;
        }
        return null;
    }

    private boolean readBool(ValueIn value, int code, RowWriter row) {
        if (code != BinaryWireCode.TRUE && code != BinaryWireCode.FALSE) {
            return false;
        }
        row.setBool(column, value.bool());
        return true;
    }

    private boolean readInteger(ValueIn value, int code, RowWriter row, long least, long most) {
        long number;
        if (isInteger(code)) {
            number = value.int64();
        } else if (isFloat(code)) {
            double exact = value.float64();
            // The wire stores Long.MAX_VALUE as 2^63, to which the cast below gives it back.
            if (exact != Math.rint(exact) || Math.abs(exact) > LONG_RANGE) {
                throw new ArithmeticException();
            }
            number = (long) exact;
        } else {
            return false;
        }
        if (number < least || number > most) {
            throw new ArithmeticException();
        }
        row.setLong(column, number);
        return true;
    }

    private boolean readDouble(ValueIn value, int code, RowWriter row) {
        if (!isInteger(code) && !isFloat(code)) {
            return false;
        }
        row.setDouble(column, isInteger(code) ? value.int64() : value.float64());
        return true;
    }

    private boolean readDecimal(ValueIn value, int code, RowWriter row) {
        if (isInteger(code)) {
            row.setDecimal(column, BigDecimal.valueOf(value.int64()));
        } else if (isFloat(code)) {
            row.setDecimal(column, BigDecimal.valueOf(value.float64()));
        } else if (isText(code)) {
            row.setDecimal(column, new BigDecimal(value.text()));
        } else {
            return false;
        }
        return true;
    }

    private boolean readTime(ValueIn value, int code, RowWriter row) {
        if (code == BinaryWireCode.ZONED_DATE_TIME) {
            row.setLong(column, nanosOf(value.zonedDateTime().toInstant()));
        } else if (code == BinaryWireCode.DATE_TIME) {
            row.setLong(column, nanosOf(value.dateTime().toInstant(ZoneOffset.UTC)));
        } else if (isText(code)) {
            row.setLong(column, nanosOf(Instant.parse(value.text())));
        } else {
            return readInteger(value, code, row, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        return true;
    }

    private boolean readText(ValueIn value, int code, RowWriter row) {
        if (!isText(code)) {
            return false;
        }
        text.setLength(0);
        value.textTo(text);
        row.setString(column, text);
        return true;
    }

    private boolean readBytes(ValueIn value, int code, RowWriter row) {
        if (!isNested(code)) {
            return false;
        }
        if (code == BinaryWireCode.TYPE_PREFIX) {
            value.typePrefix(this, (field, typeName) -> {});
        }
        bytes.clear();
        value.bytes(bytes);
        row.setBytes(column, bytes.toByteArray(), 0, (int) bytes.readRemaining());
        return true;
    }

    private static long nanosOf(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS), time.getNano());
    }

    private static boolean isInteger(int code) {
        return code < BinaryWireCode.BYTES_LENGTH8
                || code >= BinaryWireCode.UINT8 && code <= BinaryWireCode.SET_LOW_INT16
                || code == BinaryWireCode.INT64_0x;
    }

    private static boolean isFloat(int code) {
        return code >= BinaryWireCode.FLOAT32 && code <= BinaryWireCode.FLOAT_SET_LOW_4;
    }

    private static boolean isText(int code) {
        return code >= BinaryWireCode.STRING_0 || code == BinaryWireCode.STRING_ANY;
    }
}
