package io.tidemark.benchmarks.latency;

/** Where the rows of a query go. */
enum Target {
    /** Into a callback. */
    CALLBACK,
    /** Into a journal; a row has arrived when the append is done, so that any reader sees it. */
    JOURNAL
}
