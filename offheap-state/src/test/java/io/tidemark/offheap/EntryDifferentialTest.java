package io.tidemark.offheap;

import io.tidemark.state.TableSpec;
import io.tidemark.state.heap.HeapState;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries, blocks and what is due when: the backend of pages against the one of plain collections, in random work. */
class EntryDifferentialTest {
    private static final long LIMIT = 128L << 20;
    private static final int[] MASKS = {-1, -1, 0xF, 0xFFFF_0000, 0x0101_0101, 0};

    @Property(tries = 60)
    void shouldAnswerLikeTheReferenceForAnyShape(
            @ForAll long seed,
            @ForAll @IntRange(max = 40) int valueWords,
            @ForAll @IntRange(max = 12) int keyWords,
            @ForAll @IntRange(min = 1, max = 3_000) int keys,
            @ForAll @IntRange(max = 5) int mask,
            @ForAll EntryWork.DueTimes dues,
            @ForAll @IntRange(min = 1, max = 20_000) int operations) {
        int keyBytes = keyWords == 0 ? TableSpec.VARIABLE : keyWords * 8;
        run(new TableSpec("a", "seen", valueWords * 8, keyBytes), seed, keys, MASKS[mask], 300, dues, operations);
    }

    @ParameterizedTest
    @CsvSource({
        // seed, value bytes, key bytes, keys, bits of the hash, bytes of blocks, due times, operations
        "21, 48, 16, 200000, -1, 64, NEAR, 300000",
        "22, 16, -1, 20000, -1, 16376, ANYWHERE, 100000",
        "23, 0, 8, 100000, 1048575, 900, EQUAL, 200000",
        "24, 1000, 40, 3000, 7, 0, BACKWARDS, 60000",
        "25, 8192, 40, 300, 3, 5000, NEAR, 30000",
    })
    void shouldAnswerLikeTheReferenceInALongRun(
            long seed,
            int valueBytes,
            int keyBytes,
            int keys,
            int mask,
            int blockBytes,
            EntryWork.DueTimes dues,
            int operations) {
        run(new TableSpec("a", "seen", valueBytes, keyBytes), seed, keys, mask, blockBytes, dues, operations);
    }

    private static void run(
            TableSpec spec, long seed, int keys, int mask, int blockBytes, EntryWork.DueTimes dues, int operations) {
        try (EntryPair pair =
                        new EntryPair(HeapState.withLimit(1L << 30), Backends.colliding(LIMIT, seed, mask), spec);
                EntryWork work = new EntryWork(pair, spec, seed, keys, blockBytes, dues)) {
            work.run(operations);
        }
    }
}
