package io.tidemark.accumulator;

import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Every aggregate over a list of rows, written out with plain collections and exact numbers. */
final class ReferenceAggregates {
    private static final MathContext DIGITS = new MathContext(60);
    private static final Comparator<Row> BY_ARRIVAL = Comparator.comparingInt(Row::position);
    private static final Comparator<Row> BY_TIME =
            Comparator.comparingLong(Row::time).thenComparing(BY_ARRIVAL);

    /** A row: event time, position, argument and ordering. */
    record Row(long time, int position, Object value, Object ordering) {}

    private ReferenceAggregates() {}

    /** The result; {@code type} is that of the argument. Doubles of sums, means and spreads are exact results rounded once. */
    static Object result(String function, DataType type, List<Row> rows) {
        List<Object> values =
                rows.stream().map(Row::value).filter(Objects::nonNull).toList();
        return switch (function) {
            case "count" -> (long) values.size();
            case "count_if" -> values.stream().filter(Predicate.isEqual(true)).count();
            case "bool_and" -> values.isEmpty() ? null : (Object) !values.contains(false);
            case "bool_or" -> values.isEmpty() ? null : (Object) values.contains(true);
            case "sum" -> values.isEmpty() ? null : sum(type, values);
            case "avg" -> values.isEmpty() ? null : average(type, values);
            case "variance" -> spread(values, 1, false);
            case "var_pop" -> spread(values, 0, false);
            case "stddev" -> spread(values, 1, true);
            case "stddev_pop" -> spread(values, 0, true);
            case "min" -> values.stream().min(ReferenceAggregates::total).orElse(null);
            case "max" -> values.stream().max(ReferenceAggregates::total).orElse(null);
            case "min_by" -> best(rows, -1);
            case "max_by" -> best(rows, 1);
            case "first" -> edge(rows, BY_TIME.reversed(), false);
            case "last" -> edge(rows, BY_TIME, false);
            case "first_by_arrival" -> edge(rows, BY_ARRIVAL.reversed(), false);
            case "last_by_arrival" -> edge(rows, BY_ARRIVAL, false);
            case "first_non_null" -> edge(rows, BY_TIME.reversed(), true);
            case "last_non_null" -> edge(rows, BY_TIME, true);
            case "first_non_null_by_arrival" -> edge(rows, BY_ARRIVAL.reversed(), true);
            case "last_non_null_by_arrival" -> edge(rows, BY_ARRIVAL, true);
            default -> throw new AssertionError("no reference for " + function);
        };
    }

    private static Object edge(List<Row> rows, Comparator<Row> order, boolean skipNulls) {
        return rows.stream()
                .filter(row -> !skipNulls || row.value != null)
                .max(order)
                .map(Row::value)
                .orElse(null);
    }

    private static Object best(List<Row> rows, int sign) {
        Row best = null;
        for (Row row : rows) {
            if (row.ordering != null
                    && (best == null || Integer.signum(oneZero(row.ordering, best.ordering)) == sign)) {
                best = row;
            }
        }
        return best == null ? null : best.value;
    }

    private static Object sum(DataType type, List<Object> values) {
        if (type.kind() == DataType.Kind.DOUBLE && !finite(values)) {
            return values.stream().mapToDouble(Double.class::cast).sum();
        }
        BigDecimal sum = exactSum(values);
        return switch (type.kind()) {
            case DOUBLE -> sum.doubleValue();
            case DECIMAL -> sum;
            default -> sum.longValueExact();
        };
    }

    private static Object average(DataType type, List<Object> values) {
        if (type.kind() == DataType.Kind.DOUBLE && !finite(values)) {
            return values.stream().mapToDouble(Double.class::cast).sum() / values.size();
        }
        BigDecimal sum = exactSum(values);
        BigDecimal count = BigDecimal.valueOf(values.size());
        return type.isDecimal()
                ? sum.divide(count, Math.min(38, type.scale() + 4), RoundingMode.HALF_UP)
                : (Object) sum.divide(count, DIGITS).doubleValue();
    }

    private static Object spread(List<Object> values, int freedom, boolean root) {
        if (values.size() <= freedom) {
            return null;
        }
        if (!finite(values)) {
            return Double.NaN;
        }
        BigDecimal count = BigDecimal.valueOf(values.size());
        BigDecimal mean = exactSum(values).divide(count, DIGITS);
        BigDecimal squares = BigDecimal.ZERO;
        for (Object value : values) {
            BigDecimal distance = exact(value).subtract(mean);
            squares = squares.add(distance.multiply(distance, DIGITS));
        }
        double variance = squares.divide(BigDecimal.valueOf(values.size() - freedom), DIGITS)
                .doubleValue();
        return root ? Math.sqrt(variance) : variance;
    }

    private static boolean finite(List<Object> values) {
        return values.stream()
                .noneMatch(value -> value instanceof Double number && (number.isNaN() || number.isInfinite()));
    }

    private static BigDecimal exactSum(List<Object> values) {
        return values.stream()
                .map(ReferenceAggregates::exact)
                .reduce(BigDecimal::add)
                .orElseThrow();
    }

    /** The exact value of a number. */
    static BigDecimal exact(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        return value instanceof Double number ? new BigDecimal(number) : new BigDecimal(((Number) value).longValue());
    }

    private static int oneZero(Object left, Object right) {
        return left instanceof Double ? total((Double) left + 0.0, (Double) right + 0.0) : total(left, right);
    }

    private static int total(Object left, Object right) {
        if (left instanceof String text) {
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
        } else if (left instanceof Double number) {
            return Double.compare(number, (Double) right);
        } else if (left instanceof Boolean truth) {
            return Boolean.compare(truth, (Boolean) right);
        } else if (left instanceof Instant time) {
            return time.compareTo((Instant) right);
        }
        return exact(left).compareTo(exact(right));
    }
}
