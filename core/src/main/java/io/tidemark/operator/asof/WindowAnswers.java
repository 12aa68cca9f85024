package io.tidemark.operator.asof;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryBytes;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.time.KeepTimes;
import io.tidemark.time.WindowJoinTimes;

/**
 * Left rows come out with aggregates over the right rows of their interval, which are gone through when the row is due: by time, those of one
 * time as they came.
 */
final class WindowAnswers implements Answers {
    private final JoinParts parts;
    private final WindowJoinTimes times;
    private final Accumulator accumulators;
    private final EntryBytes bytes;
    private final int valueBytes;
    /** Scratch: the aggregates of the row in hand. */
    private final long value;

    private final Schema schema;
    private final WaitingRows waiting;
    private final RightRows right;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final RowView leftView = new RowView();
    private final RowView rightView = new RowView();
    private final RowWriter out = new RowWriter();

    WindowAnswers(
            JoinParts parts,
            WindowJoinTimes times,
            Accumulator accumulators,
            int valueBytes,
            Schema schema,
            RowConsumer next) {
        this.parts = parts;
        this.times = times;
        this.accumulators = accumulators;
        this.bytes = new EntryBytes(parts.keys());
        this.valueBytes = valueBytes;
        this.value = OffHeap.allocate(valueBytes);
        this.schema = schema;
        this.waiting = parts.waiting();
        this.right = parts.right();
        this.counters = parts.context().counters();
        this.next = next;
    }

    @Override
    public int take(RowView row, long timeNs) {
        long due = times.due(timeNs);
        if (!KeepTimes.isReached(due, parts.toComeRight())) {
            if (!WaitingRows.fits(row)) {
                return TOO_LARGE;
            }
            parts.addWaiting(row, timeNs, due);
            counters.rowAccepted();
            return WAITS;
        }
        return AT_ONCE;
    }

    @Override
    public void answer(RowView row, long timeNs) {
        counters.rowAccepted();
        long entry = parts.findLeft();
        if (entry == EntryTable.NONE) {
            bringOut(row, SortedChain.NONE, timeNs);
        } else {
            bringOut(row, right.head(entry), timeNs);
            parts.trim(entry);
        }
    }

    @Override
    public boolean answerUnmatched(RowView row) {
        counters.rowAccepted();
        bringOut(row, SortedChain.NONE, 0);
        return true;
    }

    @Override
    public boolean fits(RowView row) {
        return accumulators.fits(row, EntryTable.MAX_BYTES);
    }

    @Override
    public void keep(RowView row, long timeNs) {
        long entry = parts.acquireRight();
        right.insert(entry, timeNs, row, false, RightRows.NO_END);
        parts.trim(entry);
    }

    @Override
    public boolean corrects() {
        return false;
    }

    @Override
    public void finish(long block) {
        long entry = waiting.keyOf(block);
        bringOut(waiting.view(block, leftView), right.head(entry), waiting.timeOf(block));
        waiting.remove(block);
        parts.trim(entry);
    }

    private void bringOut(RowView left, long head, long leftNs) {
        OffHeap.zero(value, valueBytes);
        SortedChain chain = right.chain();
        long last = times.to(leftNs);
        long at = head == SortedChain.NONE ? SortedChain.NONE : chain.ceiling(head, times.from(leftNs));
        while (at != SortedChain.NONE && chain.key(at) <= last) {
            accumulators.add(right.viewAt(at, rightView), value, bytes);
            at = chain.next(at);
        }
        out.start(schema);
        int leftColumns = left.schema().size();
        for (int column = 0; column < leftColumns; column++) {
            out.copy(column, left, column);
        }
        accumulators.write(value, bytes, out);
        accumulators.release(value, bytes);
        Cause cause = parts.cause();
        counters.rowOut();
        next.onRow(out.finish().origin(cause.source(), cause.position(), cause.ingestTimeNs(), RowKind.INSERT));
    }

    @Override
    public void close() {
        out.close();
        OffHeap.free(value);
    }
}
