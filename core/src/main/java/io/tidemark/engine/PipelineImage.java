package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.state.StateImage;

/**
 * A query between two rows, as data in memory.
 *
 * @param state all tables and scalars
 * @param commit positions and sequences that belong to it
 */
public record PipelineImage(StateImage state, Commit commit) {}
