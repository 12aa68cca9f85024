package io.tidemark.expr.eval;

import io.tidemark.expr.Expression.Literal;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** Bool: three-valued, each node one call. False is smaller than true. */
final class BoolFamily implements Family {
    static final BoolFamily INSTANCE = new BoolFamily();

    private BoolFamily() {}

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
        int value = BoolEvaluator.NULL;
        if (literal.value() instanceof Boolean truth) {
            value = truth ? BoolEvaluator.TRUE : BoolEvaluator.FALSE;
        }
        return nodes.create(Constant.class, value);
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
        return nodes.create(Compare.class, left.asBool(), right.asBool(), comparison.mask());
    }

    @Override
    public BoolEvaluator nullSafeEqual(NodeFactory nodes, TypedEvaluator left, TypedEvaluator right) {
        return nodes.create(NullSafeEqual.class, left.asBool(), right.asBool());
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

    static final class Column implements BoolEvaluator {
        private final int index;
        private final int offset;
        private final boolean nullable;

        Column(int index, int offset, boolean nullable) {
            this.index = index;
            this.offset = offset;
            this.nullable = nullable;
        }

        @Override
        public int test(RowView row) {
            if (nullable && NullBit.isSet(row, index)) {
                return NULL;
            }
            return OffHeap.getLong(row.address() + offset) != 0 ? TRUE : FALSE;
        }
    }

    static final class Constant implements BoolEvaluator {
        private final int value;

        Constant(int value) {
            this.value = value;
        }

        @Override
        public int test(RowView row) {
            return value;
        }
    }

    static final class Choice implements BoolEvaluator {
        private final BoolEvaluator condition;
        private final BoolEvaluator then;
        private final BoolEvaluator otherwise;

        Choice(BoolEvaluator condition, BoolEvaluator then, BoolEvaluator otherwise) {
            this.condition = condition;
            this.then = then;
            this.otherwise = otherwise;
        }

        @Override
        public int test(RowView row) {
            return condition.test(row) == TRUE ? then.test(row) : otherwise.test(row);
        }
    }

    static final class Coalesce implements BoolEvaluator {
        private final BoolEvaluator first;
        private final BoolEvaluator second;

        Coalesce(BoolEvaluator first, BoolEvaluator second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public int test(RowView row) {
            int value = first.test(row);
            return value == NULL ? second.test(row) : value;
        }
    }

    static final class Compare implements BoolEvaluator {
        private final BoolEvaluator left;
        private final BoolEvaluator right;
        private final int mask;

        Compare(BoolEvaluator left, BoolEvaluator right, int mask) {
            this.left = left;
            this.right = right;
            this.mask = mask;
        }

        @Override
        public int test(RowView row) {
            int leftValue = left.test(row);
            if (leftValue == NULL) {
                return NULL;
            }
            int rightValue = right.test(row);
            return rightValue == NULL ? NULL : Comparison.test(mask, leftValue - rightValue);
        }
    }

    static final class NullSafeEqual implements BoolEvaluator {
        private final BoolEvaluator left;
        private final BoolEvaluator right;

        NullSafeEqual(BoolEvaluator left, BoolEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public int test(RowView row) {
            return left.test(row) == right.test(row) ? TRUE : FALSE;
        }
    }

    static final class NullTest implements BoolEvaluator {
        private final BoolEvaluator input;
        private final int whenNull;

        NullTest(BoolEvaluator input, int whenNull) {
            this.input = input;
            this.whenNull = whenNull;
        }

        @Override
        public int test(RowView row) {
            return input.test(row) == NULL ? whenNull : 1 - whenNull;
        }
    }

    interface Cell extends BoolEvaluator {
        void set(int value);
    }

    static final class Holder implements Cell {
        private int value;

        Holder() {}

        @Override
        public void set(int newValue) {
            value = newValue;
        }

        @Override
        public int test(RowView row) {
            return value;
        }
    }

    static final class Bind implements BoolEvaluator {
        private final BoolEvaluator value;
        private final Cell cell;
        private final BoolEvaluator body;

        Bind(BoolEvaluator value, Cell cell, BoolEvaluator body) {
            this.value = value;
            this.cell = cell;
            this.body = body;
        }

        @Override
        public int test(RowView row) {
            int current = value.test(row);
            if (current == NULL) {
                return NULL;
            }
            cell.set(current);
            return body.test(row);
        }
    }

    static final class NullIf implements BoolEvaluator {
        private final BoolEvaluator value;
        private final Cell cell;
        private final BoolEvaluator equal;

        NullIf(BoolEvaluator value, Cell cell, BoolEvaluator equal) {
            this.value = value;
            this.cell = cell;
            this.equal = equal;
        }

        @Override
        public int test(RowView row) {
            int current = value.test(row);
            if (current == NULL) {
                return NULL;
            }
            cell.set(current);
            return equal.test(row) == TRUE ? NULL : current;
        }
    }
}
