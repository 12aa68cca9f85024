package io.tidemark.benchmarks.throughput;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Tumbling windows of one minute, each a {@code HashMap} of totals; the window of the last event is at hand, so that the tree is asked at its bounds alone. */
final class KeyedWindows {
    static final long MINUTE = 60 * Events.SECOND;

    private final LoopOutput out;
    private final TreeMap<Long, Map<Long, Totals>> windows = new TreeMap<>();
    private Map<Long, Totals> current;
    private long currentStart;
    private long currentEnd = Long.MIN_VALUE;
    private long firstEnd = Long.MAX_VALUE;
    private long watermark = Long.MIN_VALUE;

    KeyedWindows(LoopOutput out) {
        this.out = out;
    }

    void add(long timeNs, long key, double amount) {
        if (timeNs < currentStart || timeNs >= currentEnd) {
            if (!enter(timeNs)) {
                return;
            }
        }
        Totals totals = current.get(key);
        if (totals == null) {
            totals = new Totals();
            current.put(key, totals);
        }
        totals.add(amount);
    }

    /** Closes what ends at or before the new watermark. */
    void advance(long newWatermark) {
        watermark = newWatermark;
        if (firstEnd <= newWatermark) {
            close(newWatermark);
        }
    }

    void close(long upTo) {
        while (!windows.isEmpty() && windows.firstKey() + MINUTE <= upTo) {
            Map.Entry<Long, Map<Long, Totals>> window = windows.pollFirstEntry();
            long start = window.getKey();
            for (Map.Entry<Long, Totals> group : window.getValue().entrySet()) {
                out.window(start, start + MINUTE, group.getKey(), group.getValue());
            }
        }
        firstEnd = windows.isEmpty() ? Long.MAX_VALUE : windows.firstKey() + MINUTE;
        currentEnd = Long.MIN_VALUE;
    }

    private boolean enter(long timeNs) {
        long start = timeNs - timeNs % MINUTE;
        if (start + MINUTE <= watermark) {
            return false;
        }
        current = windows.computeIfAbsent(start, ignored -> new HashMap<>());
        currentStart = start;
        currentEnd = start + MINUTE;
        firstEnd = Math.min(firstEnd, currentEnd);
        return true;
    }
}
