package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** {@code left % right}, with the sign of the left side. */
final class Remainder extends BinaryArithmetic {
    Remainder() {
        super("%", DecimalOperator.REMAINDER);
    }

    @Override
    boolean integersCanFail() {
        return true;
    }

    @Override
    boolean doublesCanFail() {
        return true;
    }

    @Override
    Evaluator integers(DataType type, LongEvaluator left, LongEvaluator right, NodeContext context) {
        return context.ansi()
                ? context.node(Longs.class, left, right, context.site())
                : context.node(LenientLongs.class, left, right);
    }

    @Override
    Evaluator doubles(DoubleEvaluator left, DoubleEvaluator right, NodeContext context) {
        return context.ansi()
                ? context.node(Doubles.class, left, right, context.site())
                : context.node(LenientDoubles.class, left, right);
    }

    static final class Longs implements LongEvaluator {
        private final LongEvaluator left;
        private final LongEvaluator right;
        private final ErrorSite site;

        Longs(LongEvaluator left, LongEvaluator right, ErrorSite site) {
            this.left = left;
            this.right = right;
            this.site = site;
        }

        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            long dividend = left.getLong(row);
            long divisor = right.getLong(row);
            if (divisor == 0) {
                throw site.divisionByZero();
            }
            return dividend % divisor;
        }
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
            return dividend % divisor;
        }
    }

    static final class LenientLongs extends LatchedLong {
        private final LongEvaluator left;
        private final LongEvaluator right;

        LenientLongs(LongEvaluator left, LongEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        boolean compute(RowView row) {
            if (left.isNull(row) || right.isNull(row)) {
                return false;
            }
            long divisor = right.getLong(row);
            if (divisor == 0) {
                return false;
            }
            result(left.getLong(row) % divisor);
            return true;
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
            result(left.getDouble(row) % divisor);
            return divisor != 0;
        }
    }
}
