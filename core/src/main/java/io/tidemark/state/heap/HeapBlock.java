package io.tidemark.state.heap;

import io.tidemark.memory.OffHeap;

/**
 * A row or a text in native memory.
 *
 * @param address first byte: the value, then the key
 * @param length bytes of value and key together
 * @param keyBytes bytes of the key, 0 for a text
 * @param charge bytes counted against the limit
 */
record HeapBlock(long address, int length, int keyBytes, long charge) {
    long keyAddress() {
        return address + length - keyBytes;
    }

    byte[] copy() {
        byte[] bytes = new byte[length];
        OffHeap.copyOut(address, bytes, 0, length);
        return bytes;
    }
}
