package io.tidemark.engine;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches whether the sinks of a query have room. Engine thread, but for {@link #waitsFor}. */
final class RoomWatch {
    private static final Logger LOG = LoggerFactory.getLogger(RoomWatch.class);

    private final String query;
    private volatile String waitsFor;

    RoomWatch(String query) {
        this.query = query;
    }

    /** Whether a sink has no room. Then nothing is to be read, so that nothing is half done. */
    boolean waits(Pipeline pipeline) {
        String full = pipeline.fullSink();
        if (full != null && waitsFor == null) {
            LOG.error("Query '{}' waits: {} has no room left on its disk.", query, full);
        } else if (full == null && waitsFor != null) {
            LOG.info("Query '{}' goes on: there is room again.", query);
        }
        waitsFor = full;
        return full != null;
    }

    /** The sink that has no room, or null. Any thread. */
    String waitsFor() {
        return waitsFor;
    }
}
