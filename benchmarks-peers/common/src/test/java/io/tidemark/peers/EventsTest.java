package io.tidemark.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventsTest {
    private static final int COUNT = 200_000;

    @Test
    void shouldComeUpToTwoSecondsLateAndOneInEightByMoreThanSevenMilliseconds() {
        Event event = new Event();
        int late = 0;
        for (int i = 0; i < COUNT; i++) {
            Workload.W1.make(i, event);
            long lateness = Events.ORIGIN_MILLIS + i - event.timeMillis;
            assertTrue(lateness >= 0 && lateness < 2_000, () -> "lateness " + lateness);
            assertTrue(event.key >= 0 && event.key < Workload.KEYS);
            assertEquals(event.amount * 4, Math.rint(event.amount * 4));
            late += lateness > 7 ? 1 : 0;
        }
        assertEquals(COUNT / 8.0, late, COUNT * 0.005);
    }

    @Test
    void shouldRepeatWholeEventsOfTheLastTwoThousand() {
        Event event = new Event();
        Map<Long, Long> times = new HashMap<>();
        int repeats = 0;
        for (int i = 0; i < COUNT; i++) {
            Workload.W3.make(i, event);
            Long first = times.putIfAbsent(event.id, event.timeMillis);
            if (first != null) {
                repeats++;
                assertEquals(first, event.timeMillis);
                assertTrue(i - event.id <= 2_000);
            }
        }
        assertEquals(COUNT * 0.047, repeats, COUNT * 0.003);
    }

    @Test
    void shouldFillFourOrdersOfFiveOnceAndWithinTwentyEightSeconds() {
        Event event = new Event();
        Map<Long, Integer> orders = new HashMap<>();
        Set<Long> filled = new HashSet<>();
        for (int i = 0; i < COUNT; i++) {
            Workload.W4.make(i, event);
            if (!event.fill) {
                orders.put(event.id, i);
            } else if (event.id >= 0) {
                assertTrue(filled.add(event.id), "each order has one fill");
                int distance = i - orders.get(event.id);
                assertTrue(distance > 0 && distance < 28_000, () -> "distance " + distance);
            }
        }
        assertEquals(COUNT / 2 * 0.8, filled.size(), COUNT * 0.06);
    }

    @Test
    void shouldShareEventsAmongSourcesWithoutGapOrOverlap() {
        Pass pass = new Pass(Workload.W1, 1_024, 4_096, 2);
        Set<Long> indexes = new HashSet<>();
        for (int source = 0; source < 2; source++) {
            for (long place = 0; place < pass.eventsPerSource(); place++) {
                assertTrue(indexes.add(pass.index(place, source)));
            }
        }
        assertEquals(5_120, indexes.size());
        assertTrue(indexes.stream().allMatch(index -> index >= 0 && index < 5_120));
    }
}
