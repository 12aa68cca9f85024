package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;

/** Rows from objects and objects from evaluators. */
final class Rows {
    private Rows() {}

    static RowView write(RowWriter writer, Schema schema, Object... values) {
        writer.start(schema);
        for (int column = 0; column < values.length; column++) {
            Object value = values[column];
            if (value instanceof Boolean truth) {
                writer.setBool(column, truth);
            } else if (value instanceof Integer number) {
                writer.setInt(column, number);
            } else if (value instanceof Long number) {
                writer.setLong(column, number);
            } else if (value instanceof Double number) {
                writer.setDouble(column, number);
            } else if (value instanceof BigDecimal number) {
                writer.setDecimal(column, number);
            } else if (value instanceof Instant time) {
                writer.setLong(column, nanos(time).longValueExact());
            } else if (value instanceof String text) {
                writer.setString(column, text);
            } else if (value instanceof byte[] bytes) {
                writer.setBytes(column, bytes, 0, bytes.length);
            } else if (value != null) {
                throw new IllegalArgumentException(value.getClass().getName());
            }
        }
        return writer.finish();
    }

    static BigInteger nanos(Instant time) {
        return BigInteger.valueOf(time.getEpochSecond())
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(time.getNano()));
    }

    /** The value of an evaluator as an object of the class that stands for its type, or null. */
    static Object value(TypedEvaluator typed, RowView row) {
        if (typed.type().kind() == DataType.Kind.BOOL) {
            int value = typed.asBool().test(row);
            return value == BoolEvaluator.NULL ? null : (Boolean) (value == BoolEvaluator.TRUE);
        }
        if (typed.evaluator().isNull(row)) {
            return null;
        }
        return switch (typed.type().kind()) {
            case BOOL -> throw new AssertionError();
            case INT -> Math.toIntExact(typed.asLong().getLong(row));
            case LONG -> typed.asLong().getLong(row);
            case TIMESTAMP -> {
                long nanos = typed.asLong().getLong(row);
                yield Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
            }
            case DOUBLE -> typed.asDouble().getDouble(row);
            case DECIMAL -> {
                Decimal128 value = new Decimal128();
                typed.asDecimal().getDecimal(row, value);
                yield new BigDecimal(big(value), typed.type().scale());
            }
            case STRING -> typed.asBytes().getBytes(row, new BytesView()).toString();
            case BINARY ->
                java.util.HexFormat.of()
                        .formatHex(
                                typed.asBytes().getBytes(row, new BytesView()).toByteArray());
        };
    }

    static BigInteger big(Decimal128 value) {
        return BigInteger.valueOf(value.high()).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(value.low())));
    }

    static Decimal128 decimal(BigInteger value) {
        Decimal128 decimal = new Decimal128();
        decimal.set(value.shiftRight(64).longValue(), value.longValue());
        return decimal;
    }
}
