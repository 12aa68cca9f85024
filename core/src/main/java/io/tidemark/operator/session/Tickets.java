package io.tidemark.operator.session;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;

/**
 * Blocks that lead from an index by time to a session: its records cannot be withdrawn, and a session may be gone when its record comes up.
 * A ticket lives as long as its record.
 */
final class Tickets {
    private static final int ENTRY_AT = 0;
    private static final int SESSION_AT = 8;
    private static final int BYTES = 16;

    private final EntryTable table;

    Tickets(EntryTable table) {
        this.table = table;
    }

    /** A ticket for a session of a key. */
    long issue(long entry, long session) {
        long ticket = table.allocate(BYTES);
        long address = table.blockForUpdate(ticket, 0, BYTES);
        OffHeap.putLong(address + ENTRY_AT, entry);
        OffHeap.putLong(address + SESSION_AT, session);
        return ticket;
    }

    /** The session is gone. */
    void cancel(long ticket) {
        OffHeap.putLong(table.blockForUpdate(ticket, SESSION_AT, Long.BYTES) + SESSION_AT, Sessions.NONE);
    }

    /** The record is gone. */
    void free(long ticket) {
        table.free(ticket);
    }

    long entry(long ticket) {
        return OffHeap.getLong(table.block(ticket) + ENTRY_AT);
    }

    /** The session, or {@link Sessions#NONE} when it is gone. */
    long session(long ticket) {
        return OffHeap.getLong(table.block(ticket) + SESSION_AT);
    }
}
