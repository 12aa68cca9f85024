package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;

/** An exact sum of unscaled decimals in 128 bits: two slots, low word first. */
final class DecimalTotal {
    static final int BYTES = 2 * Long.BYTES;

    private DecimalTotal() {}

    /** Adds; {@code false} when 128 bits do not hold the sum, which is then unchanged. */
    static boolean add(long address, long high, long low) {
        long oldLow = OffHeap.getLong(address);
        long oldHigh = OffHeap.getLong(address + Long.BYTES);
        long newLow = oldLow + low;
        long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
        long newHigh = oldHigh + high + carry;
        if (((oldHigh ^ newHigh) & (high ^ newHigh)) < 0) {
            return false;
        }
        OffHeap.putLong(address, newLow);
        OffHeap.putLong(address + Long.BYTES, newHigh);
        return true;
    }

    /** Takes back what {@link #add} added. */
    static void subtract(long address, long high, long low) {
        long oldLow = OffHeap.getLong(address);
        long borrow = Long.compareUnsigned(oldLow, low) < 0 ? 1 : 0;
        OffHeap.putLong(address, oldLow - low);
        OffHeap.putLong(address + Long.BYTES, OffHeap.getLong(address + Long.BYTES) - high - borrow);
    }

    static long low(long address) {
        return OffHeap.getLong(address);
    }

    static long high(long address) {
        return OffHeap.getLong(address + Long.BYTES);
    }
}
