package io.tidemark.row;

import io.tidemark.memory.OffHeap;
import java.nio.charset.StandardCharsets;

/** Flyweight over bytes in native memory: a text or binary value. Valid as long as the row it was taken from. */
public final class BytesView {
    private long address;
    private int length;

    /** Points this view at {@code length} bytes. */
    public BytesView wrap(long newAddress, int newLength) {
        address = newAddress;
        length = newLength;
        return this;
    }

    /** Address of the first byte. */
    public long address() {
        return address;
    }

    /** Number of bytes. */
    public int length() {
        return length;
    }

    /** Whether both hold the same bytes. */
    public boolean sameBytes(BytesView other) {
        return length == other.length && OffHeap.equal(address, other.address, length);
    }

    /** Compares as unsigned bytes, which for UTF-8 is the order of code points. */
    public int compareBytes(BytesView other) {
        return OffHeap.compare(address, length, other.address, other.length);
    }

    /** A copy of the bytes on the heap. */
    public byte[] toByteArray() {
        byte[] bytes = new byte[length];
        OffHeap.copyOut(address, bytes, 0, length);
        return bytes;
    }

    /** The bytes decoded as UTF-8, as a new string. */
    @Override
    public String toString() {
        return new String(toByteArray(), StandardCharsets.UTF_8);
    }
}
