package io.tidemark.peers.esper;

import io.tidemark.peers.Event;

/** Sends events, and what Esper needs to know of time. */
interface Feed {
    /** How often time moves, in milliseconds of event time. */
    long TICK_MILLIS = 100;

    void send(Event event);

    void end();
}
