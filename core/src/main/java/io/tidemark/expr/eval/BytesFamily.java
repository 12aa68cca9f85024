package io.tidemark.expr.eval;

import io.tidemark.expr.Expression.Literal;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Text and binary, compared as unsigned bytes, which for UTF-8 is the order of code points. */
final class BytesFamily implements Family {
    static final BytesFamily INSTANCE = new BytesFamily();

    private BytesFamily() {}

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
        byte[] value = new byte[0];
        if (literal.value() instanceof String text) {
            value = text.getBytes(StandardCharsets.UTF_8);
        } else if (literal.value() instanceof List<?> bytes) {
            value = new byte[bytes.size()];
            for (int i = 0; i < value.length; i++) {
                value[i] = (Byte) bytes.get(i);
            }
        }
        TextBuffer buffer = new TextBuffer();
        buffer.append(value);
        return nodes.create(Constant.class, literal.value() == null, buffer);
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
        return nodes.create(
                Compare.class, left.asBytes(), right.asBytes(), comparison.mask(), new BytesView(), new BytesView());
    }

    @Override
    public BoolEvaluator nullSafeEqual(NodeFactory nodes, TypedEvaluator left, TypedEvaluator right) {
        return nodes.create(NullSafeEqual.class, left.asBytes(), right.asBytes(), new BytesView(), new BytesView());
    }

    @Override
    public BoolEvaluator nullTest(NodeFactory nodes, Evaluator input, boolean whenNull) {
        return nodes.create(NullTest.class, input, whenNull ? 1 : 0, new BytesView());
    }

    @Override
    public Evaluator cell(NodeFactory nodes) {
        return nodes.create(Holder.class, new BytesView());
    }

    @Override
    public BoolEvaluator bind(NodeFactory nodes, Evaluator value, Evaluator cell, BoolEvaluator body) {
        return nodes.create(Bind.class, value, cell, body);
    }

    @Override
    public Evaluator nullIf(NodeFactory nodes, Evaluator value, Evaluator cell, BoolEvaluator equal) {
        return nodes.create(NullIf.class, value, cell, equal);
    }

    static final class Column implements BytesEvaluator {
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
        public BytesView getBytes(RowView row, BytesView view) {
            long slot = OffHeap.getLong(row.address() + offset);
            return view.wrap(row.address() + (slot >>> 32), (int) slot);
        }
    }

    static final class Constant implements BytesEvaluator {
        private final boolean isNull;
        private final TextBuffer value;

        Constant(boolean isNull, TextBuffer value) {
            this.isNull = isNull;
            this.value = value;
        }

        @Override
        public boolean isNull(RowView row) {
            return isNull;
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            return value.view(view);
        }
    }

    static final class Choice extends BranchLatch implements BytesEvaluator {
        private final BoolEvaluator condition;
        private final BytesEvaluator then;
        private final BytesEvaluator otherwise;

        Choice(BoolEvaluator condition, BytesEvaluator then, BytesEvaluator otherwise) {
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
        public BytesView getBytes(RowView row, BytesView view) {
            int branch = take();
            boolean first = branch == UNKNOWN ? condition.test(row) == BoolEvaluator.TRUE : branch == FIRST;
            return first ? then.getBytes(row, view) : otherwise.getBytes(row, view);
        }
    }

    static final class Coalesce extends BranchLatch implements BytesEvaluator {
        private final BytesEvaluator first;
        private final BytesEvaluator second;

        Coalesce(BytesEvaluator first, BytesEvaluator second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public boolean isNull(RowView row) {
            boolean useFirst = !first.isNull(row);
            return latch(useFirst, !useFirst && second.isNull(row));
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            int branch = take();
            boolean useFirst = branch == UNKNOWN ? !first.isNull(row) : branch == FIRST;
            return useFirst ? first.getBytes(row, view) : second.getBytes(row, view);
        }
    }

    static final class Compare implements BoolEvaluator {
        private final BytesEvaluator left;
        private final BytesEvaluator right;
        private final int mask;
        private final BytesView leftView;
        private final BytesView rightView;

        Compare(BytesEvaluator left, BytesEvaluator right, int mask, BytesView leftView, BytesView rightView) {
            this.left = left;
            this.right = right;
            this.mask = mask;
            this.leftView = leftView;
            this.rightView = rightView;
        }

        @Override
        public int test(RowView row) {
            if (left.isNull(row) || right.isNull(row)) {
                return NULL;
            }
            left.getBytes(row, leftView);
            right.getBytes(row, rightView);
            return Comparison.test(mask, Integer.signum(leftView.compareBytes(rightView)));
        }
    }

    static final class NullSafeEqual implements BoolEvaluator {
        private final BytesEvaluator left;
        private final BytesEvaluator right;
        private final BytesView leftView;
        private final BytesView rightView;

        NullSafeEqual(BytesEvaluator left, BytesEvaluator right, BytesView leftView, BytesView rightView) {
            this.left = left;
            this.right = right;
            this.leftView = leftView;
            this.rightView = rightView;
        }

        @Override
        public int test(RowView row) {
            boolean leftNull = left.isNull(row);
            boolean rightNull = right.isNull(row);
            if (leftNull || rightNull) {
                return leftNull && rightNull ? TRUE : FALSE;
            }
            return left.getBytes(row, leftView).sameBytes(right.getBytes(row, rightView)) ? TRUE : FALSE;
        }
    }

    static final class NullTest implements BoolEvaluator {
        private final BytesEvaluator input;
        private final int whenNull;
        private final BytesView view;

        NullTest(BytesEvaluator input, int whenNull, BytesView view) {
            this.input = input;
            this.whenNull = whenNull;
            this.view = view;
        }

        @Override
        public int test(RowView row) {
            if (input.isNull(row)) {
                return whenNull;
            }
            input.getBytes(row, view);
            return 1 - whenNull;
        }
    }

    interface Cell extends BytesEvaluator {
        BytesView value();
    }

    static final class Holder implements Cell {
        private final BytesView value;

        Holder(BytesView value) {
            this.value = value;
        }

        @Override
        public BytesView value() {
            return value;
        }

        @Override
        public boolean isNull(RowView row) {
            return false;
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            return view.wrap(value.address(), value.length());
        }
    }

    static final class Bind implements BoolEvaluator {
        private final BytesEvaluator value;
        private final Cell cell;
        private final BoolEvaluator body;

        Bind(BytesEvaluator value, Cell cell, BoolEvaluator body) {
            this.value = value;
            this.cell = cell;
            this.body = body;
        }

        @Override
        public int test(RowView row) {
            if (value.isNull(row)) {
                return NULL;
            }
            value.getBytes(row, cell.value());
            return body.test(row);
        }
    }

    static final class NullIf implements BytesEvaluator {
        private final BytesEvaluator value;
        private final Cell cell;
        private final BoolEvaluator equal;
        private boolean latched;

        NullIf(BytesEvaluator value, Cell cell, BoolEvaluator equal) {
            this.value = value;
            this.cell = cell;
            this.equal = equal;
        }

        @Override
        public boolean isNull(RowView row) {
            latched = false;
            if (value.isNull(row)) {
                return true;
            }
            value.getBytes(row, cell.value());
            latched = equal.test(row) != BoolEvaluator.TRUE;
            return !latched;
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            if (!latched) {
                return value.getBytes(row, view);
            }
            latched = false;
            return cell.getBytes(row, view);
        }
    }
}
