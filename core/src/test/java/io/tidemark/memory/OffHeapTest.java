package io.tidemark.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OffHeapTest {
    @Test
    void shouldZeroExactlyTheBytesAskedFor() {
        int room = 1_200;
        long address = OffHeap.reserve(room);
        try {
            for (int length : new int[] {0, 1, 7, 8, 9, 16, 63, 511, 512, 513, 1_000}) {
                for (int i = 0; i < room; i++) {
                    OffHeap.putByte(address + i, (byte) 0x5A);
                }
                OffHeap.zero(address + 64, length);
                for (int i = 0; i < room; i++) {
                    int expected = i >= 64 && i < 64 + length ? 0 : 0x5A;
                    assertEquals(expected, OffHeap.getByte(address + i), "length " + length + ", byte " + i);
                }
            }
        } finally {
            OffHeap.free(address);
        }
    }
}
