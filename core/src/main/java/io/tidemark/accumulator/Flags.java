package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;

/** The flag byte that each aggregate of a group has. */
final class Flags {
    /** A value was taken in. */
    static final byte SEEN = 1;
    /** The value that is kept is a null. */
    static final byte NULL = 2;
    /** The result overflowed and stays null. */
    static final byte OVERFLOWED = 4;
    /** A value was taken in that settles the result. */
    static final byte DECIDED = 8;
    /** Zero is in a set of words. */
    static final byte ZERO = 16;
    /** A set became an estimate. */
    static final byte ESTIMATE = 32;

    private Flags() {}

    static boolean has(long address, byte flag) {
        return (OffHeap.getByte(address) & flag) != 0;
    }

    static void set(long address, byte flag) {
        OffHeap.putByte(address, (byte) (OffHeap.getByte(address) | flag));
    }

    static void clear(long address, byte flag) {
        OffHeap.putByte(address, (byte) (OffHeap.getByte(address) & ~flag));
    }

    /** Sets the flags that are set at another address too. */
    static void setAll(long address, long from) {
        OffHeap.putByte(address, (byte) (OffHeap.getByte(address) | OffHeap.getByte(from)));
    }
}
