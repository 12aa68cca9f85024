package io.tidemark.operator.asof;

import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.time.KeepTimes;

/**
 * Left rows come out at once; as long as a better right row can come they wait, and when one comes they are taken back and come out again.
 * For each there is one partner at most.
 */
final class CorrectingAnswers implements Answers {
    private final JoinParts parts;
    private final Partners partners;
    private final Versions versions;
    private final WaitingRows waiting;
    private final RightRows right;
    private final boolean inner;
    private final JoinOutput out;
    private final OperatorCounters counters;
    private final RowView view = new RowView();

    CorrectingAnswers(JoinParts parts, Partners partners, Versions versions, boolean inner, JoinOutput out) {
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
        return WaitingRows.fits(row) ? AT_ONCE : TOO_LARGE;
    }

    @Override
    public void answer(RowView row, long timeNs) {
        long entry = parts.findLeft();
        long head = entry == EntryTable.NONE ? SortedChain.NONE : right.head(entry);
        long partner = partners.partner(head, timeNs);
        boolean comesOut = partner != EntryTable.NONE || !inner;
        if (comesOut) {
            counters.rowAccepted();
            out.emit(row, partner, RowKind.INSERT);
        }
        long due = firstDue(head, timeNs);
        if (!KeepTimes.isReached(due, parts.toComeRight())) {
            long block = parts.addWaiting(row, timeNs, due);
            waiting.setPartner(block, partner);
            if (comesOut) {
                waiting.setCameOut(block);
            }
        } else if (!comesOut) {
            drop(row);
        }
        if (entry != EntryTable.NONE) {
            parts.trim(entry);
        }
    }

    /** The first due time of a row, and the true one where that has passed. */
    private long firstDue(long head, long timeNs) {
        long first = partners.times().firstDue(timeNs);
        return KeepTimes.isReached(first, parts.toComeRight()) ? partners.due(head, timeNs) : first;
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
        long replaced = versions.put(entry, row, timeNs);
        correct(entry, timeNs);
        right.free(replaced);
        parts.trim(entry);
    }

    private void correct(long entry, long timeNs) {
        long head = right.head(entry);
        long last = partners.times().lastServed(timeNs, versions.next(entry, timeNs));
        SortedChain chain = waiting.chain();
        long at = waiting.firstFrom(entry, versions.firstServed(entry, timeNs));
        while (at != SortedChain.NONE && chain.key(at) <= last) {
            long block = waiting.blockAt(at);
            long leftNs = chain.key(at);
            at = chain.next(at);
            long partner = partners.partner(head, leftNs);
            if (partner != waiting.partnerOf(block)) {
                replace(block, waiting.partnerOf(block), partner);
            }
            if (partners.times().looksAhead()) {
                waiting.armEarlier(block, partners.due(head, leftNs));
            }
        }
    }

    private void replace(long block, long before, long after) {
        RowView row = waiting.view(block, view);
        waiting.setPartner(block, after);
        if (inner && before == EntryTable.NONE) {
            if (!waiting.cameOut(block)) {
                counters.rowAccepted();
                waiting.setCameOut(block);
            }
            out.emit(row, after, RowKind.INSERT);
        } else if (inner && after == EntryTable.NONE) {
            out.emit(row, before, RowKind.DELETE);
        } else {
            out.emit(row, before, RowKind.UPDATE_BEFORE);
            out.emit(row, after, RowKind.UPDATE_AFTER);
        }
    }

    @Override
    public boolean corrects() {
        return true;
    }

    @Override
    public void finish(long block) {
        long entry = waiting.keyOf(block);
        if (waiting.armLater(block, partners.due(right.head(entry), waiting.timeOf(block)))) {
            return;
        }
        if (!waiting.cameOut(block)) {
            drop(waiting.view(block, view));
        }
        waiting.remove(block);
        parts.trim(entry);
    }

    private void drop(RowView row) {
        parts.context().drop(row, DropReason.NO_PARTNER, parts.clock().watermark(JoinClock.RIGHT));
    }

    @Override
    public void close() {
        out.close();
    }
}
