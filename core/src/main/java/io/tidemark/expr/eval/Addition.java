package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;

/** {@code left + right}. */
final class Addition extends BinaryArithmetic {
    Addition() {
        super("+", DecimalOperator.ADD);
    }

    @Override
    Evaluator integers(DataType type, LongEvaluator left, LongEvaluator right, NodeContext context) {
        if (type.kind() == Kind.INT) {
            return context.ansi()
                    ? context.node(Ints.class, left, right, context.site())
                    : context.node(WrappingInts.class, left, right);
        }
        return context.ansi()
                ? context.node(Longs.class, left, right, context.site())
                : context.node(WrappingLongs.class, left, right);
    }

    @Override
    Evaluator doubles(DoubleEvaluator left, DoubleEvaluator right, NodeContext context) {
        return context.node(Doubles.class, left, right);
    }

    static final class Ints implements LongEvaluator {
        private final LongEvaluator left;
        private final LongEvaluator right;
        private final ErrorSite site;

        Ints(LongEvaluator left, LongEvaluator right, ErrorSite site) {
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
            long result = left.getLong(row) + right.getLong(row);
            if ((int) result != result) {
                throw site.overflow(DataType.INT);
            }
            return result;
        }
    }

    static final class WrappingInts implements LongEvaluator {
        private final LongEvaluator left;
        private final LongEvaluator right;

        WrappingInts(LongEvaluator left, LongEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            return (int) (left.getLong(row) + right.getLong(row));
        }
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
            long first = left.getLong(row);
            long second = right.getLong(row);
            long result = first + second;
            if (((first ^ result) & (second ^ result)) < 0) {
                throw site.overflow(DataType.LONG);
            }
            return result;
        }
    }

    static final class WrappingLongs implements LongEvaluator {
        private final LongEvaluator left;
        private final LongEvaluator right;

        WrappingLongs(LongEvaluator left, LongEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            return left.getLong(row) + right.getLong(row);
        }
    }

    static final class Doubles implements DoubleEvaluator {
        private final DoubleEvaluator left;
        private final DoubleEvaluator right;

        Doubles(DoubleEvaluator left, DoubleEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            return left.getDouble(row) + right.getDouble(row);
        }
    }
}
