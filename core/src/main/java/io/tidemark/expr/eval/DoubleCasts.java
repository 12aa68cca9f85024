package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** Conversions to double. */
final class DoubleCasts {
    private static final int NANO_DIGITS = 9;

    private DoubleCasts() {}

    static Evaluator convert(TypedEvaluator input, NodeContext context) {
        Evaluator from = input.evaluator();
        return switch (input.type().kind()) {
            case BOOL -> context.node(FromLong.class, context.node(LongCasts.FromBool.class, from));
            case INT, LONG -> context.node(FromLong.class, from);
            case TIMESTAMP ->
                context.node(FromTime.class, from, NANO_DIGITS, new Decimal128(), new DecimalArithmetic());
            case DECIMAL ->
                context.node(FromDecimal.class, from, input.type().scale(), new Decimal128(), new DecimalArithmetic());
            case STRING -> context.node(FromText.class, from, context.site());
            default -> throw new IllegalArgumentException(input.type() + " is not cast to double");
        };
    }

    static final class FromLong implements DoubleEvaluator {
        private final LongEvaluator input;

        FromLong(LongEvaluator input) {
            this.input = input;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            return input.getLong(row);
        }
    }

    static final class FromTime implements DoubleEvaluator {
        private final LongEvaluator input;
        private final int scale;
        private final Decimal128 value;
        private final DecimalArithmetic arithmetic;

        FromTime(LongEvaluator input, int scale, Decimal128 value, DecimalArithmetic arithmetic) {
            this.input = input;
            this.scale = scale;
            this.value = value;
            this.arithmetic = arithmetic;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            value.set(input.getLong(row));
            return arithmetic.toDouble(value, scale);
        }
    }

    static final class FromDecimal implements DoubleEvaluator {
        private final DecimalEvaluator input;
        private final int scale;
        private final Decimal128 value;
        private final DecimalArithmetic arithmetic;

        FromDecimal(DecimalEvaluator input, int scale, Decimal128 value, DecimalArithmetic arithmetic) {
            this.input = input;
            this.scale = scale;
            this.value = value;
            this.arithmetic = arithmetic;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            input.getDecimal(row, value);
            return arithmetic.toDouble(value, scale);
        }
    }

    static final class FromText extends LatchedDouble {
        private final BytesEvaluator input;
        private final ErrorSite site;
        private final BytesView view = new BytesView();
        private final NumberParser parser = new NumberParser();

        FromText(BytesEvaluator input, ErrorSite site) {
            this.input = input;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            boolean read = parser.parseDouble(input.getBytes(row, view));
            result(parser.doubleValue());
            return read || site.unreadable(view, DataType.DOUBLE);
        }
    }
}
