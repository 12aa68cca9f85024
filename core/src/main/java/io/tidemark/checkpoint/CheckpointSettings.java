package io.tidemark.checkpoint;

import io.tidemark.journal.Journal;
import java.util.List;

/**
 * How checkpoints are written.
 *
 * @param durability what they survive
 * @param journals input, order and output, in this order; they are forced before each manifest where durability asks for it
 * @param ringBytes bytes between the engine and the writing thread, a power of two
 * @param mergeBytes deltas with fewer bytes than this are not merged into a base
 * @param mergeDeltas so many deltas are merged whatever they hold
 */
public record CheckpointSettings(
        Durability durability, List<Journal> journals, int ringBytes, long mergeBytes, int mergeDeltas) {
    /** 16 MiB of ring, merges from 4 MiB or 500 deltas on. */
    public static final CheckpointSettings DEFAULT =
            new CheckpointSettings(Durability.PROCESS, List.of(), 16 << 20, 4 << 20, 500);

    /** Copies the list. */
    public CheckpointSettings {
        journals = List.copyOf(journals);
    }

    /** The same with another durability and the journals it concerns. */
    public CheckpointSettings withDurability(Durability newDurability, List<Journal> newJournals) {
        return new CheckpointSettings(newDurability, newJournals, ringBytes, mergeBytes, mergeDeltas);
    }

    /** The same with another ring. */
    public CheckpointSettings withRingBytes(int bytes) {
        return new CheckpointSettings(durability, journals, bytes, mergeBytes, mergeDeltas);
    }

    /** The same with merges that begin at other sizes. */
    public CheckpointSettings withMerges(long fromBytes, int fromDeltas) {
        return new CheckpointSettings(durability, journals, ringBytes, fromBytes, fromDeltas);
    }
}
