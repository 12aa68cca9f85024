package io.tidemark.row;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Type of a column.
 *
 * @param kind which type
 * @param precision digits of a decimal, 1 to 38; 0 for other kinds
 * @param scale digits after the point of a decimal, 0 to precision; 0 for other kinds
 */
public record DataType(Kind kind, int precision, int scale) {
    /** Greatest precision of a decimal. */
    public static final int MAX_PRECISION = 38;
    /** Greatest precision of a decimal that fits one 8-byte slot. */
    public static final int MAX_COMPACT_PRECISION = 18;

    /** true or false. */
    public static final DataType BOOL = new DataType(Kind.BOOL, 0, 0);
    /** 32-bit signed integer. */
    public static final DataType INT = new DataType(Kind.INT, 0, 0);
    /** 64-bit signed integer. */
    public static final DataType LONG = new DataType(Kind.LONG, 0, 0);
    /** 64-bit binary floating point. */
    public static final DataType DOUBLE = new DataType(Kind.DOUBLE, 0, 0);
    /** Nanoseconds since 1970-01-01T00:00:00Z, 64-bit signed. */
    public static final DataType TIMESTAMP = new DataType(Kind.TIMESTAMP, 0, 0);
    /** UTF-8 text. */
    public static final DataType STRING = new DataType(Kind.STRING, 0, 0);
    /** Bytes. */
    public static final DataType BINARY = new DataType(Kind.BINARY, 0, 0);

    private static final Pattern DECIMAL_TEXT = Pattern.compile("decimal\\(\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})\\s*\\)");

    /** The kinds of types. */
    public enum Kind {
        /** true or false. */
        BOOL,
        /** 32-bit integer. */
        INT,
        /** 64-bit integer. */
        LONG,
        /** 64-bit floating point. */
        DOUBLE,
        /** Exact decimal number. */
        DECIMAL,
        /** Point in time. */
        TIMESTAMP,
        /** Text. */
        STRING,
        /** Bytes. */
        BINARY
    }

    /** Checks precision and scale. */
    public DataType {
        Objects.requireNonNull(kind, "kind");
        boolean decimal = kind == Kind.DECIMAL;
        if (decimal && (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision)
                || !decimal && (precision != 0 || scale != 0)) {
            throw new TidemarkException(
                    ErrorCode.SCHEMA_INVALID,
                    "decimal(" + precision + "," + scale + ") is not a type.",
                    "Use a precision of 1 to 38 and a scale of 0 to the precision.");
        }
    }

    /** Decimal with {@code precision} digits, {@code scale} of them after the point. */
    public static DataType decimal(int precision, int scale) {
        return new DataType(Kind.DECIMAL, precision, scale);
    }

    /** Reads what {@link #toString} writes: {@code long}, {@code decimal(18,8)} and so on. */
    public static DataType parse(String text) {
        Objects.requireNonNull(text, "text");
        String name = text.strip().toLowerCase(Locale.ROOT);
        Matcher decimal = DECIMAL_TEXT.matcher(name);
        if (decimal.matches()) {
            return decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
        }
        return switch (name) {
            case "bool" -> BOOL;
            case "int" -> INT;
            case "long" -> LONG;
            case "double" -> DOUBLE;
            case "timestamp" -> TIMESTAMP;
            case "string" -> STRING;
            case "binary" -> BINARY;
            default ->
                throw new TidemarkException(
                        ErrorCode.SCHEMA_INVALID,
                        "'" + text + "' is not a type.",
                        "Use bool, int, long, double, decimal(p,s), timestamp, string or binary.");
        };
    }

    /** Whether this is a decimal. */
    public boolean isDecimal() {
        return kind == Kind.DECIMAL;
    }

    /** Whether this is int, long, double or decimal. */
    public boolean isNumeric() {
        return kind == Kind.INT || kind == Kind.LONG || kind == Kind.DOUBLE || kind == Kind.DECIMAL;
    }

    /** Whether values have a variable length: text and binary. */
    public boolean isVariableLength() {
        return kind == Kind.STRING || kind == Kind.BINARY;
    }

    /** Whether this is a decimal of more than 18 digits, which takes 16 bytes. */
    public boolean isWideDecimal() {
        return precision > MAX_COMPACT_PRECISION;
    }

    /** Bytes of the slot in the fixed part of a row: 16 for decimals of more than 18 digits, else 8. */
    public int slotBytes() {
        return isWideDecimal() ? 16 : 8;
    }

    /** Name as users write it. */
    @Override
    public String toString() {
        return isDecimal()
                ? "decimal(" + precision + "," + scale + ")"
                : kind.name().toLowerCase(Locale.ROOT);
    }
}
