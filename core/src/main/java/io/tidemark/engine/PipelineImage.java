package io.tidemark.engine;

import io.tidemark.state.StateImage;
import java.util.List;

/**
 * A query between two rows, as data in memory.
 *
 * @param state all tables and scalars
 * @param positions for each source the position of the last row that is in it
 * @param orderPosition number of order records that were used
 * @param outputSequence number of the last row that came out
 * @param dropSequences the same for each journal of dropped rows
 * @param last where the last row came from
 */
public record PipelineImage(
        StateImage state,
        List<Long> positions,
        long orderPosition,
        long outputSequence,
        List<Long> dropSequences,
        LastRow last) {
    /** Copies the lists. */
    public PipelineImage {
        positions = List.copyOf(positions);
        dropSequences = List.copyOf(dropSequences);
    }

    /**
     * Where a row came from.
     *
     * @param source ordinal of its source
     * @param position its position there
     * @param ingestTimeNs its ingest time
     */
    public record LastRow(int source, long position, long ingestTimeNs) {}
}
