package io.tidemark.operator.session;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.TimeIndex;

/**
 * Update mode between cuts: a session that changed comes out at the next cut, or when it is complete, as if all rows since the last cut
 * were one. Sessions come out in the order in which they first changed.
 *
 * <p>The note of a session is its change since the last cut: a block with the row that came out last, and a list of such rows of sessions
 * that became part of it. A session without a note is as it came out. The change of a session that is gone stays until the cut, as a block
 * without a session.
 */
final class ConflatedSessions implements SessionResults {
    private static final int SESSION_AT = 0;
    private static final int ENTRY_AT = 8;
    private static final int SHOWN_AT = 16;
    private static final int FIRST_AT = 24;
    private static final int LAST_AT = 32;
    private static final int CHANGE_BYTES = 40;

    private final Sessions sessions;
    private final EntryTable table;
    private final SessionOutput out;
    private final TimeIndex changes;

    ConflatedSessions(Sessions sessions, SessionOutput out, TimeIndex changes) {
        this.sessions = sessions;
        this.table = sessions.table();
        this.out = out;
        this.changes = changes;
    }

    @Override
    public void opened(long entry, long session, RowView cause) {
        note(entry, session, 0);
    }

    @Override
    public void changing(long entry, long session, RowView cause) {
        if (sessions.note(session) == 0) {
            note(entry, session, out.keep(entry, session));
        }
    }

    @Override
    public void absorbing(long entry, long session, long into, RowView cause) {
        changing(entry, into, cause);
        long change = sessions.note(into);
        long absorbed = sessions.note(session);
        if (absorbed == 0) {
            append(change, out.keep(entry, session));
            return;
        }
        if (get(absorbed, SHOWN_AT) != 0) {
            append(change, get(absorbed, SHOWN_AT));
        }
        for (long kept = get(absorbed, FIRST_AT); kept != 0; ) {
            long following = out.nextKept(kept);
            append(change, kept);
            kept = following;
        }
        empty(absorbed);
    }

    @Override
    public void closing(long entry, long session, int source, long position, long ingestTimeNs) {
        long change = sessions.note(session);
        if (change != 0) {
            emit(change, source, position, ingestTimeNs);
            empty(change);
        }
    }

    @Override
    public void cut(RowView cause) {
        while (changes.size() > 0) {
            long change = changes.firstPayload();
            changes.removeFirst();
            long session = get(change, SESSION_AT);
            if (session != 0) {
                emit(change, cause.source(), cause.position(), cause.ingestTimeNs());
                sessions.setNote(session, 0);
            }
            table.free(change);
        }
    }

    private void emit(long change, int source, long position, long ingestTimeNs) {
        for (long kept = get(change, FIRST_AT); kept != 0; ) {
            long following = out.nextKept(kept);
            takeBack(kept, RowKind.DELETE, source, position, ingestTimeNs);
            kept = following;
        }
        long shown = get(change, SHOWN_AT);
        if (shown != 0) {
            takeBack(shown, RowKind.UPDATE_BEFORE, source, position, ingestTimeNs);
        }
        RowKind kind = shown == 0 ? RowKind.INSERT : RowKind.UPDATE_AFTER;
        out.emit(get(change, ENTRY_AT), get(change, SESSION_AT), kind, source, position, ingestTimeNs);
    }

    private void takeBack(long kept, RowKind kind, int source, long position, long ingestTimeNs) {
        out.emitKept(kept, kind, source, position, ingestTimeNs);
        table.free(kept);
    }

    private void note(long entry, long session, long shown) {
        long change = table.allocate(CHANGE_BYTES);
        long address = table.blockForUpdate(change, 0, CHANGE_BYTES);
        OffHeap.putLong(address + SESSION_AT, session);
        OffHeap.putLong(address + ENTRY_AT, entry);
        OffHeap.putLong(address + SHOWN_AT, shown);
        changes.add(0, change);
        sessions.setNote(session, change);
    }

    /** Adds a row to those that have to be taken back. */
    private void append(long change, long kept) {
        out.setNextKept(kept, 0);
        long address = table.blockForUpdate(change, 0, CHANGE_BYTES);
        if (OffHeap.getLong(address + FIRST_AT) == 0) {
            OffHeap.putLong(address + FIRST_AT, kept);
        } else {
            out.setNextKept(OffHeap.getLong(address + LAST_AT), kept);
        }
        OffHeap.putLong(address + LAST_AT, kept);
    }

    /** The session is gone and what it had to take back is done, or another's affair. */
    private void empty(long change) {
        OffHeap.putLong(table.blockForUpdate(change, SESSION_AT, Long.BYTES) + SESSION_AT, 0);
    }

    private long get(long change, int field) {
        return OffHeap.getLong(table.block(change) + field);
    }
}
