package io.tidemark.state.heap;

import io.tidemark.memory.OffHeap;
import java.util.Arrays;

/** Bytes of a key as a map key. */
final class KeyBytes {
    private final byte[] bytes;

    private KeyBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    static KeyBytes copyOf(long address, int length) {
        byte[] bytes = new byte[length];
        OffHeap.copyOut(address, bytes, 0, length);
        return new KeyBytes(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyBytes key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
