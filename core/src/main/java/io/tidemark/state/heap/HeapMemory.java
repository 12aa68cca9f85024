package io.tidemark.state.heap;

import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateErrors;

/** Native blocks of one backend, counted against its limit. */
final class HeapMemory {
    private static final String SETTING = "the limit given to HeapState.withLimit";

    private final long limitBytes;
    private long usedBytes;

    HeapMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    long usedBytes() {
        return usedBytes;
    }

    long limitBytes() {
        return limitBytes;
    }

    /** A block of zeros. */
    long allocate(String owner, String name, long bytes) {
        charge(owner, name, bytes);
        return OffHeap.allocate(Math.max(bytes, Long.BYTES));
    }

    /** Counts bytes that lie elsewhere. */
    void charge(String owner, String name, long bytes) {
        if (bytes > limitBytes - usedBytes) {
            throw limitExceeded(owner, name, usedBytes, limitBytes);
        }
        usedBytes += bytes;
    }

    void discharge(long bytes) {
        usedBytes -= bytes;
    }

    static TidemarkException limitExceeded(String owner, String name, long usedBytes, long limitBytes) {
        return StateErrors.limitExceeded(owner, name, usedBytes, limitBytes, SETTING);
    }

    void free(long address, long bytes) {
        OffHeap.free(address);
        discharge(bytes);
    }
}
