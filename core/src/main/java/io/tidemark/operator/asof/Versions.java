package io.tidemark.operator.asof;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.operator.asof.AsOfJoin.Ties;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.time.AsOfTimes;
import io.tidemark.time.KeepTimes;

/**
 * Puts right rows among those of their key, by the rules for rows of the same time. A row that deletes ends those before it: it is kept as a
 * row that is no partner, and only where partners lie before left rows.
 *
 * @param times where partners lie
 * @param ties which of several rows of the same time counts
 * @param right the right rows
 * @param validUntil when rows end, or null
 */
record Versions(AsOfTimes times, Ties ties, RightRows right, LongEvaluator validUntil) {
    /** Takes a row in; returns the block of a row that it replaced, which the caller frees, or 0. */
    long put(long entry, RowView row, long timeNs) {
        boolean deletes = row.kind() == RowKind.DELETE;
        if (row.kind() == RowKind.UPDATE_BEFORE || deletes && times.looksAhead()) {
            return EntryTable.NONE;
        }
        long endNs = endOf(row, timeNs, deletes);
        long same = right.chain().floor(right.head(entry), timeNs);
        if (same != SortedChain.NONE && right.chain().key(same) == timeNs) {
            if (ties == Ties.LAST) {
                return right.replace(same, row, deletes, endNs);
            }
            if (ties == Ties.FIRST) {
                return EntryTable.NONE;
            }
            if (deletes) {
                removeAll(entry, timeNs);
            }
        }
        right.insert(entry, timeNs, row, deletes, endNs);
        return EntryTable.NONE;
    }

    private long endOf(RowView row, long timeNs, boolean deletes) {
        if (deletes) {
            return KeepTimes.after(timeNs, 0);
        }
        return validUntil == null || validUntil.isNull(row) ? RightRows.NO_END : validUntil.getLong(row);
    }

    private void removeAll(long entry, long timeNs) {
        SortedChain chain = right.chain();
        long node = chain.floor(right.head(entry), timeNs);
        while (node != SortedChain.NONE && chain.key(node) == timeNs) {
            right.remove(entry, node);
            node = chain.floor(right.head(entry), timeNs);
        }
    }

    /** First time of left rows that a right row of this time can be the partner of. */
    long firstServed(long entry, long timeNs) {
        long previous = right.chain().lower(right.head(entry), timeNs);
        return times.firstServed(
                timeNs,
                previous == SortedChain.NONE ? Long.MIN_VALUE : right.chain().key(previous));
    }

    /** Time of the right row after this time, or the end of time. */
    long next(long entry, long timeNs) {
        long next = right.chain().higher(right.head(entry), timeNs);
        return next == SortedChain.NONE ? Long.MAX_VALUE : right.chain().key(next);
    }
}
