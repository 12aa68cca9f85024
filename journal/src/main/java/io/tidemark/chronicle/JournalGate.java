package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;

/**
 * Whether a journal is still open, asked once per poll by the readers it opened. A reader owns the files it has mapped: when the
 * journal is closed it refuses, and releases them when it is closed itself. Any thread.
 */
final class JournalGate {
    private final String name;
    private volatile boolean closed;

    JournalGate(String name) {
        this.name = name;
    }

    String name() {
        return name;
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
