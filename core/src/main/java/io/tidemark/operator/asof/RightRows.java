package io.tidemark.operator.asof;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;
import io.tidemark.state.ScalarState;
import io.tidemark.state.SortedChain;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.KeepTimes;
import io.tidemark.time.Watermark;

/**
 * The right rows of all keys, for each key sorted by time and arrival, as long as a left row may need them. What is not needed any more goes
 * when its key is touched; keys that nobody touches are found by an index, which has for each key at most one record that counts.
 *
 * @param keys entries of keys, laid out by {@link KeyEntry}; the rows are in its blocks
 * @param chain the rows of a key
 * @param origins whether nodes keep the origin of their rows too
 * @param trims when which key may have rows to drop
 * @param arrivals number of rows kept so far
 * @param times how long rows are needed
 * @param schema columns of the rows
 */
record RightRows(
        EntryTable keys,
        SortedChain chain,
        boolean origins,
        TimeIndex trims,
        ScalarState arrivals,
        KeepTimes times,
        Schema schema) {
    /** In a node: the block of the row, or 0 where a row only says that the one before it ended. */
    static final int ROW = 0;
    /** In a node: event time from which on the row is no partner any more, {@link #NO_END} when there is none. */
    static final int END = 8;
    /** In a node: source, position and ingest time of the row, where {@link #origins} says so. */
    static final int ORIGIN = 16;

    /** Bytes of a node without the origin of its row, and with it. */
    static final int PAYLOAD_BYTES = 16;

    static final int PAYLOAD_BYTES_WITH_ORIGIN = 40;
    static final long NO_END = Long.MAX_VALUE;

    /** Head of the rows of a key. */
    long head(long entry) {
        return KeyEntry.get(keys, entry, KeyEntry.RIGHT_ROWS);
    }

    /** Keeps a row. */
    long insert(long entry, long timeNs, RowView row, boolean empty, long endNs) {
        long block = empty ? EntryTable.NONE : copy(row);
        long node = chain.insert(keys.valueForUpdate(entry) + KeyEntry.RIGHT_ROWS, timeNs, nextArrival());
        fill(node, block, endNs, row);
        return node;
    }

    /** Puts another row into the place of one of the same time; returns the block of the old one, which the caller frees. */
    long replace(long node, RowView row, boolean empty, long endNs) {
        long old = rowOf(node);
        fill(node, empty ? EntryTable.NONE : copy(row), endNs, row);
        return old;
    }

    /** A number greater than all before. */
    long nextArrival() {
        long arrival = arrivals.get();
        arrivals.set(arrival + 1);
        return arrival;
    }

    private long copy(RowView row) {
        int length = row.length();
        long block = keys.allocate(length);
        OffHeap.copy(row.address(), keys.blockForUpdate(block, 0, length), length);
        return block;
    }

    private void fill(long node, long block, long endNs, RowView row) {
        long payload = chain.payloadForUpdate(node);
        OffHeap.putLong(payload + ROW, block);
        OffHeap.putLong(payload + END, endNs);
        if (origins) {
            OffHeap.putLong(payload + ORIGIN, row.source());
            OffHeap.putLong(payload + ORIGIN + 8, row.position());
            OffHeap.putLong(payload + ORIGIN + 16, row.ingestTimeNs());
        }
    }

    /** Block of the row of a node. */
    long rowOf(long node) {
        return OffHeap.getLong(chain.payload(node) + ROW);
    }

    /** Event time from which on the row of a node is no partner any more. */
    long endOf(long node) {
        return OffHeap.getLong(chain.payload(node) + END);
    }

    /** Points a view at the row in a block. */
    RowView view(long block, RowView view) {
        return view.wrap(schema, keys.block(block), keys.blockBytes(block));
    }

    /** Points a view at the row of a node and gives it its origin; where that is kept. */
    RowView viewAt(long node, RowView view) {
        long origin = chain.payload(node) + ORIGIN;
        return view(rowOf(node), view)
                .origin(
                        (int) OffHeap.getLong(origin),
                        OffHeap.getLong(origin + 8),
                        OffHeap.getLong(origin + 16),
                        RowKind.INSERT);
    }

    /** Frees a block of a row. */
    void free(long block) {
        if (block != EntryTable.NONE) {
            keys.free(block);
        }
    }

    /** Removes a row. */
    void remove(long entry, long node) {
        free(rowOf(node));
        chain.remove(keys.valueForUpdate(entry) + KeyEntry.RIGHT_ROWS, node);
    }

    /**
     * Drops the rows of a key that are not needed any more.
     *
     * @param boundNs the least time of a left row that can still ask
     * @param toComeNs the least time of right rows to come
     */
    void trim(long entry, long boundNs, long toComeNs) {
        long head = head(entry);
        while (head != SortedChain.NONE) {
            long first = chain.first(head);
            long moment = dropMoment(head, first, toComeNs);
            if (!KeepTimes.isReached(moment, boundNs)) {
                arm(entry, moment, first, boundNs);
                return;
            }
            remove(entry, first);
            head = head(entry);
        }
    }

    private long dropMoment(long head, long first, long toComeNs) {
        long timeNs = chain.key(first);
        long moment = times.droppedFrom(timeNs);
        long next = chain.next(first);
        if (next != SortedChain.NONE && chain.key(next) == timeNs) {
            next = chain.higher(head, timeNs);
        }
        if (next != SortedChain.NONE) {
            moment = Math.min(moment, times.replacesFrom(chain.key(next)));
        }
        // A row that ended says as much as no row, unless one from before it can still come.
        boolean isFinal = !KeepTimes.isReached(toComeNs, timeNs);
        return isFinal ? Math.min(moment, endOf(first)) : moment;
    }

    private void arm(long entry, long moment, long first, long boundNs) {
        long due = moment;
        if (endOf(first) != NO_END) {
            due = Math.min(due, KeepTimes.retry(endOf(first), boundNs));
        }
        boolean armed = KeyEntry.get(keys, entry, KeyEntry.ARMED) != 0;
        if (due == Watermark.END || armed && KeyEntry.get(keys, entry, KeyEntry.TRIM_DUE) <= due) {
            return;
        }
        trims.add(due, entry);
        KeyEntry.add(keys, entry, KeyEntry.RECORDS, 1);
        KeyEntry.set(keys, entry, KeyEntry.ARMED, 1);
        KeyEntry.set(keys, entry, KeyEntry.TRIM_DUE, due);
    }

    /** Looks at up to {@code budget} keys that may have rows to drop; returns the number of keys. */
    int trimDue(int budget, long boundNs, long toComeNs) {
        int done = 0;
        while (done < budget && trims.size() > 0 && KeepTimes.isReached(trims.firstDueNs(), boundNs)) {
            long due = trims.firstDueNs();
            long entry = trims.firstPayload();
            trims.removeFirst();
            KeyEntry.add(keys, entry, KeyEntry.RECORDS, -1);
            if (KeyEntry.get(keys, entry, KeyEntry.TRIM_DUE) == due) {
                KeyEntry.set(keys, entry, KeyEntry.ARMED, 0);
                trim(entry, boundNs, toComeNs);
            }
            KeyEntry.removeIfUnused(keys, entry);
            done++;
        }
        return done;
    }

    /** Drops everything, once no left row waits or can come. */
    void clear() {
        trimDue(Integer.MAX_VALUE, Watermark.END, Watermark.END);
        for (long entry = keys.next(EntryTable.NONE); entry != EntryTable.NONE; entry = keys.next(entry)) {
            trim(entry, Watermark.END, Watermark.END);
            KeyEntry.removeIfUnused(keys, entry);
        }
    }
}
