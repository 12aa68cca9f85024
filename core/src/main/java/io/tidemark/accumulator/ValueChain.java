package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.BytesStore;

/**
 * Values of a group in the order of event times, those of equal times by journal position, those of one position as they came. Rows
 * mostly come in this order, so the place of a value is looked for from the end.
 *
 * <p>Layout in the value: references of the first and the last link, 0 when there is none (8 bytes each). A link is a time, a position, the references of
 * the links before and behind (8 bytes each), and whatever its owner puts there.
 */
final class ValueChain {
    static final int BYTES = 16;
    static final int LINK_BYTES = 32;

    private static final int LAST = 8;
    private static final int POSITION = 8;
    private static final int BEFORE = 16;
    private static final int BEHIND = 24;

    private ValueChain() {}

    /** First link, or 0. */
    static long first(long chain) {
        return OffHeap.getLong(chain);
    }

    /** Link behind the one at an address, or 0. */
    static long next(long link) {
        return OffHeap.getLong(link + BEHIND);
    }

    static long time(long link) {
        return OffHeap.getLong(link);
    }

    static long position(long link) {
        return OffHeap.getLong(link + POSITION);
    }

    /** Puts a link that is in no chain into its place. */
    static void insert(long chain, BytesStore store, long reference, long time, long position) {
        insert(chain, store, reference, time, position, OffHeap.getLong(chain + LAST));
    }

    /** Gives a link an earlier time and position if they are earlier than its own. */
    static void advance(long chain, BytesStore store, long reference, long time, long position) {
        long link = store.bytes(reference);
        if (isLater(link, time, position)) {
            long before = OffHeap.getLong(link + BEFORE);
            long behind = OffHeap.getLong(link + BEHIND);
            link(chain, store, before, behind);
            insert(chain, store, reference, time, position, before);
        }
    }

    private static void insert(long chain, BytesStore store, long reference, long time, long position, long lookFrom) {
        long before = lookFrom;
        while (before != 0 && isLater(store.bytes(before), time, position)) {
            before = OffHeap.getLong(store.bytes(before) + BEFORE);
        }
        long behind = before == 0 ? OffHeap.getLong(chain) : OffHeap.getLong(store.bytes(before) + BEHIND);
        long link = store.bytesForUpdate(reference, LINK_BYTES);
        OffHeap.putLong(link, time);
        OffHeap.putLong(link + POSITION, position);
        link(chain, store, before, reference);
        link(chain, store, reference, behind);
    }

    /** Makes two links neighbours; 0 is the end of the chain. */
    private static void link(long chain, BytesStore store, long before, long behind) {
        if (before == 0) {
            OffHeap.putLong(chain, behind);
        } else {
            OffHeap.putLong(store.bytesForUpdate(before, BEHIND, Long.BYTES) + BEHIND, behind);
        }
        if (behind == 0) {
            OffHeap.putLong(chain + LAST, before);
        } else {
            OffHeap.putLong(store.bytesForUpdate(behind, BEFORE, Long.BYTES) + BEFORE, before);
        }
    }

    private static boolean isLater(long link, long time, long position) {
        return time(link) > time || time(link) == time && position(link) > position;
    }
}
