package io.tidemark.operator.join;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.OperatorContext;
import io.tidemark.state.KeyLog;
import io.tidemark.state.ScalarState;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.Watermark;

/**
 * Which rows of a log come out when: those that have no partner when the watermark gets near, by due time and, where that is equal, in the order in
 * which they were appended.
 *
 * <p>Rows that are not late are due no earlier than a moment that follows from the watermark at which they came, and that never goes back. So rows
 * stand in the log in batches, each known by that moment of its first row; before the watermark reaches it, the rows of the batch are looked
 * through, and those that had no partner yet enter the index by time. Most rows have had theirs by then and never stand in it. A row whose
 * moment has come already enters the index at once, unless batches wait before it.
 *
 * @param log the rows
 * @param markAt where in the value of a row an int stands that is not 0 once it has had a partner
 * @param index rows that come out unless they get a partner, by due time
 * @param batches first rows of the batches that were not looked through, by the moment before which no row of them is due
 * @param inLast rows of the last batch; 0 to begin another one
 */
record DueRows(KeyLog log, int markAt, TimeIndex index, TimeIndex batches, ScalarState inLast) {
    /** Rows of a batch. */
    static final int BATCH_ROWS = 128;

    /** Opens what belongs to a log. */
    static DueRows open(String name, KeyLog log, int markAt, OperatorContext context) {
        return new DueRows(
                log,
                markAt,
                context.state().timeIndex(name + "-due"),
                context.state().timeIndex(name + "-due-batches"),
                context.state().scalar(name + "-due-batch", 0));
    }

    /**
     * Notes the row that was appended last.
     *
     * @param earliestNs no row that is appended from now on is due before it; never less than it was before
     * @param watermarkNs the watermark by which rows go
     */
    void add(long row, long dueNs, long earliestNs, long watermarkNs) {
        if (batches.firstDueNs() == TimeIndex.EMPTY && (earliestNs <= watermarkNs || earliestNs == Watermark.NONE)) {
            index.add(dueNs, row);
            return;
        }
        long rows = inLast.get();
        if (rows == 0) {
            batches.add(earliestNs, row);
        }
        inLast.set(rows + 1 & BATCH_ROWS - 1);
    }

    /** The watermark at which something is to be done: a batch to be looked through, or a row to come out. */
    long firstNs() {
        return Math.min(index.firstDueNs(), batches.firstDueNs());
    }

    /** Looks through the first batch if rows of it may come out by a watermark; returns how many rows it had, 0 if all such rows are in the index. */
    int lookThrough(long watermarkNs) {
        if (batches.firstDueNs() > watermarkNs) {
            return 0;
        }
        long row = batches.firstPayload();
        batches.removeFirst();
        boolean wasLast = batches.firstDueNs() == TimeIndex.EMPTY;
        long end = wasLast ? KeyLog.NONE : batches.firstPayload();
        if (wasLast) {
            inLast.set(0);
        }
        int rows = 0;
        for (; row != end; row = log.next(row)) {
            if (OffHeap.getInt(log.value(row) + markAt) == 0) {
                index.add(log.dueNs(row), row);
            }
            rows++;
        }
        return rows;
    }
}
