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

    record Column(int index, int offset, boolean nullable) implements BoolEvaluator {
        @Override
        public int test(RowView row) {
            if (nullable && row.isNull(index)) {
                return NULL;
            }
            return OffHeap.getLong(row.address() + offset) != 0 ? TRUE : FALSE;
        }
    }

    record Constant(int value) implements BoolEvaluator {
        @Override
        public int test(RowView row) {
            return value;
        }
    }

    record Choice(BoolEvaluator condition, BoolEvaluator then, BoolEvaluator otherwise) implements BoolEvaluator {
        @Override
        public int test(RowView row) {
            return condition.test(row) == TRUE ? then.test(row) : otherwise.test(row);
        }
    }

    record Coalesce(BoolEvaluator first, BoolEvaluator second) implements BoolEvaluator {
        @Override
        public int test(RowView row) {
            int value = first.test(row);
            return value == NULL ? second.test(row) : value;
        }
    }

    record Compare(BoolEvaluator left, BoolEvaluator right, int mask) implements BoolEvaluator {
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

    record NullSafeEqual(BoolEvaluator left, BoolEvaluator right) implements BoolEvaluator {
        @Override
        public int test(RowView row) {
            return left.test(row) == right.test(row) ? TRUE : FALSE;
        }
    }

    record NullTest(BoolEvaluator input, int whenNull) implements BoolEvaluator {
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

    record Bind(BoolEvaluator value, Cell cell, BoolEvaluator body) implements BoolEvaluator {
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

    record NullIf(BoolEvaluator value, Cell cell, BoolEvaluator equal) implements BoolEvaluator {
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
