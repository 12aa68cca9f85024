package io.tidemark.peers.loops;

import io.tidemark.peers.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** W3: a set of ids, and lists of the ids to forget by seconds of event time. */
final class NaiveDedup extends Naive.Loop {
    private static final long SECOND = 1_000;

    private final Result result;
    private final Set<Long> seen = new HashSet<>();
    private final TreeMap<Long, List<Long>> bySecond = new TreeMap<>();

    NaiveDedup(Result result) {
        this.result = result;
    }

    @Override
    void onEvent(Event event, long before) {
        if (seen.add(event.id)) {
            result.event(event);
            bySecond.computeIfAbsent(event.timeMillis / SECOND, second -> new ArrayList<>())
                    .add(event.id);
        }
    }

    @Override
    void onWatermark(long watermark) {
        while (!bySecond.isEmpty() && (bySecond.firstKey() + 1) * SECOND <= watermark) {
            for (Long id : bySecond.pollFirstEntry().getValue()) {
                seen.remove(id);
            }
        }
    }
}
