package io.tidemark.operator.dedup;

import io.tidemark.state.KeyLog;
import io.tidemark.state.StateRegistry;
import io.tidemark.time.EventTimes;

/** Keys that are remembered until a watermark, in a log. Made by the plan's node factory. */
final class LoggedKeys implements SeenKeys {
    private final KeyLog log;
    private final int skipped;

    /**
     * Opens the log.
     *
     * @param keyBytes bytes of a key as it is given to {@link #add}, or {@link io.tidemark.state.TableSpec#VARIABLE}
     * @param skipped bytes at the start of every key that are the same in all
     */
    LoggedKeys(StateRegistry state, int keyBytes, int skipped) {
        this.log = state.keyLog("keys", 0, keyBytes - skipped);
        this.skipped = skipped;
    }

    @Override
    public boolean fits(int keyBytes) {
        return Long.BYTES + log.spec().rowBytes(keyBytes - skipped) <= KeyLog.MAX_BYTES;
    }

    @Override
    public boolean add(long keyAddress, int keyBytes, long dueNs, long watermarkNs) {
        long key = keyAddress + skipped;
        int bytes = keyBytes - skipped;
        long row = log.find(key, bytes);
        if (row != KeyLog.NONE && !EventTimes.isDue(log.dueNs(row), watermarkNs)) {
            return false;
        }
        log.append(key, bytes, dueNs);
        return true;
    }

    @Override
    public int forget(long watermarkNs, int budget) {
        return log.drop(watermarkNs, budget);
    }

    @Override
    public long count() {
        return log.rowCount();
    }
}
