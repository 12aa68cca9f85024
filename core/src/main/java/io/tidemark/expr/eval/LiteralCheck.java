package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** Whether the value of a constant is one of its type. */
final class LiteralCheck {
    private static final Instant EARLIEST = Instant.ofEpochSecond(0, Long.MIN_VALUE);
    private static final Instant LATEST = Instant.ofEpochSecond(0, Long.MAX_VALUE);

    private LiteralCheck() {}

    /** What is wrong with the constant, or null. */
    static Problem problem(Literal literal) {
        Object value = literal.value();
        if (value == null || fits(value, literal.type())) {
            return null;
        }
        String wayOut = value instanceof Instant
                ? "Use a time between " + EARLIEST + " and " + LATEST + "."
                : "Use lit(value), which finds the type, or a value of that type.";
        return Problem.of(
                ErrorCode.LITERAL_INVALID,
                literal + " (" + value.getClass().getSimpleName() + ") is not a value of " + literal.type() + ".",
                wayOut);
    }

    private static boolean fits(Object value, DataType type) {
        return switch (type.kind()) {
            case BOOL -> value instanceof Boolean;
            case INT -> value instanceof Integer;
            case LONG -> value instanceof Long || value instanceof Integer;
            case DOUBLE -> value instanceof Double;
            case DECIMAL -> value instanceof BigDecimal decimal && fits(decimal, type);
            case TIMESTAMP ->
                value instanceof Instant instant && !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST);
            case STRING -> value instanceof String;
            case BINARY -> value instanceof List<?> bytes && bytes.stream().allMatch(Byte.class::isInstance);
        };
    }

    private static boolean fits(BigDecimal value, DataType type) {
        if (value.signum() == 0) {
            return true;
        }
        BigDecimal plain = value.stripTrailingZeros();
        return plain.scale() <= type.scale() && plain.precision() - plain.scale() <= type.precision() - type.scale();
    }
}
