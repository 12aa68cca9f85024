package io.tidemark.engine;

import io.tidemark.state.StateImage;
import java.util.List;

/**
 * A query between two rows, as data in memory.
 *
 * @param state all tables and scalars
 * @param position source position of the last row that is in it
 * @param outputSequence number of the last row that came out
 * @param dropSequences the same for each journal of dropped rows
 * @param lastIngestTimeNs ingest time of the last row
 */
public record PipelineImage(
        StateImage state, long position, long outputSequence, List<Long> dropSequences, long lastIngestTimeNs) {
    /** Copies the list. */
    public PipelineImage {
        dropSequences = List.copyOf(dropSequences);
    }
}
