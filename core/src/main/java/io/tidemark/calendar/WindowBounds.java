package io.tidemark.calendar;

import java.util.Arrays;

/** A run of windows in the order of time: when each begins and ends, and which session it is. Immutable; nothing here allocates but the making. */
public final class WindowBounds {
    private static final int FIRST_SIZE = 64;

    private final long[] starts;
    private final long[] ends;
    private final int[] sessions;

    private WindowBounds(long[] starts, long[] ends, int[] sessions) {
        this.starts = starts;
        this.ends = ends;
        this.sessions = sessions;
    }

    /** Number of windows. */
    public int size() {
        return starts.length;
    }

    /** First time of a window. */
    public long start(int index) {
        return starts[index];
    }

    /** The time after the last one of a window. */
    public long end(int index) {
        return ends[index];
    }

    /** Number of the session that a window is; 0 where windows have no names. */
    public int session(int index) {
        return sessions[index];
    }

    /** Index of the window that holds a time, or -1 when none does. */
    public int indexAt(long timeNs) {
        int index = lastStartingBy(timeNs);
        return index >= 0 && timeNs < ends[index] ? index : -1;
    }

    /** The windows that hold a time of {@code [fromNs, toNs)}, and the one that follows them. */
    WindowBounds between(long fromNs, long toNs) {
        int from = lastStartingBy(fromNs);
        if (from < 0 || ends[from] <= fromNs) {
            from++;
        }
        int to = from;
        while (to < starts.length && starts[to] < toNs) {
            to++;
        }
        to = Math.min(to + 1, starts.length);
        return new WindowBounds(
                Arrays.copyOfRange(starts, from, to),
                Arrays.copyOfRange(ends, from, to),
                Arrays.copyOfRange(sessions, from, to));
    }

    private int lastStartingBy(long timeNs) {
        int low = 0;
        int high = starts.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (starts[middle] <= timeNs) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** Collects windows in the order of time. */
    static final class Builder {
        private long[] starts = new long[FIRST_SIZE];
        private long[] ends = new long[FIRST_SIZE];
        private int[] sessions = new int[FIRST_SIZE];
        private int size;

        int size() {
            return size;
        }

        /** End of the last window, or the earliest time when there is none. */
        long lastEnd() {
            return size == 0 ? Long.MIN_VALUE : ends[size - 1];
        }

        /** Start of the last window, or the earliest time when there is none. */
        long lastStart() {
            return size == 0 ? Long.MIN_VALUE : starts[size - 1];
        }

        void add(long startNs, long endNs, int session) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
                ends = Arrays.copyOf(ends, 2 * size);
                sessions = Arrays.copyOf(sessions, 2 * size);
            }
            starts[size] = startNs;
            ends[size] = endNs;
            sessions[size++] = session;
        }

        WindowBounds build() {
            return new WindowBounds(
                    Arrays.copyOf(starts, size), Arrays.copyOf(ends, size), Arrays.copyOf(sessions, size));
        }
    }
}
