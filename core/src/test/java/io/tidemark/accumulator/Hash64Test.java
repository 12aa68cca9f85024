package io.tidemark.accumulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.memory.OffHeap;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Hashes against published values. */
class Hash64Test {
    @Test
    void shouldHashBytesAsXxh64Does() {
        assertEquals(0xEF46DB3751D8E999L, hash(""));
        assertEquals(0xD24EC4F1A98C6E5BL, hash("a"));
        assertEquals(0x44BC2CF5AD770999L, hash("abc"));
        assertEquals(0xFBCEA83C8A378BF1L, hash("Nobody inspects the spammish repetition"));
    }

    @Test
    void shouldHashWordsAsSplitMix64Does() {
        // The first two numbers that the generator gives from seed 0.
        assertEquals(0xE220A8397B1DCDAFL, Hash64.of(0));
        assertEquals(0x6E789E6AA1B965F4L, Hash64.of(0x9E3779B97F4A7C15L));
    }

    private static long hash(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        long address = OffHeap.allocate(Math.max(1, bytes.length));
        try {
            OffHeap.copyIn(bytes, 0, address, bytes.length);
            return Hash64.of(address, bytes.length);
        } finally {
            OffHeap.free(address);
        }
    }
}
