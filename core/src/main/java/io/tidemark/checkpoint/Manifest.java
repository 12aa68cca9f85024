package io.tidemark.checkpoint;

import java.util.List;

/**
 * What one checkpoint consists of. It is published by renaming one file; before that the checkpoint does not exist.
 *
 * @param number number of the checkpoint, from 1; the highest one that is whole counts
 * @param query name of the query
 * @param fingerprint fingerprint of the plan
 * @param stateFormat layout of the state, see {@link io.tidemark.state.StateSnapshots#format}
 * @param createdAtMs when it was made, milliseconds since 1970; for operators only
 * @param commit positions and sequences that belong to the state
 * @param chain files that give the state, applied in this order
 * @param fallback another chain for the same state, through an older base, or empty
 */
public record Manifest(
        long number,
        String query,
        String fingerprint,
        String stateFormat,
        long createdAtMs,
        Commit commit,
        List<StateFile> chain,
        List<StateFile> fallback) {
    /** Copies the lists. */
    public Manifest {
        chain = List.copyOf(chain);
        fallback = List.copyOf(fallback);
    }

    /**
     * A file of a chain.
     *
     * @param name name in the checkpoint directory
     * @param bytes its length
     * @param checksum CRC-32C of all its bytes
     */
    public record StateFile(String name, long bytes, int checksum) {}
}
