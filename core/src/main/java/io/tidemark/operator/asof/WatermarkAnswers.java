package io.tidemark.operator.asof;

import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.time.KeepTimes;

/** Left rows come out once, when no right row can come that would change their partner. */
final class WatermarkAnswers implements Answers {
    private final JoinParts parts;
    private final Partners partners;
    private final Versions versions;
    private final WaitingRows waiting;
    private final RightRows right;
    private final boolean inner;
    private final JoinOutput out;
    private final OperatorCounters counters;
    private final RowView view = new RowView();

    WatermarkAnswers(JoinParts parts, Partners partners, Versions versions, boolean inner, JoinOutput out) {
        this.parts = parts;
        this.partners = partners;
        this.versions = versions;
        this.waiting = parts.waiting();
        this.right = parts.right();
        this.inner = inner;
        this.out = out;
        this.counters = parts.context().counters();
    }

    @Override
    public int take(RowView row, long timeNs) {
        long toCome = parts.toComeRight();
        long due = partners.times().firstDue(timeNs);
        if (KeepTimes.isReached(due, toCome)) {
            long entry = parts.findLeft();
            due = partners.due(entry == EntryTable.NONE ? SortedChain.NONE : right.head(entry), timeNs);
            if (KeepTimes.isReached(due, toCome)) {
                return AT_ONCE;
            }
        }
        if (!WaitingRows.fits(row)) {
            return TOO_LARGE;
        }
        parts.addWaiting(row, timeNs, due);
        if (!inner) {
            counters.rowAccepted();
        }
        return WAITS;
    }

    @Override
    public void answer(RowView row, long timeNs) {
        long entry = parts.findLeft();
        if (!inner) {
            counters.rowAccepted();
        }
        if (entry == EntryTable.NONE) {
            bringOut(row, SortedChain.NONE, timeNs);
            return;
        }
        bringOut(row, right.head(entry), timeNs);
        parts.trim(entry);
    }

    private void bringOut(RowView row, long head, long timeNs) {
        boolean found = partners.emit(row, head, timeNs, out) > 0;
        if (!found && !inner) {
            out.emit(row, EntryTable.NONE, RowKind.INSERT);
        } else if (!found) {
            parts.context().drop(row, DropReason.NO_PARTNER, parts.clock().watermark(JoinClock.RIGHT));
        } else if (inner) {
            counters.rowAccepted();
        }
    }

    @Override
    public boolean answerUnmatched(RowView row) {
        if (inner) {
            return false;
        }
        counters.rowAccepted();
        out.emit(row, EntryTable.NONE, RowKind.INSERT);
        return true;
    }

    @Override
    public void keep(RowView row, long timeNs) {
        long entry = parts.acquireRight();
        right.free(versions.put(entry, row, timeNs));
        if (partners.times().looksAhead()) {
            rearm(entry, timeNs);
        }
        parts.trim(entry);
    }

    /** Rows whose due time was found without this right row may be due earlier with it. */
    private void rearm(long entry, long timeNs) {
        long head = right.head(entry);
        long last = partners.times().lastServed(timeNs, versions.next(entry, timeNs), parts.toComeRight());
        SortedChain chain = waiting.chain();
        long at = waiting.firstFrom(entry, versions.firstServed(entry, timeNs));
        while (at != SortedChain.NONE && chain.key(at) <= last) {
            long block = waiting.blockAt(at);
            waiting.armEarlier(block, partners.due(head, chain.key(at)));
            at = chain.next(at);
        }
    }

    @Override
    public boolean corrects() {
        return false;
    }

    @Override
    public void finish(long block) {
        long timeNs = waiting.timeOf(block);
        long entry = waiting.keyOf(block);
        long head = right.head(entry);
        if (waiting.armLater(block, partners.due(head, timeNs))) {
            return;
        }
        bringOut(waiting.view(block, view), head, timeNs);
        waiting.remove(block);
        parts.trim(entry);
    }

    @Override
    public void close() {
        out.close();
    }
}
