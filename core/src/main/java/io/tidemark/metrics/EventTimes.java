package io.tidemark.metrics;

/**
 * Event times in a {@link StreamingQueryProgress}; each is null where there is none.
 *
 * @param minNs least of the rows of the interval
 * @param avgNs mean of the rows of the interval, exact to two milliseconds
 * @param maxNs greatest of the rows of the interval
 * @param watermarkNs watermark of the last operator that has one; null before the first event and after a drain
 * @param heldBackBy name of the source that holds the watermark back, null with one source
 */
public record EventTimes(Long minNs, Long avgNs, Long maxNs, Long watermarkNs, String heldBackBy) {}
