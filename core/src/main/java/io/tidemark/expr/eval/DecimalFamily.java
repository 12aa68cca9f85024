package io.tidemark.expr.eval;

import io.tidemark.expr.Expression.Literal;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Decimals. Branches and cells have one scale; comparisons take two. */
final class DecimalFamily implements Family {
    static final DecimalFamily INSTANCE = new DecimalFamily();

    private DecimalFamily() {}

    @Override
    public Evaluator column(NodeFactory nodes, Schema schema, int index) {
        Class<? extends DecimalEvaluator> type = schema.type(index).isWideDecimal() ? WideColumn.class : Column.class;
        return nodes.create(
                type, index, schema.slotOffset(index), schema.field(index).nullable());
    }

    @Override
    public Evaluator constant(NodeFactory nodes, Literal literal) {
        BigInteger unscaled = literal.value() instanceof BigDecimal decimal
                ? decimal.setScale(literal.type().scale(), RoundingMode.UNNECESSARY)
                        .unscaledValue()
                : BigInteger.ZERO;
        return nodes.create(
                Constant.class,
                literal.value() == null,
                unscaled.shiftRight(Long.SIZE).longValue(),
                unscaled.longValue());
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
                Compare.class,
                left.asDecimal(),
                left.type().scale(),
                right.asDecimal(),
                right.type().scale(),
                comparison.mask());
    }

    @Override
    public BoolEvaluator nullSafeEqual(NodeFactory nodes, TypedEvaluator left, TypedEvaluator right) {
        return nodes.create(
                NullSafeEqual.class,
                left.asDecimal(),
                left.type().scale(),
                right.asDecimal(),
                right.type().scale());
    }

    @Override
    public BoolEvaluator nullTest(NodeFactory nodes, Evaluator input, boolean whenNull) {
        return nodes.create(NullTest.class, input, whenNull ? 1 : 0, new Decimal128());
    }

    @Override
    public Evaluator cell(NodeFactory nodes) {
        return nodes.create(Holder.class, new Decimal128());
    }

    @Override
    public BoolEvaluator bind(NodeFactory nodes, Evaluator value, Evaluator cell, BoolEvaluator body) {
        return nodes.create(Bind.class, value, cell, body);
    }

    @Override
    public Evaluator nullIf(NodeFactory nodes, Evaluator value, Evaluator cell, BoolEvaluator equal) {
        return nodes.create(NullIf.class, value, cell, equal);
    }

    static final class Column implements DecimalEvaluator {
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
        public void getDecimal(RowView row, Decimal128 value) {
            value.set(OffHeap.getLong(row.address() + offset));
        }
    }

    static final class WideColumn implements DecimalEvaluator {
        private final int index;
        private final int offset;
        private final boolean nullable;

        WideColumn(int index, int offset, boolean nullable) {
            this.index = index;
            this.offset = offset;
            this.nullable = nullable;
        }

        @Override
        public boolean isNull(RowView row) {
            return nullable && NullBit.isSet(row, index);
        }

        @Override
        public void getDecimal(RowView row, Decimal128 value) {
            long slot = row.address() + offset;
            value.set(OffHeap.getLong(slot + Long.BYTES), OffHeap.getLong(slot));
        }
    }

    static final class Constant implements DecimalEvaluator {
        private final boolean isNull;
        private final long high;
        private final long low;

        Constant(boolean isNull, long high, long low) {
            this.isNull = isNull;
            this.high = high;
            this.low = low;
        }

        @Override
        public boolean isNull(RowView row) {
            return isNull;
        }

        @Override
        public void getDecimal(RowView row, Decimal128 value) {
            value.set(high, low);
        }
    }

    static final class Choice extends BranchLatch implements DecimalEvaluator {
        private final BoolEvaluator condition;
        private final DecimalEvaluator then;
        private final DecimalEvaluator otherwise;

        Choice(BoolEvaluator condition, DecimalEvaluator then, DecimalEvaluator otherwise) {
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
        public void getDecimal(RowView row, Decimal128 out) {
            int branch = take();
            boolean first = branch == UNKNOWN ? condition.test(row) == BoolEvaluator.TRUE : branch == FIRST;
            if (first) {
                then.getDecimal(row, out);
            } else {
                otherwise.getDecimal(row, out);
            }
        }
    }

    static final class Coalesce extends BranchLatch implements DecimalEvaluator {
        private final DecimalEvaluator first;
        private final DecimalEvaluator second;

        Coalesce(DecimalEvaluator first, DecimalEvaluator second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public boolean isNull(RowView row) {
            boolean useFirst = !first.isNull(row);
            return latch(useFirst, !useFirst && second.isNull(row));
        }

        @Override
        public void getDecimal(RowView row, Decimal128 out) {
            int branch = take();
            boolean useFirst = branch == UNKNOWN ? !first.isNull(row) : branch == FIRST;
            if (useFirst) {
                first.getDecimal(row, out);
            } else {
                second.getDecimal(row, out);
            }
        }
    }

    static final class Compare implements BoolEvaluator {
        private final DecimalEvaluator left;
        private final int leftScale;
        private final DecimalEvaluator right;
        private final int rightScale;
        private final int mask;
        private final Decimal128 leftValue = new Decimal128();
        private final Decimal128 rightValue = new Decimal128();
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();

        Compare(DecimalEvaluator left, int leftScale, DecimalEvaluator right, int rightScale, int mask) {
            this.left = left;
            this.leftScale = leftScale;
            this.right = right;
            this.rightScale = rightScale;
            this.mask = mask;
        }

        @Override
        public int test(RowView row) {
            if (left.isNull(row) || right.isNull(row)) {
                return NULL;
            }
            left.getDecimal(row, leftValue);
            right.getDecimal(row, rightValue);
            return Comparison.test(mask, arithmetic.compare(leftValue, leftScale, rightValue, rightScale));
        }
    }

    static final class NullSafeEqual implements BoolEvaluator {
        private final DecimalEvaluator left;
        private final int leftScale;
        private final DecimalEvaluator right;
        private final int rightScale;
        private final Decimal128 leftValue = new Decimal128();
        private final Decimal128 rightValue = new Decimal128();
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();

        NullSafeEqual(DecimalEvaluator left, int leftScale, DecimalEvaluator right, int rightScale) {
            this.left = left;
            this.leftScale = leftScale;
            this.right = right;
            this.rightScale = rightScale;
        }

        @Override
        public int test(RowView row) {
            boolean leftNull = left.isNull(row);
            boolean rightNull = right.isNull(row);
            if (leftNull || rightNull) {
                return leftNull && rightNull ? TRUE : FALSE;
            }
            left.getDecimal(row, leftValue);
            right.getDecimal(row, rightValue);
            return arithmetic.compare(leftValue, leftScale, rightValue, rightScale) == 0 ? TRUE : FALSE;
        }
    }

    static final class NullTest implements BoolEvaluator {
        private final DecimalEvaluator input;
        private final int whenNull;
        private final Decimal128 scratch;

        NullTest(DecimalEvaluator input, int whenNull, Decimal128 scratch) {
            this.input = input;
            this.whenNull = whenNull;
            this.scratch = scratch;
        }

        @Override
        public int test(RowView row) {
            if (input.isNull(row)) {
                return whenNull;
            }
            input.getDecimal(row, scratch);
            return 1 - whenNull;
        }
    }

    interface Cell extends DecimalEvaluator {
        Decimal128 value();
    }

    static final class Holder implements Cell {
        private final Decimal128 value;

        Holder(Decimal128 value) {
            this.value = value;
        }

        @Override
        public Decimal128 value() {
            return value;
        }

        @Override
        public boolean isNull(RowView row) {
            return false;
        }

        @Override
        public void getDecimal(RowView row, Decimal128 out) {
            out.set(value);
        }
    }

    static final class Bind implements BoolEvaluator {
        private final DecimalEvaluator value;
        private final Cell cell;
        private final BoolEvaluator body;

        Bind(DecimalEvaluator value, Cell cell, BoolEvaluator body) {
            this.value = value;
            this.cell = cell;
            this.body = body;
        }

        @Override
        public int test(RowView row) {
            if (value.isNull(row)) {
                return NULL;
            }
            value.getDecimal(row, cell.value());
            return body.test(row);
        }
    }

    static final class NullIf extends LatchedDecimal {
        private final DecimalEvaluator value;
        private final Cell cell;
        private final BoolEvaluator equal;

        NullIf(DecimalEvaluator value, Cell cell, BoolEvaluator equal) {
            this.value = value;
            this.cell = cell;
            this.equal = equal;
        }

        @Override
        boolean compute(RowView row, Decimal128 result) {
            if (value.isNull(row)) {
                return false;
            }
            value.getDecimal(row, cell.value());
            result.set(cell.value());
            return equal.test(row) != BoolEvaluator.TRUE;
        }
    }
}
