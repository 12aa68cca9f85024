package io.tidemark.expr.eval;

import io.tidemark.expr.Expression.Literal;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.time.Instant;

/** Int, long and timestamp. */
final class LongFamily implements Family {
    static final LongFamily INSTANCE = new LongFamily();

    private LongFamily() {}

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
        long value = 0;
        if (literal.value() instanceof Instant instant) {
            // Instants before 1970 count their nanoseconds upwards: one second later, less the rest.
            value = instant.getEpochSecond() < 0
                    ? Math.addExact((instant.getEpochSecond() + 1) * 1_000_000_000L, instant.getNano() - 1_000_000_000L)
                    : instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
        } else if (literal.value() instanceof Number number) {
            value = number.longValue();
        }
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
        return nodes.create(Compare.class, left.asLong(), right.asLong(), comparison.mask());
    }

    @Override
    public BoolEvaluator nullSafeEqual(NodeFactory nodes, TypedEvaluator left, TypedEvaluator right) {
        return nodes.create(NullSafeEqual.class, left.asLong(), right.asLong());
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

    static final class Column implements LongEvaluator {
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
        public long getLong(RowView row) {
            return OffHeap.getLong(row.address() + offset);
        }
    }

    static final class Constant implements LongEvaluator {
        private final boolean isNull;
        private final long value;

        Constant(boolean isNull, long value) {
            this.isNull = isNull;
            this.value = value;
        }

        @Override
        public boolean isNull(RowView row) {
            return isNull;
        }

        @Override
        public long getLong(RowView row) {
            return value;
        }
    }

    static final class Choice extends BranchLatch implements LongEvaluator {
        private final BoolEvaluator condition;
        private final LongEvaluator then;
        private final LongEvaluator otherwise;

        Choice(BoolEvaluator condition, LongEvaluator then, LongEvaluator otherwise) {
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
        public long getLong(RowView row) {
            int branch = take();
            boolean first = branch == UNKNOWN ? condition.test(row) == BoolEvaluator.TRUE : branch == FIRST;
            return first ? then.getLong(row) : otherwise.getLong(row);
        }
    }

    static final class Coalesce extends BranchLatch implements LongEvaluator {
        private final LongEvaluator first;
        private final LongEvaluator second;

        Coalesce(LongEvaluator first, LongEvaluator second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public boolean isNull(RowView row) {
            boolean useFirst = !first.isNull(row);
            return latch(useFirst, !useFirst && second.isNull(row));
        }

        @Override
        public long getLong(RowView row) {
            int branch = take();
            boolean useFirst = branch == UNKNOWN ? !first.isNull(row) : branch == FIRST;
            return useFirst ? first.getLong(row) : second.getLong(row);
        }
    }

    static final class Compare implements BoolEvaluator {
        private final LongEvaluator left;
        private final LongEvaluator right;
        private final int mask;

        Compare(LongEvaluator left, LongEvaluator right, int mask) {
            this.left = left;
            this.right = right;
            this.mask = mask;
        }

        @Override
        public int test(RowView row) {
            if (left.isNull(row) || right.isNull(row)) {
                return NULL;
            }
            return Comparison.test(mask, Long.compare(left.getLong(row), right.getLong(row)));
        }
    }

    static final class NullSafeEqual implements BoolEvaluator {
        private final LongEvaluator left;
        private final LongEvaluator right;

        NullSafeEqual(LongEvaluator left, LongEvaluator right) {
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
            return left.getLong(row) == right.getLong(row) ? TRUE : FALSE;
        }
    }

    static final class NullTest implements BoolEvaluator {
        private final LongEvaluator input;
        private final int whenNull;

        NullTest(LongEvaluator input, int whenNull) {
            this.input = input;
            this.whenNull = whenNull;
        }

        @Override
        public int test(RowView row) {
            if (input.isNull(row)) {
                return whenNull;
            }
            input.getLong(row);
            return 1 - whenNull;
        }
    }

    interface Cell extends LongEvaluator {
        void set(long value);
    }

    static final class Holder implements Cell {
        private long value;

        Holder() {}

        @Override
        public void set(long newValue) {
            value = newValue;
        }

        @Override
        public boolean isNull(RowView row) {
            return false;
        }

        @Override
        public long getLong(RowView row) {
            return value;
        }
    }

    static final class Bind implements BoolEvaluator {
        private final LongEvaluator value;
        private final Cell cell;
        private final BoolEvaluator body;

        Bind(LongEvaluator value, Cell cell, BoolEvaluator body) {
            this.value = value;
            this.cell = cell;
            this.body = body;
        }

        @Override
        public int test(RowView row) {
            if (value.isNull(row)) {
                return NULL;
            }
            cell.set(value.getLong(row));
            return body.test(row);
        }
    }

    static final class NullIf extends LatchedLong {
        private final LongEvaluator value;
        private final Cell cell;
        private final BoolEvaluator equal;

        NullIf(LongEvaluator value, Cell cell, BoolEvaluator equal) {
            this.value = value;
            this.cell = cell;
            this.equal = equal;
        }

        @Override
        boolean compute(RowView row) {
            if (value.isNull(row)) {
                return false;
            }
            long candidate = value.getLong(row);
            cell.set(candidate);
            if (equal.test(row) == BoolEvaluator.TRUE) {
                return false;
            }
            result(candidate);
            return true;
        }
    }
}
