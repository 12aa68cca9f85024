package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a journal shares with the appender and the readers that it opened: whether it is still open, which readers ask once per poll, and where they are in
 * their files. A reader owns the files it has mapped: when the journal is closed it refuses, and releases them when it is closed itself. Any thread.
 */
final class JournalGate {
    private final String name;
    private final List<MappedSpot> spots = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    JournalGate(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Where appender and readers are that are open. */
    List<MappedSpot> spots() {
        return spots;
    }

    void close() {
        closed = true;
    }

    /**
     * Returns while the journal is open.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID}
     */
    void require() {
        if (closed) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "Journal '" + name + "' is closed.",
                    "Open it again, and close it after the queries, readers and appenders that use it.");
        }
    }
}
