package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.Collections;
import java.util.List;

/**
 * {@code least(a, b, ...)} and {@code greatest(a, b, ...)}: the smallest or greatest argument that is not null, in the type in which they
 * meet; null when all are. Of equal ones the first is taken. NaN is greater than every other number.
 */
final class LeastGreatest implements ScalarFunction {
    private final String name;
    private final int sign;

    /**
     * A function.
     *
     * @param sign 1 takes the greatest, -1 the smallest
     */
    LeastGreatest(String name, int sign) {
        this.name = name;
        this.sign = sign;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, Integer.MAX_VALUE)) {
            return null;
        }
        DataType common = Branches.common(call, call.types());
        if (common == null) {
            return null;
        }
        boolean nullable = true;
        for (int i = 0; i < call.size(); i++) {
            nullable &= call.nullable(i);
        }
        return new Signature(Collections.nCopies(call.size(), common), common, nullable);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return switch (signature.result().kind()) {
            case BOOL ->
                context.node(
                        Bools.class,
                        arguments.stream().map(TypedEvaluator::asBool).toArray(BoolEvaluator[]::new),
                        sign);
            case INT, LONG, TIMESTAMP ->
                context.node(
                        Longs.class,
                        arguments.stream().map(TypedEvaluator::asLong).toArray(LongEvaluator[]::new),
                        sign);
            case DOUBLE ->
                context.node(
                        Doubles.class,
                        arguments.stream().map(TypedEvaluator::asDouble).toArray(DoubleEvaluator[]::new),
                        sign);
            case DECIMAL ->
                context.node(
                        Decimals.class,
                        arguments.stream().map(TypedEvaluator::asDecimal).toArray(DecimalEvaluator[]::new),
                        sign);
            case STRING, BINARY ->
                context.node(
                        Texts.class,
                        arguments.stream().map(TypedEvaluator::asBytes).toArray(BytesEvaluator[]::new),
                        sign);
        };
    }

    static final class Bools implements BoolEvaluator {
        private final BoolEvaluator[] inputs;
        private final int sign;

        Bools(BoolEvaluator[] inputs, int sign) {
            this.inputs = inputs;
            this.sign = sign;
        }

        @Override
        public int test(RowView row) {
            int best = NULL;
            for (BoolEvaluator input : inputs) {
                int value = input.test(row);
                if (value != NULL && (best == NULL || value - best == sign)) {
                    best = value;
                }
            }
            return best;
        }
    }

    static final class Longs extends LatchedLong {
        private final LongEvaluator[] inputs;
        private final int sign;

        Longs(LongEvaluator[] inputs, int sign) {
            this.inputs = inputs;
            this.sign = sign;
        }

        @Override
        boolean compute(RowView row) {
            boolean found = false;
            long best = 0;
            for (LongEvaluator input : inputs) {
                if (!input.isNull(row)) {
                    long value = input.getLong(row);
                    if (!found || Integer.signum(Long.compare(value, best)) == sign) {
                        best = value;
                        found = true;
                    }
                }
            }
            result(best);
            return found;
        }
    }

    static final class Doubles extends LatchedDouble {
        private final DoubleEvaluator[] inputs;
        private final int sign;

        Doubles(DoubleEvaluator[] inputs, int sign) {
            this.inputs = inputs;
            this.sign = sign;
        }

        @Override
        boolean compute(RowView row) {
            boolean found = false;
            double best = 0;
            for (DoubleEvaluator input : inputs) {
                if (!input.isNull(row)) {
                    double value = input.getDouble(row);
                    if (!found || value != best && Integer.signum(Double.compare(value, best)) == sign) {
                        best = value;
                        found = true;
                    }
                }
            }
            result(best);
            return found;
        }
    }

    static final class Decimals extends LatchedDecimal {
        private final DecimalEvaluator[] inputs;
        private final int sign;
        private final Decimal128 value = new Decimal128();

        Decimals(DecimalEvaluator[] inputs, int sign) {
            this.inputs = inputs;
            this.sign = sign;
        }

        @Override
        boolean compute(RowView row, Decimal128 result) {
            boolean found = false;
            for (DecimalEvaluator input : inputs) {
                if (!input.isNull(row)) {
                    input.getDecimal(row, value);
                    if (!found || value.compare(result) == sign) {
                        result.set(value);
                        found = true;
                    }
                }
            }
            return found;
        }
    }

    static final class Texts implements BytesEvaluator {
        private final BytesEvaluator[] inputs;
        private final int sign;
        private final BytesView value = new BytesView();
        private final BytesView best = new BytesView();
        private boolean latched;

        Texts(BytesEvaluator[] inputs, int sign) {
            this.inputs = inputs;
            this.sign = sign;
        }

        @Override
        public boolean isNull(RowView row) {
            latched = false;
            latched = compute(row);
            return !latched;
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            if (!latched) {
                compute(row);
            }
            latched = false;
            return view.wrap(best.address(), best.length());
        }

        private boolean compute(RowView row) {
            boolean found = false;
            for (BytesEvaluator input : inputs) {
                if (!input.isNull(row)) {
                    input.getBytes(row, value);
                    if (!found || Integer.signum(value.compareBytes(best)) == sign) {
                        best.wrap(value.address(), value.length());
                        found = true;
                    }
                }
            }
            return found;
        }
    }
}
