package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.util.List;

/**
 * Evaluates expressions of fixed length over one row and stores them in the slots of another, at its native address. No bit is read and
 * written again: the null bits of all columns are collected on the way. One thread; nothing is allocated.
 */
interface SlotWriter {
    /** Fills the slots of a row at {@code address}; a null leaves zeros. Returns the null bits. */
    long write(RowView in, long address);

    /** Writer of {@code evaluators} into the columns of a schema of fixed length, with at most 64 columns. */
    static SlotWriter ofAll(List<TypedEvaluator> evaluators, Schema schema, NodeFactory nodes) {
        return range(evaluators, schema, 0, evaluators.size(), nodes);
    }

    /** A balanced tree of pairs, so that calls nest as little as can be. */
    private static SlotWriter range(
            List<TypedEvaluator> evaluators, Schema schema, int from, int to, NodeFactory nodes) {
        if (from == to) {
            return nodes.<SlotWriter>create(None.class);
        }
        if (to - from == 1) {
            return of(evaluators.get(from), schema.slotOffset(from), 1L << from, nodes);
        }
        int middle = from + to >>> 1;
        return nodes.<SlotWriter>create(
                Pair.class,
                range(evaluators, schema, from, middle, nodes),
                range(evaluators, schema, middle, to, nodes));
    }

    private static SlotWriter of(TypedEvaluator typed, int offset, long nullBit, NodeFactory nodes) {
        long bit = typed.nullable() ? nullBit : 0;
        return switch (typed.type().kind()) {
            case BOOL -> nodes.<SlotWriter>create(OfBool.class, typed.asBool(), offset, nullBit);
            case INT, LONG, TIMESTAMP -> nodes.<SlotWriter>create(OfLong.class, typed.asLong(), offset, bit);
            case DOUBLE -> nodes.<SlotWriter>create(OfDouble.class, typed.asDouble(), offset, bit);
            case DECIMAL ->
                nodes.<SlotWriter>create(
                        OfDecimal.class,
                        typed.asDecimal(),
                        offset,
                        nullBit,
                        typed.type().isWideDecimal());
            case STRING, BINARY -> throw new IllegalArgumentException(typed.type() + " has no fixed length");
        };
    }

    /** Writes nothing: the end of a row without columns. */
    final class None implements SlotWriter {
        None() {}

        @Override
        public long write(RowView in, long address) {
            return 0;
        }
    }

    /** Two writers, one after the other. */
    final class Pair implements SlotWriter {
        private final SlotWriter first;
        private final SlotWriter rest;

        Pair(SlotWriter first, SlotWriter rest) {
            this.first = first;
            this.rest = rest;
        }

        @Override
        public long write(RowView in, long address) {
            return first.write(in, address) | rest.write(in, address);
        }
    }

    /** Writes a truth value. */
    final class OfBool implements SlotWriter {
        private final BoolEvaluator value;
        private final int offset;
        private final long nullBit;

        OfBool(BoolEvaluator value, int offset, long nullBit) {
            this.value = value;
            this.offset = offset;
            this.nullBit = nullBit;
        }

        @Override
        public long write(RowView in, long address) {
            int truth = value.test(in);
            OffHeap.putLong(address + offset, truth == BoolEvaluator.TRUE ? 1 : 0);
            return truth == BoolEvaluator.NULL ? nullBit : 0;
        }
    }

    /** Writes an int, long or timestamp; a null bit of 0 says that there is no null. */
    final class OfLong implements SlotWriter {
        private final LongEvaluator value;
        private final int offset;
        private final long nullBit;

        OfLong(LongEvaluator value, int offset, long nullBit) {
            this.value = value;
            this.offset = offset;
            this.nullBit = nullBit;
        }

        @Override
        public long write(RowView in, long address) {
            if (nullBit != 0 && value.isNull(in)) {
                OffHeap.putLong(address + offset, 0);
                return nullBit;
            }
            OffHeap.putLong(address + offset, value.getLong(in));
            return 0;
        }
    }

    /** Writes a double, every NaN as the same one; a null bit of 0 says that there is no null. */
    final class OfDouble implements SlotWriter {
        private final DoubleEvaluator value;
        private final int offset;
        private final long nullBit;

        OfDouble(DoubleEvaluator value, int offset, long nullBit) {
            this.value = value;
            this.offset = offset;
            this.nullBit = nullBit;
        }

        @Override
        public long write(RowView in, long address) {
            if (nullBit != 0 && value.isNull(in)) {
                OffHeap.putLong(address + offset, 0);
                return nullBit;
            }
            OffHeap.putLong(address + offset, Double.doubleToLongBits(value.getDouble(in)));
            return 0;
        }
    }

    /** Writes a decimal, in one slot or two. */
    final class OfDecimal implements SlotWriter {
        private final DecimalEvaluator value;
        private final int offset;
        private final long nullBit;
        private final boolean wide;
        private final Decimal128 scratch = new Decimal128();

        OfDecimal(DecimalEvaluator value, int offset, long nullBit, boolean wide) {
            this.value = value;
            this.offset = offset;
            this.nullBit = nullBit;
            this.wide = wide;
        }

        @Override
        public long write(RowView in, long address) {
            boolean isNull = value.isNull(in);
            if (!isNull) {
                value.getDecimal(in, scratch);
            }
            OffHeap.putLong(address + offset, isNull ? 0 : scratch.low());
            if (wide) {
                OffHeap.putLong(address + offset + Long.BYTES, isNull ? 0 : scratch.high());
            }
            return isNull ? nullBit : 0;
        }
    }
}
