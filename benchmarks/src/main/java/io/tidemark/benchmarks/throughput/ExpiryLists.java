package io.tidemark.benchmarks.throughput;

import java.util.ArrayList;
import java.util.List;

/** Things by the second of their time, in a ring of lists, so that whole seconds can be forgotten. No more than 60 s lie between the first and the last. */
final class ExpiryLists<T> {
    private static final int SLOTS = 64;
    private static final int EARLIER = 3;
    /** Before all times, with room to count from. */
    private static final long NOTHING = Long.MIN_VALUE / 2;

    private final List<List<T>> seconds = new ArrayList<>();
    private long first = Long.MIN_VALUE;
    private long size;

    ExpiryLists() {
        for (int slot = 0; slot < SLOTS; slot++) {
            seconds.add(new ArrayList<>());
        }
    }

    void add(long timeNs, T thing) {
        long second = timeNs / Events.SECOND;
        if (first == Long.MIN_VALUE) {
            first = second - EARLIER;
        }
        seconds.get((int) second & SLOTS - 1).add(thing);
        size++;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** End of the first second that was not taken, before which all things of it lie. */
    long firstEndNs() {
        return first == Long.MIN_VALUE ? NOTHING : (first + 1) * Events.SECOND;
    }

    /** The things of the first second; for {@link #forget}. */
    List<T> firstSecond() {
        return seconds.get((int) first & SLOTS - 1);
    }

    /** Goes on to the next second. */
    void forget() {
        List<T> things = firstSecond();
        size -= things.size();
        things.clear();
        first++;
    }
}
