package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Values as cases write them, and when two of them are the same. */
final class CaseValues {
    private static final double RELATIVE_TOLERANCE = 1e-9;
    private static final double ESTIMATE_TOLERANCE = 0.15;

    private CaseValues() {}

    /** A row of values; decimals have the digits of their type. */
    static List<Object> row(JsonNode values, Schema schema) {
        List<Object> row = new ArrayList<>();
        for (int column = 0; column < schema.size(); column++) {
            row.add(value(values.get(column), schema.type(column)));
        }
        return row;
    }

    /** A value of a type, as {@link io.tidemark.row.RowView#get} gives it. */
    static Object value(JsonNode value, DataType type) {
        if (value.isNull()) {
            return null;
        }
        return switch (type.kind()) {
            case BOOL -> value.booleanValue();
            case INT -> value.intValue();
            case LONG -> value.longValue();
            case DOUBLE -> value.isTextual() ? Double.parseDouble(value.textValue()) : value.doubleValue();
            case DECIMAL -> new BigDecimal(value.textValue()).setScale(type.scale());
            case TIMESTAMP -> Instant.parse(value.textValue());
            case STRING -> value.textValue();
            case BINARY -> throw new IllegalArgumentException("no case has bytes");
        };
    }

    /** A span such as {@code -10 seconds}. */
    static Duration span(String text) {
        String[] parts = text.split(" ");
        long count = Long.parseLong(parts[0]);
        return switch (parts[1].replaceFirst("s$", "")) {
            case "microsecond" -> Duration.ofNanos(Math.multiplyExact(count, 1000L));
            case "millisecond" -> Duration.ofMillis(count);
            case "second" -> Duration.ofSeconds(count);
            case "minute" -> Duration.ofMinutes(count);
            case "hour" -> Duration.ofHours(count);
            case "day" -> Duration.ofDays(count);
            case "week" -> Duration.ofDays(Math.multiplyExact(count, 7L));
            default -> throw new IllegalArgumentException("'" + text + "' is not a span");
        };
    }

    /**
     * Whether two rows are the same: doubles to a relative 1e-9, NaN equal to NaN, the zeros equal, estimates to fifteen percent, all else
     * exactly.
     */
    static boolean sameRow(List<Object> expected, List<Object> actual, List<Boolean> estimates) {
        boolean same = expected.size() == actual.size();
        for (int column = 0; same && column < expected.size(); column++) {
            same = estimates.get(column)
                    ? isNear((Long) expected.get(column), (Long) actual.get(column))
                    : sameValue(expected.get(column), actual.get(column));
        }
        return same;
    }

    private static boolean isNear(long expected, long actual) {
        return Math.abs(actual - expected) <= ESTIMATE_TOLERANCE * expected;
    }

    private static boolean sameValue(Object expected, Object actual) {
        if (expected instanceof Double left && actual instanceof Double right) {
            double most = Math.max(Math.abs(left), Math.abs(right));
            return left.equals(right)
                    || left.doubleValue() == right.doubleValue()
                    || !Double.isInfinite(most) && Math.abs(left - right) <= RELATIVE_TOLERANCE * most;
        }
        return Objects.equals(expected, actual);
    }
}
