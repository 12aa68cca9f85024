package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** {@code abs(x)}: the number without its sign. */
final class AbsoluteValue extends UnaryArithmetic {
    AbsoluteValue() {
        super("abs");
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

    static final class Longs implements LongEvaluator {
        private final LongEvaluator input;
        private final long smallest;
        private final DataType type;
        private final boolean ansi;
        private final ErrorSite site;

        Longs(LongEvaluator input, long smallest, DataType type, boolean ansi, ErrorSite site) {
            this.input = input;
            this.smallest = smallest;
            this.type = type;
            this.ansi = ansi;
            this.site = site;
        }

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
            return Math.abs(value);
        }
    }

    static final class Doubles implements DoubleEvaluator {
        private final DoubleEvaluator input;

        Doubles(DoubleEvaluator input) {
            this.input = input;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            return Math.abs(input.getDouble(row));
        }
    }

    static final class Decimals implements DecimalEvaluator {
        private final DecimalEvaluator input;

        Decimals(DecimalEvaluator input) {
            this.input = input;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public void getDecimal(RowView row, Decimal128 value) {
            input.getDecimal(row, value);
            if (value.isNegative()) {
                value.negate();
            }
        }
    }
}
