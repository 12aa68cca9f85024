package io.tidemark.state;

import io.tidemark.memory.OffHeap;

/**
 * One long of an operator that is part of every snapshot, such as a watermark or a cursor. Engine thread only. A record, so that the compiler
 * trusts its address where the plan is a constant.
 *
 * @param address where it lives: 8 bytes of native memory owned by the backend
 */
public record ScalarState(long address) {
    /** Current value. */
    public long get() {
        return OffHeap.getLong(address);
    }

    /** Replaces the value. */
    public void set(long value) {
        OffHeap.putLong(address, value);
    }
}
