package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** Conversions to decimal. */
final class DecimalCasts {
    private static final int NANO_DIGITS = 9;

    private DecimalCasts() {}

    static Evaluator convert(TypedEvaluator input, DataType to, NodeContext context) {
        Evaluator from = input.evaluator();
        return switch (input.type().kind()) {
            case BOOL -> fromLong(context.node(LongCasts.FromBool.class, from), 0, to, context);
            case INT, LONG -> fromLong(from, 0, to, context);
            case TIMESTAMP -> fromLong(from, NANO_DIGITS, to, context);
            case DOUBLE -> context.node(FromDouble.class, from, to, context.site());
            case DECIMAL -> rescale(input, to, context);
            case STRING -> context.node(FromText.class, from, to, context.site());
            case BINARY -> throw new IllegalArgumentException("binary is not cast to " + to);
        };
    }

    private static Evaluator fromLong(Evaluator from, int scale, DataType to, NodeContext context) {
        Evaluator wide = context.node(FromLong.class, from);
        DataType type = DataType.decimal(scale + 20, scale);
        return to.scale() == scale && to.precision() >= type.precision()
                ? wide
                : context.node(Rescale.class, wide, scale, to, context.site());
    }

    private static Evaluator rescale(TypedEvaluator input, DataType to, NodeContext context) {
        DataType from = input.type();
        return from.scale() == to.scale() && from.precision() <= to.precision()
                ? input.evaluator()
                : Casts.canFail(from, to)
                        ? context.node(Rescale.class, input.evaluator(), from.scale(), to, context.site())
                        : context.node(ScaleUp.class, input.evaluator(), from.scale(), to, new DecimalArithmetic());
    }

    static final class FromLong implements DecimalEvaluator {
        private final LongEvaluator input;

        FromLong(LongEvaluator input) {
            this.input = input;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public void getDecimal(RowView row, Decimal128 value) {
            value.set(input.getLong(row));
        }
    }

    /** To a type that holds every value of the old one. */
    static final class ScaleUp implements DecimalEvaluator {
        private final DecimalEvaluator input;
        private final int scale;
        private final DataType type;
        private final DecimalArithmetic arithmetic;

        ScaleUp(DecimalEvaluator input, int scale, DataType type, DecimalArithmetic arithmetic) {
            this.input = input;
            this.scale = scale;
            this.type = type;
            this.arithmetic = arithmetic;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public void getDecimal(RowView row, Decimal128 value) {
            input.getDecimal(row, value);
            arithmetic.rescale(value, scale, type, value);
        }
    }

    static final class Rescale extends LatchedDecimal {
        private final DecimalEvaluator input;
        private final int scale;
        private final DataType type;
        private final ErrorSite site;
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();

        Rescale(DecimalEvaluator input, int scale, DataType type, ErrorSite site) {
            this.input = input;
            this.scale = scale;
            this.type = type;
            this.site = site;
        }

        @Override
        boolean compute(RowView row, Decimal128 result) {
            if (input.isNull(row)) {
                return false;
            }
            input.getDecimal(row, result);
            return arithmetic.rescale(result, scale, type, result) || site.overflowed(type);
        }
    }

    static final class FromDouble extends LatchedDecimal {
        private final DoubleEvaluator input;
        private final DataType type;
        private final ErrorSite site;
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();

        FromDouble(DoubleEvaluator input, DataType type, ErrorSite site) {
            this.input = input;
            this.type = type;
            this.site = site;
        }

        @Override
        boolean compute(RowView row, Decimal128 result) {
            return !input.isNull(row)
                    && (arithmetic.fromDouble(input.getDouble(row), type, result) || site.overflowed(type));
        }
    }

    static final class FromText extends LatchedDecimal {
        private final BytesEvaluator input;
        private final DataType type;
        private final ErrorSite site;
        private final BytesView view = new BytesView();
        private final NumberParser parser = new NumberParser();

        FromText(BytesEvaluator input, DataType type, ErrorSite site) {
            this.input = input;
            this.type = type;
            this.site = site;
        }

        @Override
        boolean compute(RowView row, Decimal128 result) {
            return !input.isNull(row)
                    && (parser.parseDecimal(input.getBytes(row, view), type, result) || site.unreadable(view, type));
        }
    }
}
