package io.tidemark.operator.session;

import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;

/**
 * Update mode: each row brings out what it does to the sessions of its key. A session that it opens is an {@code INSERT}. Otherwise the
 * sessions that become part of an earlier one are taken back by {@code DELETE}, then that one by {@code UPDATE_BEFORE}, and it comes out
 * anew as {@code UPDATE_AFTER}. A complete session goes without a row.
 */
final class ChangedSessions implements SessionResults {
    private final SessionOutput out;

    ChangedSessions(SessionOutput out) {
        this.out = out;
    }

    @Override
    public void absorbing(long entry, long session, long into, RowView cause) {
        out.emit(entry, session, RowKind.DELETE, cause);
    }

    @Override
    public void changing(long entry, long session, RowView cause) {
        out.emit(entry, session, RowKind.UPDATE_BEFORE, cause);
    }

    @Override
    public void changed(long entry, long session, boolean opened, RowView cause) {
        out.emit(entry, session, opened ? RowKind.INSERT : RowKind.UPDATE_AFTER, cause);
    }
}
