package io.tidemark.metrics;

import java.util.List;

/**
 * What a checkpoint cost and holds.
 *
 * @param number its number
 * @param atMs when it was made, milliseconds since 1970
 * @param bytes bytes that it wrote; 0 for one that was found at the start
 * @param tookNs time from its begin to its publication; 0 for one that was found at the start
 * @param outputRows rows that had come out
 * @param positions for each source the position of the last record that is in it
 */
public record CheckpointFigures(
        long number, long atMs, long bytes, long tookNs, long outputRows, List<Long> positions) {
    /** Copies the list. */
    public CheckpointFigures {
        positions = List.copyOf(positions);
    }
}
