package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory is there before it is used; what that saves is counted in faults. */
class FreshMemoryTest {
    private static final long MIB = 1 << 20;
    private static final long BYTES = 128 * MIB;

    private long block;

    @BeforeEach
    void reserve() {
        block = OffHeap.reserve(BYTES);
        assumeTrue(PageAdvice.populate(block + 4095 & -4096, 4096), "the system cannot back memory ahead of time");
    }

    @AfterEach
    void free() {
        OffHeap.free(block);
    }

    @Test
    void shouldBackTheStartAtOnce() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/thread-self/stat")));
        try (FreshMemory memory = FreshMemory.open(block, block + 16 * MIB, 8 * MIB)) {
            assertTrue(memory.backedBytes() >= 8 * MIB);
            long before = faults();
            for (long at = 2 * MIB; at < 8 * MIB; at += 4096) {
                OffHeap.putLong(block + at, at);
            }
            assertTrue(faults() - before < 50, "faults " + (faults() - before));
        }
    }

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void shouldStayAheadOfWhatIsUsed() {
        try (FreshMemory memory = FreshMemory.open(block, block + BYTES, 4 * MIB)) {
            awaitBacked(memory, 32 * MIB);
            memory.used(block + 60 * MIB);
            awaitBacked(memory, 90 * MIB);
            memory.used(block + BYTES);
            awaitBacked(memory, BYTES - 4 * MIB);
        }
    }

    @Test
    void shouldDoNothingWhereNothingIsAskedForOrThereIsLess() {
        try (FreshMemory none = FreshMemory.open(block, block + BYTES, 0);
                FreshMemory small = FreshMemory.open(block, block + MIB, MIB)) {
            none.used(block + BYTES);
            assertEquals(0, none.backedBytes());
            assertEquals(0, small.backedBytes());
        }
    }

    @Test
    void shouldKeepWhatWasWritten() {
        OffHeap.putLong(block + 3 * MIB, 42);
        FreshMemory.open(block, block + 16 * MIB, 16 * MIB).close();
        assertEquals(42, OffHeap.getLong(block + 3 * MIB));
    }

    @Test
    void shouldRefuseANegativeStart() {
        TidemarkException refused = assertThrows(
                TidemarkException.class, () -> ChronicleState.withLimit(MIB).withBackedBytes(-1));
        assertEquals(ErrorCode.SETTING_INVALID, refused.code());
    }

    private static void awaitBacked(FreshMemory memory, long bytes) {
        while (memory.backedBytes() < bytes) {
            Thread.yield();
        }
    }

    private static long faults() throws IOException {
        String line = Files.readString(Path.of("/proc/thread-self/stat"));
        return Long.parseLong(line.substring(line.lastIndexOf(')') + 2).split(" ")[7]);
    }
}
