package io.tidemark;

import java.time.Duration;

/** What a query has where its writer says nothing else. */
final class Defaults {
    static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(1);
    static final long SPAN_ROWS = 10_000;
    static final int POLL_LIMIT = 256;
    static final long HEAP_STATE_BYTES = 64L << 20;

    private Defaults() {}
}
