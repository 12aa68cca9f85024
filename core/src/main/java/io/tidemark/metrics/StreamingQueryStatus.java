package io.tidemark.metrics;

/**
 * What a query is doing now.
 *
 * @param message for people
 * @param isDataAvailable whether there was something to read at the last sample
 * @param isTriggerActive whether rows were read since the last sample, or in its interval
 */
public record StreamingQueryStatus(String message, boolean isDataAvailable, boolean isTriggerActive) {}
