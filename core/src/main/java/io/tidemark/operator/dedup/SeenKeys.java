package io.tidemark.operator.dedup;

/** Keys that were seen and are not forgotten yet. Engine thread only. */
interface SeenKeys {
    /** Due time of a key that is never forgotten. */
    long NEVER = Long.MAX_VALUE;

    /** Whether a key of this length can be remembered. */
    boolean fits(int keyBytes);

    /**
     * Remembers a key unless it is known. A key that is due by the watermark is not known, whether it was removed or not.
     *
     * @param dueNs when it is to be forgotten: if it is added again after that, later than before
     * @return whether it was not known
     */
    boolean add(long keyAddress, int keyBytes, long dueNs, long watermarkNs);

    /** Removes up to {@code budget} keys that are due; returns how much was done, 0 when nothing is left to do. */
    int forget(long watermarkNs, int budget);

    /** Number of keys, with those that are due and not removed yet. */
    long count();
}
