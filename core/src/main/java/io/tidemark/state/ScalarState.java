package io.tidemark.state;

import io.tidemark.memory.OffHeap;

/** One long of an operator that is part of every snapshot, such as a watermark or a cursor. Engine thread only. */
public final class ScalarState {
    private final long address;

    /** A scalar that lives in 8 bytes of native memory owned by the backend. */
    public ScalarState(long address) {
        this.address = address;
    }

    /** Current value. */
    public long get() {
        return OffHeap.getLong(address);
    }

    /** Replaces the value. */
    public void set(long value) {
        OffHeap.putLong(address, value);
    }
}
