package io.tidemark.operator.keyed;

import io.tidemark.state.ScalarState;
import io.tidemark.state.SortedChain;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.EventTimes;

/**
 * The timers of all keys: an index by time that leads to the key, and for each key a chain that says which of them still count. A timer is known by
 * its number in the index, so that one that was taken back and set again has its later place.
 */
final class KeyTimers {
    private static final int CHUNK = 64;

    private final KeyEntries entries;
    private final SortedChain chains;
    private final TimeIndex index;
    private final ScalarState added;

    KeyTimers(StateRegistry state, KeyEntries entries) {
        this.entries = entries;
        this.chains = new SortedChain(entries.table(), 0);
        this.index = state.timeIndex("timers");
        this.added = state.scalar("timersAdded", 0);
    }

    /** Sets a timer of a key unless there is one for this time. */
    void add(long entry, long timeNs) {
        long time = Math.min(timeNs, EventTimes.LAST_DUE);
        if (find(entry, time) != SortedChain.NONE) {
            return;
        }
        long order = added.get();
        index.add(time, entry);
        added.set(order + 1);
        entries.refer(entry, 1);
        chains.insert(entries.timersForUpdate(entry), time, order);
    }

    /** Takes a timer of a key back. */
    void delete(long entry, long timeNs) {
        long node = find(entry, Math.min(timeNs, EventTimes.LAST_DUE));
        if (node != SortedChain.NONE) {
            chains.remove(entries.timersForUpdate(entry), node);
        }
    }

    /** Takes all timers of a key back. */
    void deleteAll(long entry) {
        while (chains.first(entries.timers(entry)) != SortedChain.NONE) {
            chains.removeFirst(entries.timersForUpdate(entry), CHUNK);
        }
    }

    /** Time of the first timer, one that was taken back included, or {@link TimeIndex#EMPTY}. */
    long firstNs() {
        return index.firstDueNs();
    }

    /** Key of the first timer. */
    long firstKey() {
        return index.firstPayload();
    }

    /** Removes the first timer; whether it still counted. */
    boolean removeFirst() {
        long entry = index.firstPayload();
        long order = index.firstOrder();
        long node = find(entry, index.firstDueNs());
        index.removeFirst();
        entries.refer(entry, -1);
        if (node == SortedChain.NONE || chains.order(node) != order) {
            return false;
        }
        chains.remove(entries.timersForUpdate(entry), node);
        return true;
    }

    private long find(long entry, long time) {
        long head = entries.timers(entry);
        if (head == SortedChain.NONE) {
            return SortedChain.NONE;
        }
        long node = chains.ceiling(head, time);
        return node != SortedChain.NONE && chains.key(node) == time ? node : SortedChain.NONE;
    }
}
