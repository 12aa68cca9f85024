package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** {@code left / right}. Integers divide to a double; a double divided by zero fails like any other number. */
final class Division extends BinaryArithmetic {
    Division() {
        super("/", DecimalOperator.DIVIDE);
    }

    @Override
    DataType integerType(DataType type) {
        return DataType.DOUBLE;
    }

    @Override
    boolean doublesCanFail() {
        return true;
    }

    @Override
    Evaluator integers(DataType type, LongEvaluator left, LongEvaluator right, NodeContext context) {
        throw new IllegalArgumentException("integers are divided as doubles");
    }

    @Override
    Evaluator doubles(DoubleEvaluator left, DoubleEvaluator right, NodeContext context) {
        return context.ansi()
                ? context.node(Doubles.class, left, right, context.site())
                : context.node(LenientDoubles.class, left, right);
    }

    static final class Doubles implements DoubleEvaluator {
        private final DoubleEvaluator left;
        private final DoubleEvaluator right;
        private final ErrorSite site;

        Doubles(DoubleEvaluator left, DoubleEvaluator right, ErrorSite site) {
            this.left = left;
            this.right = right;
            this.site = site;
        }

        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            double dividend = left.getDouble(row);
            double divisor = right.getDouble(row);
            if (divisor == 0) {
                throw site.divisionByZero();
            }
            return dividend / divisor;
        }
    }

    static final class LenientDoubles extends LatchedDouble {
        private final DoubleEvaluator left;
        private final DoubleEvaluator right;

        LenientDoubles(DoubleEvaluator left, DoubleEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        boolean compute(RowView row) {
            if (left.isNull(row) || right.isNull(row)) {
                return false;
            }
            double divisor = right.getDouble(row);
            result(left.getDouble(row) / divisor);
            return divisor != 0;
        }
    }
}
