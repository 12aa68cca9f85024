package io.tidemark.peers;

/**
 * Event i as a pure function of i, so that no source pays for more than a hash and any part of the stream can be made by any thread.
 *
 * <p>Times are 1 ms apart on average; one event in eight comes up to 2 s late, the others up to 7 ms. Keys are the square of a uniform number times
 * {@link #KEYS}: the hottest has 1 % of the events. Amounts are multiples of 1/4 below 16 384, so that their sums are exact in any order.
 */
final class Events {
    /** Number of keys. */
    static final int KEYS = 10_000;

    /** Time of the first event, a whole minute. */
    static final long ORIGIN_MILLIS = 1_700_000_040_000L;

    private static final long LATE_MILLIS = 2_000;
    /** Longest way back from a repeat to what it repeats, in events. */
    private static final int REPEAT_SPAN = 2_000;
    /** Orders in a block; each fill of a block names an order of the block before. */
    private static final int BLOCK = 7_000;

    private Events() {}

    /** Events with all fields, each once. */
    static void trade(long index, Event event) {
        long random = Checksums.mix(index ^ 0x7469_6465L << 24);
        event.id = index;
        event.fill = false;
        fill(index, random, event);
    }

    /** As {@link #trade}, but about one event in twenty is a copy of one of the 2 000 events before it. */
    static void repeatedTrade(long index, Event event) {
        int back = wayBack(index);
        trade(back > 0 && wayBack(index - back) == 0 ? index - back : index, event);
    }

    private static int wayBack(long index) {
        if (index <= REPEAT_SPAN) {
            return 0;
        }
        long random = Checksums.mix(index ^ 0x6461_7465L << 24);
        return (random & 1023) < 51 ? 1 + (int) ((random >>> 32) * REPEAT_SPAN >>> 32) : 0;
    }

    /**
     * Even events are orders. Odd ones are fills: one in five of an order that does not exist, the others each of another order of the block before, up
     * to 28 s ago.
     */
    static void orderOrFill(long index, Event event) {
        long random = Checksums.mix(index ^ 0x6d61_726bL << 24);
        long pair = index >> 1;
        event.fill = (index & 1) == 1;
        event.id = event.fill ? orderOf(pair, random) : pair;
        fill(index, random, event);
    }

    private static long orderOf(long pair, long random) {
        long block = pair / BLOCK;
        long place = ((pair - block * BLOCK) * 3_331 + block * 613) % BLOCK;
        boolean unknown = block == 0 || (random >>> 54) < 204;
        return unknown ? -1 - pair : (block - 1) * BLOCK + place;
    }

    private static void fill(long index, long random, Event event) {
        double uniform = (random >>> 3 & 0xFF_FFFF) * 0x1p-24;
        event.key = (long) (uniform * uniform * KEYS);
        event.amount = (random >>> 27 & 0xFFFF) * 0.25;
        event.timeMillis = ORIGIN_MILLIS + index - lateness(random);
    }

    private static long lateness(long random) {
        long uniform = random >>> 43;
        return (random & 7) == 0 ? uniform * LATE_MILLIS >>> 21 : uniform >>> 18;
    }
}
