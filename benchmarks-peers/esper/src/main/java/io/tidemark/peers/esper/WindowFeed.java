package io.tidemark.peers.esper;

import com.espertech.esper.runtime.client.EPEventService;
import io.tidemark.peers.Event;
import io.tidemark.peers.Workload;

/** Begins each window before its first event, and ends it when the watermark has passed. */
final class WindowFeed implements Feed {
    private static final long DELAY_MILLIS = Workload.W1.delayMillis();

    private final EPEventService events;
    private final long slideMillis;
    private long nextStart = Long.MIN_VALUE;
    private long clock = Long.MIN_VALUE;

    WindowFeed(EPEventService events, long slideMillis) {
        this.events = events;
        this.slideMillis = slideMillis;
    }

    @Override
    public void send(Event event) {
        if (nextStart == Long.MIN_VALUE) {
            long earliest = event.timeMillis - DELAY_MILLIS;
            nextStart = earliest - earliest % slideMillis - Workload.WINDOW_MILLIS + slideMillis;
        }
        while (nextStart <= event.timeMillis) {
            events.sendEventBean(new Beans.Begin(nextStart, nextStart + Workload.WINDOW_MILLIS), Statements.BEGIN);
            nextStart += slideMillis;
        }
        if (event.timeMillis - TICK_MILLIS >= clock) {
            clock = event.timeMillis;
            watermark(clock - DELAY_MILLIS);
        }
        events.sendEventBean(new Beans.Trade(event), Statements.EVENT);
    }

    @Override
    public void end() {
        watermark(Long.MAX_VALUE);
    }

    private void watermark(long timeMillis) {
        events.sendEventBean(new Beans.Watermark(timeMillis), Statements.WATERMARK);
    }
}
