package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** {@code neg(x)}: the number with the other sign. */
final class Negation extends UnaryArithmetic {
    Negation() {
        super("neg");
    }

    @Override
    Evaluator integers(DataType type, LongEvaluator input, NodeContext context) {
        return context.node(Longs.class, input, smallest(type), type, context.ansi(), context.site());
    }

    @Override
    Evaluator doubles(DoubleEvaluator input, NodeContext context) {
        return context.node(Doubles.class, input);
    }

    @Override
    Evaluator decimals(DecimalEvaluator input, NodeContext context) {
        return context.node(Decimals.class, input);
    }

    record Longs(LongEvaluator input, long smallest, DataType type, boolean ansi, ErrorSite site)
            implements LongEvaluator {
        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            long value = input.getLong(row);
            if (value == smallest) {
                if (ansi) {
                    throw site.overflow(type);
                }
                return value;
            }
            return -value;
        }
    }

    record Doubles(DoubleEvaluator input) implements DoubleEvaluator {
        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            return -input.getDouble(row);
        }
    }

    record Decimals(DecimalEvaluator input) implements DecimalEvaluator {
        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public void getDecimal(RowView row, Decimal128 value) {
            input.getDecimal(row, value);
            value.negate();
        }
    }
}
