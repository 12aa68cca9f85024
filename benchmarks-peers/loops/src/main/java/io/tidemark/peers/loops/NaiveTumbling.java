package io.tidemark.peers.loops;

import io.tidemark.peers.Event;
import io.tidemark.peers.Totals;
import io.tidemark.peers.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** W1: a map of windows, each a map of groups. */
final class NaiveTumbling extends Naive.Loop {
    private static final long SIZE = Workload.WINDOW_MILLIS;

    private final Result result;
    private final TreeMap<Long, Map<Long, Totals>> windows = new TreeMap<>();

    NaiveTumbling(Result result) {
        this.result = result;
    }

    @Override
    void onEvent(Event event, long before) {
        long start = event.timeMillis - event.timeMillis % SIZE;
        if (start + SIZE > before) {
            windows.computeIfAbsent(start, time -> new HashMap<>())
                    .computeIfAbsent(event.key, key -> new Totals())
                    .add(event.amount);
        }
    }

    @Override
    void onWatermark(long watermark) {
        while (!windows.isEmpty() && windows.firstKey() + SIZE <= watermark) {
            Map.Entry<Long, Map<Long, Totals>> window = windows.pollFirstEntry();
            window.getValue().forEach((key, totals) -> result.group(key, window.getKey(), totals));
        }
    }
}
