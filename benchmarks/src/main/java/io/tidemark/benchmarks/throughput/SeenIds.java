package io.tidemark.benchmarks.throughput;

import java.util.HashSet;
import java.util.Set;

/** Ids in a {@code HashSet}, each remembered until the watermark is {@link #KEPT_NS} past its time. */
final class SeenIds {
    static final long KEPT_NS = 5 * Events.SECOND;

    private final Set<Long> seen = new HashSet<>();
    private final ExpiryLists<Long> expiry = new ExpiryLists<>();
    private long nextExpiry = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;

    /** Whether an event is the first with its id, and not late. */
    boolean isFirst(long id, long timeNs) {
        if (timeNs < watermark) {
            return false;
        }
        Long boxed = id;
        boolean first = seen.add(boxed);
        if (first) {
            expiry.add(timeNs, boxed);
        }
        if (timeNs - HandLoop.DELAY_NS > watermark) {
            watermark = timeNs - HandLoop.DELAY_NS;
            if (nextExpiry <= watermark) {
                expire();
            }
        }
        return first;
    }

    private void expire() {
        while (expiry.firstEndNs() + KEPT_NS <= watermark) {
            for (Long id : expiry.firstSecond()) {
                seen.remove(id);
            }
            expiry.forget();
        }
        nextExpiry = expiry.firstEndNs() + KEPT_NS;
    }
}
