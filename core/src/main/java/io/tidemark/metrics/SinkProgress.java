package io.tidemark.metrics;

/**
 * The sink in a {@link StreamingQueryProgress}.
 *
 * @param description its name
 * @param numOutputRows rows put out in the interval, those left out that were in the sink already
 * @param totalOutputRows rows put out in all, by this and earlier runs
 * @param uncommittedRows rows put out since the last checkpoint, or null without checkpoints
 * @param lagRows records of all sources whose results the sink has not got: the backlog, since a row is put out in the duty cycle that reads it; or null
 * @param writeNs times of appends that were taken in the interval
 */
public record SinkProgress(
        String description,
        long numOutputRows,
        long totalOutputRows,
        Long uncommittedRows,
        Long lagRows,
        Percentiles writeNs) {}
