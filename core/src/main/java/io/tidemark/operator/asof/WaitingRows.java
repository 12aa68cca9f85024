package io.tidemark.operator.asof;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.KeepTimes;
import io.tidemark.time.Watermark;

/**
 * Left rows that may still get another answer, each in a block, with an index of when they are due. Where due times move or rows are corrected there is
 * also a chain of them for each key, and where the due time does not tell the time of the row, an index by that. A block whose row went
 * out stays until no record of an index names it.
 *
 * @param keys entries of keys, in whose blocks the rows are
 * @param chain the waiting rows of a key by time, or null
 * @param due when rows are due; the payload is the block
 * @param byTime all rows by time, or null; the payload is the block
 * @param times what a due time says about the time of a row
 * @param schema columns of the rows
 */
record WaitingRows(
        EntryTable keys, SortedChain chain, TimeIndex due, TimeIndex byTime, KeepTimes times, Schema schema) {
    private static final int KEY = 0;
    private static final int TIME = 8;
    private static final int DUE = 16;
    private static final int RECORDS = 24;
    private static final int NODE = 32;
    private static final int PARTNER = 40;
    private static final int CAME_OUT = 48;
    private static final int SOURCE = 56;
    private static final int POSITION = 64;
    private static final int INGEST_TIME = 72;
    private static final int ROW = 80;

    /** Whether a row is short enough to wait. */
    static boolean fits(RowView row) {
        return ROW + row.length() <= EntryTable.MAX_BYTES;
    }

    /** Adds a row that {@link #fits}; returns its block. */
    long add(RowView row, long entry, long timeNs, long dueNs, long arrival) {
        int bytes = ROW + row.length();
        long block = keys.allocate(bytes);
        long node = EntryTable.NONE;
        int records = 0;
        if (chain != null) {
            node = chain.insert(keys.valueForUpdate(entry) + KeyEntry.WAITING_CHAIN, timeNs, arrival);
            OffHeap.putLong(chain.payloadForUpdate(node), block);
        }
        if (byTime != null) {
            byTime.add(timeNs, block);
            records++;
        }
        if (dueNs != Watermark.END) {
            due.add(dueNs, block);
            records++;
        }
        KeyEntry.add(keys, entry, KeyEntry.WAITING, 1);
        long address = keys.blockForUpdate(block, 0, bytes);
        OffHeap.putLong(address + KEY, entry);
        OffHeap.putLong(address + TIME, timeNs);
        OffHeap.putLong(address + DUE, dueNs);
        OffHeap.putLong(address + RECORDS, records);
        OffHeap.putLong(address + NODE, node);
        OffHeap.putLong(address + SOURCE, row.source());
        OffHeap.putLong(address + POSITION, row.position());
        OffHeap.putLong(address + INGEST_TIME, row.ingestTimeNs());
        OffHeap.copy(row.address(), address + ROW, row.length());
        return block;
    }

    /** Gives a row another due time; {@link Watermark#END} means that only the end of the stream makes it due. */
    void arm(long block, long dueNs) {
        set(block, DUE, dueNs);
        if (dueNs != Watermark.END) {
            due.add(dueNs, block);
            set(block, RECORDS, get(block, RECORDS) + 1);
        }
    }

    /** Gives a row an earlier due time, if it is one. */
    void armEarlier(long block, long dueNs) {
        if (dueNs < dueOf(block)) {
            arm(block, dueNs);
        }
    }

    /** Gives a row that seemed due a later due time, if it is one. */
    boolean armLater(long block, long dueNs) {
        if (dueNs <= dueOf(block)) {
            return false;
        }
        arm(block, dueNs);
        return true;
    }

    /** Whether a row may be due. */
    boolean isDue(long toComeNs) {
        return due.size() > 0 && KeepTimes.isReached(due.firstDueNs(), toComeNs)
                || byTime != null && byTime.size() > 0 && toComeNs == Watermark.END;
    }

    /** Takes the first record that is due; returns the block of its row, or 0 when the record does not count any more. */
    long take() {
        TimeIndex index = due.size() > 0 ? due : byTime;
        long dueNs = due.size() > 0 ? due.firstDueNs() : Watermark.END;
        long block = index.firstPayload();
        index.removeFirst();
        boolean counts = isWaiting(block) && dueOf(block) == dueNs;
        return release(block) && counts ? block : 0;
    }

    /** Takes a record off a block; {@code false} after freeing the block. */
    private boolean release(long block) {
        long records = get(block, RECORDS) - 1;
        if (records == 0 && !isWaiting(block)) {
            keys.free(block);
            return false;
        }
        set(block, RECORDS, records);
        return true;
    }

    /** Removes a row that waits no more; its block goes with the last record that names it. */
    void remove(long block) {
        long entry = keyOf(block);
        if (chain != null) {
            chain.remove(keys.valueForUpdate(entry) + KeyEntry.WAITING_CHAIN, get(block, NODE));
        }
        KeyEntry.add(keys, entry, KeyEntry.WAITING, -1);
        if (get(block, RECORDS) == 0) {
            keys.free(block);
        } else {
            set(block, KEY, EntryTable.NONE);
        }
    }

    /** Time of the earliest waiting row, {@link Watermark#END} when there is none. */
    long earliest() {
        if (byTime == null) {
            return due.size() == 0 ? Watermark.END : times.earliestWaiting(due.firstDueNs());
        }
        while (byTime.size() > 0 && !isWaiting(byTime.firstPayload())) {
            long block = byTime.firstPayload();
            byTime.removeFirst();
            release(block);
        }
        return byTime.firstDueNs();
    }

    /** Whether nothing waits and no record is left. */
    boolean isEmpty() {
        return due.size() == 0 && (byTime == null || byTime.size() == 0);
    }

    /** Points a view at a row and gives it its origin. */
    RowView view(long block, RowView view) {
        return view.wrap(schema, keys.block(block) + ROW, keys.blockBytes(block) - ROW)
                .origin((int) get(block, SOURCE), get(block, POSITION), get(block, INGEST_TIME), RowKind.INSERT);
    }

    /** The first waiting row of a key at or after a time, as a node of the chain. */
    long firstFrom(long entry, long timeNs) {
        return chain.ceiling(KeyEntry.get(keys, entry, KeyEntry.WAITING_CHAIN), timeNs);
    }

    /** Block of the row at a node of the chain. */
    long blockAt(long node) {
        return OffHeap.getLong(chain.payload(node));
    }

    private boolean isWaiting(long block) {
        return get(block, KEY) != EntryTable.NONE;
    }

    long keyOf(long block) {
        return get(block, KEY);
    }

    long timeOf(long block) {
        return get(block, TIME);
    }

    long dueOf(long block) {
        return get(block, DUE);
    }

    /** Block of the right row that the row came out with last, 0 for none. */
    long partnerOf(long block) {
        return get(block, PARTNER);
    }

    void setPartner(long block, long partner) {
        set(block, PARTNER, partner);
    }

    /** Whether the row came out before. */
    boolean cameOut(long block) {
        return get(block, CAME_OUT) != 0;
    }

    void setCameOut(long block) {
        set(block, CAME_OUT, 1);
    }

    private long get(long block, int field) {
        return OffHeap.getLong(keys.block(block) + field);
    }

    private void set(long block, int field, long value) {
        OffHeap.putLong(keys.blockForUpdate(block, field, Long.BYTES) + field, value);
    }
}
