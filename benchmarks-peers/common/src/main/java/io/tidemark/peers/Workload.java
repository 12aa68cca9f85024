package io.tidemark.peers;

/** What is computed, and over which events. */
public enum Workload {
    /** Count, sum, min and max per key in tumbling windows of 60 s, once each when the window is complete. */
    W1(5_000) {
        @Override
        public void make(long index, Event event) {
            Events.trade(index, event);
        }
    },
    /** The same in windows of 60 s that begin every 5 s. */
    W2(5_000) {
        @Override
        public void make(long index, Event event) {
            Events.trade(index, event);
        }
    },
    /** The first event of each id; an id is remembered for 10 s. */
    W3(10_000) {
        @Override
        public void make(long index, Event event) {
            Events.repeatedTrade(index, event);
        }
    },
    /** Pairs of an order and a fill with its id from the order's time to 30 s later. */
    W4(5_000) {
        @Override
        public void make(long index, Event event) {
            Events.orderOrFill(index, event);
        }
    },
    /** The same, and each order that has no such fill. */
    W4L(5_000) {
        @Override
        public void make(long index, Event event) {
            Events.orderOrFill(index, event);
        }
    };

    /** Number of keys of the windows. */
    public static final int KEYS = Events.KEYS;
    /** Size of the windows in milliseconds. */
    public static final long WINDOW_MILLIS = 60_000;
    /** Distance of the starts of sliding windows in milliseconds. */
    public static final long SLIDE_MILLIS = 5_000;
    /** A fill belongs to its order up to this many milliseconds later. */
    public static final long WITHIN_MILLIS = 30_000;

    private final long delayMillis;

    Workload(long delayMillis) {
        this.delayMillis = delayMillis;
    }

    /** Makes event {@code index}. */
    public abstract void make(long index, Event event);

    /** How far the watermark stays behind the greatest time. */
    public final long delayMillis() {
        return delayMillis;
    }

    /** Whether orders without a fill come out too. */
    public final boolean outer() {
        return this == W4L;
    }

    /** Whether a fill belongs to an order. */
    public static boolean matches(long orderMillis, long fillMillis) {
        long distance = fillMillis - orderMillis;
        return distance >= 0 && distance <= WITHIN_MILLIS;
    }
}
