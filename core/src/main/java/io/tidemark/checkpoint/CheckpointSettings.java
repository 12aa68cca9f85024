package io.tidemark.checkpoint;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.Journal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * When a query makes checkpoints and what they survive. Beside the triggers here a checkpoint is made on demand and at an orderly stop.
 *
 * @param enabled whether there are checkpoints at all
 * @param everyNs least time between the starts of two checkpoints, 0 for none by time
 * @param everyRows rows of the sources between two checkpoints, 0 for none by rows
 * @param durability what is forced to disk before a checkpoint counts
 * @param stageBytes native memory between the engine and the thread that writes files, a power of two
 * @param mergeBytes deltas with fewer bytes than this are not merged into a base
 * @param files told of every file operation of checkpoints; for tests
 */
public record CheckpointSettings(
        boolean enabled,
        long everyNs,
        long everyRows,
        Durability durability,
        int stageBytes,
        long mergeBytes,
        FileHook files) {
    private static final int STAGE_BYTES = 16 << 20;
    private static final long MERGE_BYTES = 4 << 20;
    private static final int MERGE_DELTAS = 500;
    private static final int LEAST_STAGE_BYTES = 512 << 10;
    private static final int MOST_STAGE_BYTES = 1 << 30;

    /** Checks the numbers. */
    public CheckpointSettings {
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(files, "files");
        requireNotNegative(everyNs, "A time of " + everyNs + " ns between checkpoints");
        requireNotNegative(everyRows, "A number of " + everyRows + " rows between checkpoints");
        requireNotNegative(mergeBytes, "A size of " + mergeBytes + " bytes from which deltas are merged");
        if (stageBytes < LEAST_STAGE_BYTES || Integer.bitCount(stageBytes) != 1) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A stage of " + stageBytes
                            + " bytes between the engine and the thread that writes is not possible.",
                    "Use a power of two, at least " + LEAST_STAGE_BYTES + " and at most " + MOST_STAGE_BYTES + ".");
        }
    }

    private static void requireNotNegative(long value, String what) {
        if (value < 0) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    what + " is not possible.",
                    "Use a number from 0 to " + Long.MAX_VALUE + ".");
        }
    }

    /** No checkpoints: a restart reads the sources from their start. */
    public static CheckpointSettings none() {
        return new CheckpointSettings(false, 0, 0, Durability.PROCESS, STAGE_BYTES, MERGE_BYTES, FileHook.NONE);
    }

    /** A checkpoint whenever this time has passed since the last one began and something was read since. One second is a good choice. */
    public static CheckpointSettings every(Duration interval) {
        return new CheckpointSettings(
                true, interval.toNanos(), 0, Durability.PROCESS, STAGE_BYTES, MERGE_BYTES, FileHook.NONE);
    }

    /** A checkpoint after so many rows of all sources. */
    public static CheckpointSettings everyRows(long rows) {
        return new CheckpointSettings(true, 0, rows, Durability.PROCESS, STAGE_BYTES, MERGE_BYTES, FileHook.NONE);
    }

    /** Checkpoints only on demand and at an orderly stop. */
    public static CheckpointSettings onDemand() {
        return new CheckpointSettings(true, 0, 0, Durability.PROCESS, STAGE_BYTES, MERGE_BYTES, FileHook.NONE);
    }

    /** The same with another durability. */
    public CheckpointSettings withDurability(Durability newDurability) {
        return new CheckpointSettings(enabled, everyNs, everyRows, newDurability, stageBytes, mergeBytes, files);
    }

    /** The same with more or less native memory between the engine and the thread that writes. */
    public CheckpointSettings withStageBytes(int bytes) {
        return new CheckpointSettings(enabled, everyNs, everyRows, durability, bytes, mergeBytes, files);
    }

    /** The same with somebody told of every file operation; for tests. */
    public CheckpointSettings withFiles(FileHook hook) {
        return new CheckpointSettings(enabled, everyNs, everyRows, durability, stageBytes, mergeBytes, hook);
    }

    /** The same with merges of deltas into a base that begin at other sizes. */
    public CheckpointSettings withMergeBytes(long bytes) {
        return new CheckpointSettings(enabled, everyNs, everyRows, durability, stageBytes, bytes, files);
    }

    /**
     * What the thread that writes has to know.
     *
     * @param journals what has to be on disk before a checkpoint that survives a stop of the machine
     */
    public WriterSettings writer(List<Journal> journals) {
        return new WriterSettings(durability, journals, stageBytes, mergeBytes, MERGE_DELTAS);
    }
}
