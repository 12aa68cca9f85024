package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/**
 * {@code floor(x)} and {@code ceil(x)}: the greatest whole number that is at most x, the smallest that is at least x. A long for int, long
 * and double; decimal(p - s + 1, 0), at most 38 digits, for decimal(p,s). A double outside the range of long is
 * {@code ARITHMETIC_OVERFLOW}, or null without ansi.
 */
final class FloorCeil implements ScalarFunction {
    private final String name;
    private final boolean up;

    FloorCeil(String name, boolean up) {
        this.name = name;
        this.up = up;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, 1)) {
            return null;
        }
        DataType type = call.type(0);
        return switch (type.kind()) {
            case INT, LONG -> new Signature(List.of(DataType.LONG), DataType.LONG, call.nullable(0));
            case DOUBLE -> new Signature(call.types(), DataType.LONG, call.nullable(0) || !call.ansi());
            case DECIMAL -> new Signature(call.types(), result(type), call.nullable(0));
            default -> call.mismatch("a number", "Cast the value to a number, or use date_trunc for times.");
        };
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator input = arguments.get(0);
        return switch (input.type().kind()) {
            case DOUBLE -> context.node(Doubles.class, input.asDouble(), up, context.site());
            case DECIMAL ->
                input.type().scale() == 0
                        ? input.evaluator()
                        : context.node(
                                Decimals.class, input.asDecimal(), input.type().scale(), up ? 1 : -1);
            default -> input.evaluator();
        };
    }

    private static DataType result(DataType type) {
        return type.scale() == 0 ? type : DataType.decimal(type.precision() - type.scale() + 1, 0);
    }

    static final class Doubles extends LatchedLong {
        private static final double LIMIT = 0x1p63;

        private final DoubleEvaluator input;
        private final boolean up;
        private final ErrorSite site;

        Doubles(DoubleEvaluator input, boolean up, ErrorSite site) {
            this.input = input;
            this.up = up;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            double value = input.getDouble(row);
            double whole = up ? Math.ceil(value) : Math.floor(value);
            result((long) whole);
            return whole >= -LIMIT && whole < LIMIT || site.overflowed(DataType.LONG);
        }
    }

    static final class Decimals implements DecimalEvaluator {
        private final DecimalEvaluator input;
        private final int scale;
        private final int step;
        private final Decimal128 exact = new Decimal128();
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();

        Decimals(DecimalEvaluator input, int scale, int step) {
            this.input = input;
            this.scale = scale;
            this.step = step;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public void getDecimal(RowView row, Decimal128 value) {
            input.getDecimal(row, exact);
            arithmetic.truncate(exact, scale, value);
            if (arithmetic.compare(exact, scale, value, 0) == step) {
                value.add(step);
            }
        }
    }
}
