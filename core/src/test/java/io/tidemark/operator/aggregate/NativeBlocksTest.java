package io.tidemark.operator.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NativeBlocksTest {
    @Test
    void shouldRoundUpByAQuarterAtMost() {
        for (long bytes = 64; bytes < 100_000; bytes++) {
            long rounded = NativeBlocks.bytes(NativeBlocks.size(bytes));
            assertTrue(rounded >= bytes && rounded * 4 <= bytes * 5, bytes + " became " + rounded);
        }
        assertEquals(64, NativeBlocks.bytes(NativeBlocks.size(1)));
        assertEquals(5L << 38, NativeBlocks.bytes(NativeBlocks.size((4L << 38) + 1)));
    }

    @Test
    void shouldTakeWhatWasGivenBackBeforeNewMemory() {
        try (NativeBlocks blocks = new NativeBlocks()) {
            long first = blocks.take(NativeBlocks.size(1_000));
            long second = blocks.take(NativeBlocks.size(1_000));
            assertNotEquals(first, second);
            blocks.give(first, NativeBlocks.size(1_000));
            blocks.give(second, NativeBlocks.size(1_000));
            assertEquals(second, blocks.take(NativeBlocks.size(1_001)));
            assertEquals(first, blocks.take(NativeBlocks.size(1_000)));
            blocks.give(first, NativeBlocks.size(1_000));
            blocks.give(second, NativeBlocks.size(1_000));
        }
    }
}
