package io.tidemark.tools.csv;

import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowWriter;
import java.util.HexFormat;

/** Reads the text of one column and sets it in the row: exactly, or not at all. */
final class ValueParser {
    private static final int SHOWN_CHARACTERS = 40;

    private final Field field;
    private final int column;
    private final TimeFormat timeFormat;

    /** A parser of the column with this number in the schema; the time format counts for timestamps only. */
    ValueParser(Field field, int column, TimeFormat timeFormat) {
        this.field = field;
        this.column = column;
        this.timeFormat = timeFormat;
    }

    /** Sets the value in the row. */
    void parse(String text, RowWriter row) throws InvalidValueException {
        DataType type = field.type();
        switch (type.kind()) {
            case BOOL -> row.setBool(column, bool(text));
            case INT -> row.setInt(column, int32(text));
            case LONG -> row.setLong(column, int64(text));
            case DOUBLE -> row.setDouble(column, float64(text));
            case DECIMAL ->
                row.setDecimal(column, DecimalText.fit(DecimalText.parse(text, "is not a decimal number"), type));
            case TIMESTAMP -> row.setLong(column, timeFormat.parseNs(text));
            case STRING -> row.setString(column, text);
            case BINARY -> {
                byte[] bytes = hex(text);
                row.setBytes(column, bytes, 0, bytes.length);
            }
        }
    }

    /** {@code column 'price': 'abc' is not ...}, the text cut when it is long. */
    static String reason(String column, String text, InvalidValueException invalid) {
        String shown = text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
        return "column '" + column + "': '" + shown.replace("\n", "\\n").replace("\r", "\\r") + "' "
                + invalid.getMessage() + ".";
    }

    private static boolean bool(String text) throws InvalidValueException {
        if (text.equalsIgnoreCase("true") || text.equals("1")) {
            return true;
        }
        if (text.equalsIgnoreCase("false") || text.equals("0")) {
            return false;
        }
        throw new InvalidValueException("is not one of true, false, 1 and 0");
    }

    private static int int32(String text) throws InvalidValueException {
        long value = int64(text);
        if (value != (int) value) {
            throw new InvalidValueException("lies outside the range of an int");
        }
        return (int) value;
    }

    private static long int64(String text) throws InvalidValueException {
        return DecimalText.toLong(
                DecimalText.parse(text, "is not a whole number"),
                "is not a whole number",
                "lies outside the range of a long");
    }

    private static double float64(String text) throws InvalidValueException {
        switch (text) {
            case "NaN":
                return Double.NaN;
            case "Infinity", "+Infinity":
                return Double.POSITIVE_INFINITY;
            case "-Infinity":
                return Double.NEGATIVE_INFINITY;
            default:
                return finite(text);
        }
    }

    private static double finite(String text) throws InvalidValueException {
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                throw new InvalidValueException("is not a number");
            }
        }
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new InvalidValueException("is not a number");
        }
        if (Double.isInfinite(value)) {
            throw new InvalidValueException("lies outside the range of a double");
        }
        return value;
    }

    private static byte[] hex(String text) throws InvalidValueException {
        try {
            return HexFormat.of().parseHex(text.startsWith("0x") ? text.substring(2) : text);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("is not a sequence of pairs of hexadecimal digits");
        }
    }
}
