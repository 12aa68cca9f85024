package io.tidemark.metrics;

/**
 * A span of time between two samples.
 *
 * @param fromNs when it began, nanoseconds since 1970
 * @param toNs when it ended
 */
record Interval(long fromNs, long toNs) {
    long ns() {
        return toNs - fromNs;
    }
}
