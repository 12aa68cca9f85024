package io.tidemark.benchmarks.throughput;

/** Where rows come from and where results go. */
enum Mode {
    /** From generators in memory to a checksum. */
    ENGINE,
    /** From Chronicle Queues to a Chronicle Queue. */
    JOURNAL
}
