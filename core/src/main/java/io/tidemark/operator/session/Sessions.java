package io.tidemark.operator.session;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryBytes;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.state.StateErrors;
import io.tidemark.time.SessionTimes;

/**
 * The sessions of all keys. A key is an entry; its value holds the head of the chain of its sessions, and the end of the last one that was
 * closed. A session is a node of the chain, sorted by start; its payload holds end, number, ticket, note, and the value of the
 * accumulators. A record, so that the compiler trusts its fields where the plan is a constant.
 *
 * @param times says when sessions are complete
 * @param table keys, sessions, and the bytes that sessions own
 * @param chain chains in the table
 * @param bytes bytes in the table
 * @param accumulators aggregates of a session
 */
record Sessions(SessionTimes times, EntryTable table, SortedChain chain, EntryBytes bytes, Accumulator accumulators) {
    static final long NONE = EntryTable.NONE;

    private static final int HEAD_AT = 0;
    private static final int CLOSED_AT = 8;
    private static final int REMEMBERED_AT = 16;
    private static final int KEY_VALUE_BYTES = 24;

    private static final int END_AT = 0;
    private static final int NUMBER_AT = 8;
    private static final int TICKET_AT = 16;
    private static final int NOTE_AT = 24;
    private static final int VALUE_AT = 32;

    /** Bytes of a node around its payload: header, key, order, links of the highest tower. */
    private static final int NODE_BYTES = 8 + 24 + 16 * Long.BYTES;

    /** Opens the state of an operator. */
    static Sessions open(
            SessionTimes times, OperatorContext context, int keyBytes, int valueBytes, Accumulator accumulators) {
        EntryTable table = context.state().entries("sessions", KEY_VALUE_BYTES, keyBytes);
        if (NODE_BYTES + VALUE_AT + valueBytes > EntryTable.MAX_BYTES) {
            throw StateErrors.rowTooLarge(
                    context.uid(), "sessions", NODE_BYTES + VALUE_AT + valueBytes, EntryTable.MAX_BYTES);
        }
        return new Sessions(
                times, table, new SortedChain(table, VALUE_AT + valueBytes), new EntryBytes(table), accumulators);
    }

    /** Bytes of a session beside those of its accumulators, for people. */
    static int overheadBytes() {
        return VALUE_AT + 24 + 11;
    }

    /** The first session of a key that ends at or after a time, or {@link #NONE}. */
    long firstFrom(long entry, long timeNs) {
        if (entry == NONE) {
            return NONE;
        }
        long head = head(entry);
        long before = chain.floor(head, timeNs);
        if (before == NONE) {
            return chain.first(head);
        }
        return end(before) >= timeNs ? before : chain.next(before);
    }

    /** Whether a key has a session that is not complete. */
    boolean hasOpen(long entry, long watermarkNs) {
        long head = head(entry);
        return head != NONE && !times.isComplete(end(chain.last(head)), watermarkNs);
    }

    /** Opens a session that touches no other of its key. */
    long open(long entry, long startNs, long endNs, long number) {
        long session = chain.insert(headSlot(entry), startNs, 0);
        long payload = chain.payloadForUpdate(session);
        OffHeap.putLong(payload + END_AT, endNs);
        OffHeap.putLong(payload + NUMBER_AT, number);
        return session;
    }

    /** Merges a later session of the same key into an earlier one; it is gone then. */
    void absorb(long entry, long session, long later) {
        long to = chain.payloadForUpdate(session);
        long from = chain.payload(later);
        OffHeap.putLong(to + END_AT, Math.max(end(session), end(later)));
        OffHeap.putLong(to + NUMBER_AT, Math.min(number(session), number(later)));
        accumulators.merge(from + VALUE_AT, bytes, to + VALUE_AT, bytes);
        remove(entry, later);
    }

    /** Removes a session and the bytes it owns. */
    void remove(long entry, long session) {
        accumulators.release(value(session), bytes);
        chain.remove(headSlot(entry), session);
    }

    /** Takes a row into a session, which grows to hold the row's own. */
    void add(RowView row, long session, long startNs, long endNs) {
        if (startNs < start(session)) {
            chain.rekey(session, startNs, 0);
        }
        long payload = chain.payloadForUpdate(session);
        if (endNs > OffHeap.getLong(payload + END_AT)) {
            OffHeap.putLong(payload + END_AT, endNs);
        }
        accumulators.add(row, payload + VALUE_AT, bytes);
    }

    long head(long entry) {
        return OffHeap.getLong(table.value(entry) + HEAD_AT);
    }

    private long headSlot(long entry) {
        return table.valueForUpdate(entry) + HEAD_AT;
    }

    /** End of the last session of a key that was closed, {@link SessionTimes#NEVER} when there is none or it is forgotten. */
    long closedEnd(long entry) {
        return OffHeap.getLong(table.value(entry) + CLOSED_AT);
    }

    void setClosedEnd(long entry, long endNs) {
        OffHeap.putLong(table.valueForUpdate(entry) + CLOSED_AT, endNs);
    }

    /** Whether a record waits that will look whether the key can go. */
    boolean remembered(long entry) {
        return OffHeap.getLong(table.value(entry) + REMEMBERED_AT) != 0;
    }

    void setRemembered(long entry, boolean remembered) {
        OffHeap.putLong(table.valueForUpdate(entry) + REMEMBERED_AT, remembered ? 1 : 0);
    }

    long start(long session) {
        return chain.key(session);
    }

    long end(long session) {
        return OffHeap.getLong(chain.payload(session) + END_AT);
    }

    /** Number of the first row of the session among all that opened one. */
    long number(long session) {
        return OffHeap.getLong(chain.payload(session) + NUMBER_AT);
    }

    /** What {@link DueSessions} knows the session by. */
    long ticket(long session) {
        return OffHeap.getLong(chain.payload(session) + TICKET_AT);
    }

    void setTicket(long session, long ticket) {
        OffHeap.putLong(chain.payloadForUpdate(session) + TICKET_AT, ticket);
    }

    /** A note of the output mode's own, 0 at first. */
    long note(long session) {
        return OffHeap.getLong(chain.payload(session) + NOTE_AT);
    }

    void setNote(long session, long note) {
        OffHeap.putLong(chain.payloadForUpdate(session) + NOTE_AT, note);
    }

    /** Address of the value of the accumulators, for reading. */
    long value(long session) {
        return chain.payload(session) + VALUE_AT;
    }
}
