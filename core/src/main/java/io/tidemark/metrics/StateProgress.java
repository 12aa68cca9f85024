package io.tidemark.metrics;

/**
 * The state of a query as a whole in a {@link StreamingQueryProgress}.
 *
 * @param usedBytes bytes in use
 * @param limitBytes declared limit
 * @param leftBytes what is left of it
 * @param fill share of the limit in use, 0 to 1
 * @param growthBytesPerSecond how fast the bytes in use grew in the interval; less than 0 when they shrank
 * @param rows rows in state, over all operators
 * @param fullInMs time until the limit is reached at this growth, or null when it is not reached
 */
public record StateProgress(
        long usedBytes,
        long limitBytes,
        long leftBytes,
        double fill,
        double growthBytesPerSecond,
        long rows,
        Long fullInMs) {}
