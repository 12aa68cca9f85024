package io.tidemark.operator.session;

import io.tidemark.row.RowKind;

/** Append mode: a session comes out once, when it is complete. */
final class FinalSessions implements SessionResults {
    private final SessionOutput out;

    FinalSessions(SessionOutput out) {
        this.out = out;
    }

    @Override
    public void closing(long entry, long session, int source, long position, long ingestTimeNs) {
        out.emit(entry, session, RowKind.INSERT, source, position, ingestTimeNs);
    }
}
