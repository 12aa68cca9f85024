package io.tidemark.plan;

import io.tidemark.calendar.TradingCalendar;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import io.tidemark.row.SchemaJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Values that stand in a plan as one text, and constants of expressions by their type. */
final class TextForms {
    private TextForms() {}

    /** The text of a value, or null when its class has none. */
    static String write(Object value) {
        if (value instanceof Schema schema) {
            return SchemaJson.write(schema);
        }
        if (value instanceof TradingCalendar calendar) {
            return calendar.toJson();
        }
        return value instanceof DataType
                        || value instanceof ZoneId
                        || value instanceof LocalTime
                        || value instanceof String
                ? value.toString()
                : null;
    }

    /** The value of a class from its text, or null when the class has no text. */
    static Object read(String text, Class<?> type) {
        if (type == String.class) {
            return text;
        } else if (type == Schema.class) {
            return SchemaJson.read(text);
        } else if (type == DataType.class) {
            return DataType.parse(text);
        } else if (ZoneId.class.isAssignableFrom(type)) {
            return ZoneId.of(text);
        } else if (type == LocalTime.class) {
            return LocalTime.parse(text);
        } else if (type == TradingCalendar.class) {
            return TradingCalendar.ofJson(text);
        }
        return null;
    }

    /** The text of a constant. */
    static String writeConstant(Object value) {
        if (value instanceof List<?> bytes) {
            byte[] raw = new byte[bytes.size()];
            for (int i = 0; i < raw.length; i++) {
                raw[i] = (Byte) bytes.get(i);
            }
            return Base64.getEncoder().encodeToString(raw);
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    /** A constant of a type from its text. */
    static Object readConstant(String text, DataType type) {
        return switch (type.kind()) {
            case BOOL -> Boolean.valueOf(text);
            case INT -> Integer.valueOf(text);
            case LONG -> Long.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> new BigDecimal(text);
            case TIMESTAMP -> Instant.parse(text);
            case STRING -> text;
            case BINARY -> bytes(Base64.getDecoder().decode(text));
        };
    }

    private static List<Byte> bytes(byte[] raw) {
        List<Byte> bytes = new ArrayList<>();
        for (byte one : raw) {
            bytes.add(one);
        }
        return List.copyOf(bytes);
    }
}
