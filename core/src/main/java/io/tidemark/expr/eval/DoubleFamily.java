package io.tidemark.expr.eval;

import io.tidemark.expr.Expression.Literal;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** Double. NaN equals NaN and is greater than every other number; -0.0 equals 0.0. */
final class DoubleFamily implements Family {
    static final DoubleFamily INSTANCE = new DoubleFamily();

    private DoubleFamily() {}

    @Override
    public Evaluator column(NodeFactory nodes, Schema schema, int index) {
        return nodes.create(
                Column.class,
                index,
                schema.slotOffset(index),
                schema.field(index).nullable());
    }

    @Override
    public Evaluator constant(NodeFactory nodes, Literal literal) {
        double value = literal.value() == null ? 0 : (Double) literal.value();
        return nodes.create(Constant.class, literal.value() == null, value);
    }

    @Override
    public Evaluator choose(NodeFactory nodes, BoolEvaluator condition, Evaluator then, Evaluator otherwise) {
        return nodes.create(Choice.class, condition, then, otherwise);
    }

    @Override
    public Evaluator coalesce(NodeFactory nodes, Evaluator first, Evaluator second) {
        return nodes.create(Coalesce.class, first, second);
    }

    @Override
    public BoolEvaluator compare(NodeFactory nodes, Comparison comparison, TypedEvaluator left, TypedEvaluator right) {
        return nodes.create(Compare.class, left.asDouble(), right.asDouble(), comparison.mask());
    }

    @Override
    public BoolEvaluator nullSafeEqual(NodeFactory nodes, TypedEvaluator left, TypedEvaluator right) {
        return nodes.create(NullSafeEqual.class, left.asDouble(), right.asDouble());
    }

    @Override
    public BoolEvaluator nullTest(NodeFactory nodes, Evaluator input, boolean whenNull) {
        return nodes.create(NullTest.class, input, whenNull ? 1 : 0);
    }

    @Override
    public Evaluator cell(NodeFactory nodes) {
        return nodes.create(Holder.class);
    }

    @Override
    public BoolEvaluator bind(NodeFactory nodes, Evaluator value, Evaluator cell, BoolEvaluator body) {
        return nodes.create(Bind.class, value, cell, body);
    }

    @Override
    public Evaluator nullIf(NodeFactory nodes, Evaluator value, Evaluator cell, BoolEvaluator equal) {
        return nodes.create(NullIf.class, value, cell, equal);
    }

    /** -1, 0 or 1, with one NaN above all numbers and one zero. */
    static int order(double left, double right) {
        if (left < right) {
            return -1;
        } else if (left > right) {
            return 1;
        }
        return left == right ? 0 : Boolean.compare(left != left, right != right);
    }

    static final class Column implements DoubleEvaluator {
        private final int index;
        private final int offset;
        private final boolean nullable;

        Column(int index, int offset, boolean nullable) {
            this.index = index;
            this.offset = offset;
            this.nullable = nullable;
        }

        @Override
        public boolean isNull(RowView row) {
            return nullable && NullBit.isSet(row, index);
        }

        @Override
        public double getDouble(RowView row) {
            return OffHeap.getDouble(row.address() + offset);
        }
    }

    static final class Constant implements DoubleEvaluator {
        private final boolean isNull;
        private final double value;

        Constant(boolean isNull, double value) {
            this.isNull = isNull;
            this.value = value;
        }

        @Override
        public boolean isNull(RowView row) {
            return isNull;
        }

        @Override
        public double getDouble(RowView row) {
            return value;
        }
    }

    static final class Choice extends BranchLatch implements DoubleEvaluator {
        private final BoolEvaluator condition;
        private final DoubleEvaluator then;
        private final DoubleEvaluator otherwise;

        Choice(BoolEvaluator condition, DoubleEvaluator then, DoubleEvaluator otherwise) {
            this.condition = condition;
            this.then = then;
            this.otherwise = otherwise;
        }

        @Override
        public boolean isNull(RowView row) {
            boolean first = condition.test(row) == BoolEvaluator.TRUE;
            return latch(first, first ? then.isNull(row) : otherwise.isNull(row));
        }

        @Override
        public double getDouble(RowView row) {
            int branch = take();
            boolean first = branch == UNKNOWN ? condition.test(row) == BoolEvaluator.TRUE : branch == FIRST;
            return first ? then.getDouble(row) : otherwise.getDouble(row);
        }
    }

    static final class Coalesce extends BranchLatch implements DoubleEvaluator {
        private final DoubleEvaluator first;
        private final DoubleEvaluator second;

        Coalesce(DoubleEvaluator first, DoubleEvaluator second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public boolean isNull(RowView row) {
            boolean useFirst = !first.isNull(row);
            return latch(useFirst, !useFirst && second.isNull(row));
        }

        @Override
        public double getDouble(RowView row) {
            int branch = take();
            boolean useFirst = branch == UNKNOWN ? !first.isNull(row) : branch == FIRST;
            return useFirst ? first.getDouble(row) : second.getDouble(row);
        }
    }

    static final class Compare implements BoolEvaluator {
        private final DoubleEvaluator left;
        private final DoubleEvaluator right;
        private final int mask;

        Compare(DoubleEvaluator left, DoubleEvaluator right, int mask) {
            this.left = left;
            this.right = right;
            this.mask = mask;
        }

        @Override
        public int test(RowView row) {
            if (left.isNull(row) || right.isNull(row)) {
                return NULL;
            }
            return Comparison.test(mask, order(left.getDouble(row), right.getDouble(row)));
        }
    }

    static final class NullSafeEqual implements BoolEvaluator {
        private final DoubleEvaluator left;
        private final DoubleEvaluator right;

        NullSafeEqual(DoubleEvaluator left, DoubleEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public int test(RowView row) {
            boolean leftNull = left.isNull(row);
            boolean rightNull = right.isNull(row);
            if (leftNull || rightNull) {
                return leftNull && rightNull ? TRUE : FALSE;
            }
            return order(left.getDouble(row), right.getDouble(row)) == 0 ? TRUE : FALSE;
        }
    }

    static final class NullTest implements BoolEvaluator {
        private final DoubleEvaluator input;
        private final int whenNull;

        NullTest(DoubleEvaluator input, int whenNull) {
            this.input = input;
            this.whenNull = whenNull;
        }

        @Override
        public int test(RowView row) {
            if (input.isNull(row)) {
                return whenNull;
            }
            input.getDouble(row);
            return 1 - whenNull;
        }
    }

    interface Cell extends DoubleEvaluator {
        void set(double value);
    }

    static final class Holder implements Cell {
        private double value;

        Holder() {}

        @Override
        public void set(double newValue) {
            value = newValue;
        }

        @Override
        public boolean isNull(RowView row) {
            return false;
        }

        @Override
        public double getDouble(RowView row) {
            return value;
        }
    }

    static final class Bind implements BoolEvaluator {
        private final DoubleEvaluator value;
        private final Cell cell;
        private final BoolEvaluator body;

        Bind(DoubleEvaluator value, Cell cell, BoolEvaluator body) {
            this.value = value;
            this.cell = cell;
            this.body = body;
        }

        @Override
        public int test(RowView row) {
            if (value.isNull(row)) {
                return NULL;
            }
            cell.set(value.getDouble(row));
            return body.test(row);
        }
    }

    static final class NullIf extends LatchedDouble {
        private final DoubleEvaluator value;
        private final Cell cell;
        private final BoolEvaluator equal;

        NullIf(DoubleEvaluator value, Cell cell, BoolEvaluator equal) {
            this.value = value;
            this.cell = cell;
            this.equal = equal;
        }

        @Override
        boolean compute(RowView row) {
            if (value.isNull(row)) {
                return false;
            }
            double candidate = value.getDouble(row);
            cell.set(candidate);
            if (equal.test(row) == BoolEvaluator.TRUE) {
                return false;
            }
            result(candidate);
            return true;
        }
    }
}
