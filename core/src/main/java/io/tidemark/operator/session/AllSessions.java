package io.tidemark.operator.session;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;

/** Complete mode: every cut brings out all sessions, keys in the order of their first row, the sessions of a key by their start. */
final class AllSessions implements SessionResults {
    private static final long PANE = 0;

    private final Sessions sessions;
    private final EntryTable table;
    private final SessionOutput out;
    /** The keys in the order of their first row; the value is the entry. */
    private final StateTable keys;

    AllSessions(Sessions sessions, SessionOutput out, StateTable keys) {
        this.sessions = sessions;
        this.table = sessions.table();
        this.out = out;
        this.keys = keys;
    }

    @Override
    public void opened(long entry, long session, RowView cause) {
        OffHeap.putLong(keys.openPane(PANE).acquire(table.key(entry), table.keyBytes(entry)), entry);
    }

    @Override
    public void cut(RowView cause) {
        StatePane pane = keys.firstPane();
        if (pane == null) {
            return;
        }
        for (long at = pane.next(0); at != 0; at = pane.next(at)) {
            long entry = OffHeap.getLong(pane.valueAt(at));
            long session = sessions.chain().first(sessions.head(entry));
            while (session != Sessions.NONE) {
                out.emit(entry, session, RowKind.INSERT, cause);
                session = sessions.chain().next(session);
            }
        }
    }
}
