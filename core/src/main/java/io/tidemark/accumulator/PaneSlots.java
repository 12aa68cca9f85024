package io.tidemark.accumulator;

import io.tidemark.function.AggregateSlots;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.Scratch;

/** Slots that lie in the value of a group. */
final class PaneSlots implements AggregateSlots {
    private final int slots;

    @Scratch("set before each call")
    private long address;

    @Scratch("set before each call")
    private boolean writable;

    PaneSlots(int slots) {
        this.slots = slots;
    }

    /** Points at slots to be read and written. */
    PaneSlots write(long newAddress) {
        address = newAddress;
        writable = true;
        return this;
    }

    /** Points at slots to be read. */
    PaneSlots read(long newAddress) {
        address = newAddress;
        writable = false;
        return this;
    }

    @Override
    public long getLong(int slot) {
        return OffHeap.getLong(at(slot));
    }

    @Override
    public void putLong(int slot, long value) {
        OffHeap.putLong(writableAt(slot), value);
    }

    @Override
    public double getDouble(int slot) {
        return OffHeap.getDouble(at(slot));
    }

    @Override
    public void putDouble(int slot, double value) {
        OffHeap.putDouble(writableAt(slot), value);
    }

    private long at(int slot) {
        if (slot < 0 || slot >= slots) {
            throw new IndexOutOfBoundsException("slot " + slot + " of " + slots);
        }
        return address + ((long) slot << 3);
    }

    private long writableAt(int slot) {
        if (!writable) {
            throw new IllegalStateException("these slots are only to be read");
        }
        return at(slot);
    }
}
