package io.tidemark.operator.asof;

import io.tidemark.operator.asof.AsOfJoin.Ties;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.time.AsOfDirection;
import io.tidemark.time.AsOfTimes;
import io.tidemark.time.KeepTimes;

/**
 * Finds the partners of left rows among the right rows of their key.
 *
 * @param times where partners lie
 * @param ties which of several at one time counts; there is more than one only where all do
 * @param right the right rows
 */
record Partners(AsOfTimes times, Ties ties, RightRows right) {
    /** A node of the time that is nearest by the rules, or {@link SortedChain#NONE}; the row there may have ended. */
    long nearest(long head, long leftNs) {
        SortedChain chain = right.chain();
        long before = times.looksBack() ? before(chain, head, leftNs) : SortedChain.NONE;
        long after = times.looksAhead() ? after(chain, head, leftNs) : SortedChain.NONE;
        long nearest = before == SortedChain.NONE
                        || after != SortedChain.NONE
                                && !times.isEarlierNearer(leftNs, chain.key(before), chain.key(after))
                ? after
                : before;
        return nearest != SortedChain.NONE && times.isWithin(leftNs, chain.key(nearest)) ? nearest : SortedChain.NONE;
    }

    private long before(SortedChain chain, long head, long leftNs) {
        return times.strict() ? chain.lower(head, leftNs) : chain.floor(head, leftNs);
    }

    private long after(SortedChain chain, long head, long leftNs) {
        return times.strict() ? chain.higher(head, leftNs) : chain.ceiling(head, leftNs);
    }

    /** When a left row is due, as far as is known. */
    long due(long head, long leftNs) {
        if (times.direction() == AsOfDirection.BACKWARD) {
            return times.firstDue(leftNs);
        }
        long nearest = nearest(head, leftNs);
        return nearest == SortedChain.NONE
                ? times.due(leftNs)
                : times.due(leftNs, right.chain().key(nearest));
    }

    /** Block of the only partner of a left row, or 0; not where all of one time count. */
    long partner(long head, long leftNs) {
        long node = nearest(head, leftNs);
        return node == SortedChain.NONE ? EntryTable.NONE : partnerAt(node, leftNs);
    }

    /** Block of the row at a node, or 0 when it ended before the left row. */
    private long partnerAt(long node, long leftNs) {
        return KeepTimes.isReached(right.endOf(node), leftNs) ? EntryTable.NONE : right.rowOf(node);
    }

    /** Brings out a left row with each of its partners; returns how many. */
    int emit(RowView left, long head, long leftNs, JoinOutput out) {
        long node = nearest(head, leftNs);
        if (node == SortedChain.NONE) {
            return 0;
        }
        SortedChain chain = right.chain();
        long timeNs = chain.key(node);
        long at = ties == Ties.ALL ? chain.ceiling(head, timeNs) : node;
        int emitted = 0;
        while (at != SortedChain.NONE && chain.key(at) == timeNs) {
            long partner = partnerAt(at, leftNs);
            if (partner != EntryTable.NONE) {
                out.emit(left, partner, RowKind.INSERT);
                emitted++;
            }
            at = ties == Ties.ALL ? chain.next(at) : SortedChain.NONE;
        }
        return emitted;
    }
}
