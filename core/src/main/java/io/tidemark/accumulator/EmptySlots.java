package io.tidemark.accumulator;

import io.tidemark.function.AggregateSlots;
import java.util.Arrays;

/** Slots of a group in which no row counted: they are not stored. */
final class EmptySlots implements AggregateSlots {
    private final long[] slots;

    EmptySlots(int slots) {
        this.slots = new long[slots];
    }

    /** Makes all slots zero. */
    void clear() {
        Arrays.fill(slots, 0);
    }

    @Override
    public long getLong(int slot) {
        return slots[slot];
    }

    @Override
    public void putLong(int slot, long value) {
        slots[slot] = value;
    }

    @Override
    public double getDouble(int slot) {
        return Double.longBitsToDouble(slots[slot]);
    }

    @Override
    public void putDouble(int slot, double value) {
        slots[slot] = Double.doubleToRawLongBits(value);
    }
}
