package io.tidemark.operator.asof;

import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;

/** Left rows come out at once, by the right rows that came before them. */
final class ImmediateAnswers implements Answers {
    private final JoinParts parts;
    private final Partners partners;
    private final Versions versions;
    private final RightRows right;
    private final boolean inner;
    private final JoinOutput out;
    private final OperatorCounters counters;

    ImmediateAnswers(JoinParts parts, Partners partners, Versions versions, boolean inner, JoinOutput out) {
        this.parts = parts;
        this.partners = partners;
        this.versions = versions;
        this.right = parts.right();
        this.inner = inner;
        this.out = out;
        this.counters = parts.context().counters();
    }

    @Override
    public int take(RowView row, long timeNs) {
        return AT_ONCE;
    }

    @Override
    public void answer(RowView row, long timeNs) {
        long entry = parts.findLeft();
        boolean found = entry != EntryTable.NONE && partners.emit(row, right.head(entry), timeNs, out) > 0;
        if (found) {
            counters.rowAccepted();
        } else if (!answerUnmatched(row)) {
            parts.context().drop(row, DropReason.NO_PARTNER, parts.clock().watermark(JoinClock.RIGHT));
        }
        if (entry != EntryTable.NONE) {
            parts.trim(entry);
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
        parts.trim(entry);
    }

    @Override
    public boolean corrects() {
        return false;
    }

    @Override
    public void finish(long block) {
        throw new IllegalStateException("no row waits");
    }

    @Override
    public void close() {
        out.close();
    }
}
