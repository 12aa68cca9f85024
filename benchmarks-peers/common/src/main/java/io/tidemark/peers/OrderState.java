package io.tidemark.peers;

import java.io.Serializable;
import java.util.Arrays;

/** One id of the joins in engines whose join is a function with a state per key: its order, and fills that came before it. */
public final class OrderState implements Serializable {
    private static final long serialVersionUID = 1;

    /** Whether the order came. */
    public boolean ordered;
    /** Whether a fill of it came. */
    public boolean matched;
    /** Time of the order. */
    public long orderMillis;
    /** Times of fills that came before the order. */
    public long[] early = new long[1];
    /** Their number. */
    public int earlyCount;

    /** Nothing came yet. */
    public OrderState() {}

    /** Takes the order. */
    public void order(long timeMillis) {
        ordered = true;
        orderMillis = timeMillis;
    }

    /** Keeps a fill that came before its order. */
    public void keep(long fillMillis) {
        if (earlyCount == early.length) {
            early = Arrays.copyOf(early, earlyCount * 2);
        }
        early[earlyCount++] = fillMillis;
    }

    /** Whether a fill belongs to the order, which then has a match. */
    public boolean match(long fillMillis) {
        boolean match = Workload.matches(orderMillis, fillMillis);
        matched |= match;
        return match;
    }

    /** Whether this is an order that nothing matched. */
    public boolean unmatched() {
        return ordered && !matched;
    }
}
