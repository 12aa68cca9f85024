package io.tidemark.operator.join;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.PairBuffer;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * Makes the rows of both sides into one, tests the rest of the condition on it, and brings rows out.
 *
 * @param pairs columns of both sides
 * @param leftOnly whether only left columns come out
 * @param rest what is tested for each pair, or null
 * @param out makes pairs where {@code slots} cannot
 * @param slots makes pairs where all columns are of fixed length, else null
 * @param single a row that comes out as it is
 */
record JoinOutput(
        Schema pairs,
        int leftColumns,
        boolean leftOnly,
        BoolEvaluator rest,
        OperatorCounters counters,
        RowConsumer next,
        RowWriter out,
        PairBuffer slots,
        RowView single)
        implements AutoCloseable {
    /**
     * An output.
     *
     * @param pairs columns of both sides
     * @param leftOnly whether only left columns come out
     * @param rest what is tested for each pair, or null
     */
    static JoinOutput of(
            Schema pairs,
            int leftColumns,
            boolean leftOnly,
            BoolEvaluator rest,
            OperatorCounters counters,
            RowConsumer next) {
        return new JoinOutput(
                pairs,
                leftColumns,
                leftOnly,
                rest,
                counters,
                next,
                new RowWriter(),
                leftOnly && rest == null ? null : PairBuffer.of(pairs, leftColumns),
                new RowView());
    }

    /** Whether two rows are a pair as far as the rest of the condition goes; writes the pair that {@link #emitPair} brings out. */
    boolean test(RowView left, RowView right) {
        if (leftOnly && rest == null) {
            return true;
        }
        if (slots != null) {
            RowView pair = slots.both(left, right);
            return rest == null || rest.test(pair) == BoolEvaluator.TRUE;
        }
        out.start(pairs);
        copy(left, 0);
        copy(right, leftColumns);
        return rest == null || rest.test(out.finish()) == BoolEvaluator.TRUE;
    }

    /** Brings out the pair that was tested last. */
    void emitPair(int source, long position, long ingestTimeNs) {
        emit(slots != null ? slots.row() : out.finish(), source, position, ingestTimeNs);
    }

    /**
     * Brings out a row alone.
     *
     * @param firstColumn first of its columns in the result; the others are null
     */
    void emitAlone(RowView row, int firstColumn, int source, long position, long ingestTimeNs) {
        if (leftOnly) {
            emit(single.wrap(row.schema(), row.address(), row.length()), source, position, ingestTimeNs);
            return;
        }
        if (slots != null) {
            emit(firstColumn == 0 ? slots.leftAlone(row) : slots.rightAlone(row), source, position, ingestTimeNs);
            return;
        }
        out.start(pairs);
        copy(row, firstColumn);
        emit(out.finish(), source, position, ingestTimeNs);
    }

    private void emit(RowView row, int source, long position, long ingestTimeNs) {
        counters.rowOut();
        next.onRow(row.origin(source, position, ingestTimeNs, RowKind.INSERT));
    }

    private void copy(RowView from, int firstColumn) {
        int columns = from.schema().size();
        for (int column = 0; column < columns; column++) {
            out.copy(firstColumn + column, from, column);
        }
    }

    @Override
    public void close() {
        out.close();
        if (slots != null) {
            slots.close();
        }
    }
}
