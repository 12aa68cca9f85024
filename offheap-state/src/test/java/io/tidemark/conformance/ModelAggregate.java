package io.tidemark.conformance;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The aggregates of the {@link SparkModel}, each over all values of a group in the order of arrival. */
final class ModelAggregate {
    private static final Set<String> KNOWN =
            Set.of("count", "sum", "avg", "min", "max", "first", "last", "first_non_null", "last_non_null");
    private static final int MORE_DIGITS_OF_AVERAGE = 4;

    private ModelAggregate() {}

    static boolean knows(String function) {
        return KNOWN.contains(function);
    }

    /** The result over values of which some may be null. */
    static Object of(String function, List<Object> all) {
        List<Object> values = all.stream().filter(Objects::nonNull).toList();
        if (function.equals("count")) {
            return (long) values.size();
        }
        List<Object> used = function.equals("first") || function.equals("last") ? all : values;
        if (used.isEmpty()) {
            return null;
        }
        return switch (function) {
            case "sum" -> sum(used);
            case "avg" -> average(used);
            case "min" -> used.stream().min(ModelAggregate::compare).orElseThrow();
            case "max" -> used.stream().max(ModelAggregate::compare).orElseThrow();
            case "first", "first_non_null" -> used.get(0);
            default -> used.get(used.size() - 1);
        };
    }

    private static Object sum(List<Object> values) {
        if (values.get(0) instanceof BigDecimal) {
            return values.stream()
                    .map(BigDecimal.class::cast)
                    .reduce(BigDecimal::add)
                    .orElseThrow();
        } else if (values.get(0) instanceof Double) {
            return total(values);
        }
        return values.stream().mapToLong(value -> ((Number) value).longValue()).sum();
    }

    private static Object average(List<Object> values) {
        if (values.get(0) instanceof BigDecimal first) {
            BigDecimal sum = (BigDecimal) sum(values);
            int digits = first.scale() + MORE_DIGITS_OF_AVERAGE;
            return sum.divide(BigDecimal.valueOf(values.size()), digits, RoundingMode.HALF_UP);
        }
        return total(values) / values.size();
    }

    private static double total(List<Object> values) {
        return values.stream()
                .mapToDouble(value -> ((Number) value).doubleValue())
                .sum();
    }

    /** Text by its bytes in UTF-8, all else by its order in Java. */
    private static int compare(Object left, Object right) {
        if (left instanceof String text) {
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
        }
        @SuppressWarnings("unchecked")
        Comparator<Object> natural = (Comparator<Object>) (Comparator<?>) Comparator.naturalOrder();
        return natural.compare(left, right);
    }
}
