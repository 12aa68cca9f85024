package io.tidemark.state;

/** Takes the parts of a snapshot on their way to a file. Engine thread; never waits. */
public interface SnapshotStage {
    /**
     * Copies a part of a unit.
     *
     * @param unit number of the unit, from 0
     * @param offset first byte in the image of the unit
     * @param address where the bytes lie; they are copied before the call returns
     * @param bytes at most {@link StateSnapshots#unitBytes}
     * @return false when there is no room, so that the snapshot cannot be completed
     */
    boolean put(int unit, int offset, long address, int bytes);

    /** Whether there is room beyond what is kept for first writes. A sweep waits while there is none. */
    boolean hasRoom();
}
