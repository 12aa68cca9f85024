package io.tidemark.peers.esper;

import com.espertech.esper.runtime.client.EPEventService;
import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Workload;

/** Moves Esper's clock with the greatest event time. */
final class ClockFeed implements Feed {
    private final EPEventService events;
    private final boolean join = Pass.current().workload() == Workload.W4;
    private long clock = Long.MIN_VALUE;

    ClockFeed(EPEventService events) {
        this.events = events;
    }

    @Override
    public void send(Event event) {
        if (event.timeMillis - TICK_MILLIS >= clock) {
            clock = event.timeMillis;
            events.advanceTime(clock);
        }
        if (!join) {
            events.sendEventBean(new Beans.Trade(event), Statements.EVENT);
        } else if (event.fill) {
            events.sendEventBean(new Beans.Fill(event), Statements.FILL);
        } else {
            events.sendEventBean(new Beans.Order(event), Statements.ORDER);
        }
    }

    @Override
    public void end() {
        // Nothing waits.
    }
}
