package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;

/** {@code left - right}. */
final class Subtraction extends BinaryArithmetic {
    Subtraction() {
        super("-", DecimalOperator.SUBTRACT);
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

    record Ints(LongEvaluator left, LongEvaluator right, ErrorSite site) implements LongEvaluator {
        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            long result = left.getLong(row) - right.getLong(row);
            if ((int) result != result) {
                throw site.overflow(DataType.INT);
            }
            return result;
        }
    }

    record WrappingInts(LongEvaluator left, LongEvaluator right) implements LongEvaluator {
        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            return (int) (left.getLong(row) - right.getLong(row));
        }
    }

    record Longs(LongEvaluator left, LongEvaluator right, ErrorSite site) implements LongEvaluator {
        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            long first = left.getLong(row);
            long second = right.getLong(row);
            long result = first - second;
            if (((first ^ second) & (first ^ result)) < 0) {
                throw site.overflow(DataType.LONG);
            }
            return result;
        }
    }

    record WrappingLongs(LongEvaluator left, LongEvaluator right) implements LongEvaluator {
        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            return left.getLong(row) - right.getLong(row);
        }
    }

    record Doubles(DoubleEvaluator left, DoubleEvaluator right) implements DoubleEvaluator {
        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            return left.getDouble(row) - right.getDouble(row);
        }
    }
}
