package io.tidemark.peers.loops;

import io.tidemark.peers.Event;
import io.tidemark.peers.Totals;
import io.tidemark.peers.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** W2 with care: an event goes into its pane of 5 s, and the panes of a window are merged when it is complete. */
final class NaiveSliding extends Naive.Loop {
    private static final long PANE = Workload.SLIDE_MILLIS;
    private static final long SIZE = Workload.WINDOW_MILLIS;

    private final Result result;
    private final TreeMap<Long, Map<Long, Totals>> panes = new TreeMap<>();
    private long nextEnd = Long.MAX_VALUE;

    NaiveSliding(Result result) {
        this.result = result;
    }

    @Override
    void onEvent(Event event, long before) {
        long start = event.timeMillis - event.timeMillis % PANE;
        panes.computeIfAbsent(start, time -> new HashMap<>())
                .computeIfAbsent(event.key, key -> new Totals())
                .add(event.amount);
        nextEnd = Math.min(nextEnd, start + PANE);
    }

    @Override
    void onWatermark(long watermark) {
        while (nextEnd <= watermark && !panes.isEmpty()) {
            Map<Long, Totals> window = new HashMap<>();
            for (Map<Long, Totals> pane : panes.subMap(nextEnd - SIZE, nextEnd).values()) {
                pane.forEach((key, totals) ->
                        window.computeIfAbsent(key, absent -> new Totals()).merge(totals));
            }
            long start = nextEnd - SIZE;
            window.forEach((key, totals) -> result.group(key, start, totals));
            panes.remove(start);
            nextEnd += PANE;
        }
    }
}
