package io.tidemark.benchmarks.throughput;

/**
 * One run.
 *
 * @param results rows that came out, of the warm-up too
 * @param checksum order-free checksum of them
 * @param cpuNs CPU time of the thread after the warm-up
 * @param processNs CPU time of all threads after the warm-up, those of the collector and of the compiler included
 * @param wallNs wall time after the warm-up
 * @param bytes bytes of heap that the thread allocated after the warm-up
 * @param stateBytes bytes of state once all input was read; 0 for a loop
 */
record Measured(long results, long checksum, long cpuNs, long processNs, long wallNs, long bytes, long stateBytes) {}
