package io.tidemark.metrics;

/**
 * The newest checkpoint in a {@link StreamingQueryProgress}.
 *
 * @param number its number
 * @param ageMs how old it is
 * @param bytes what was written for it; 0 for one that was found at the start
 * @param tookMs time from its begin to its publication; 0 for one that was found at the start
 * @param failed checkpoints that were not made, in all
 */
public record SnapshotProgress(long number, long ageMs, long bytes, long tookMs, long failed) {}
