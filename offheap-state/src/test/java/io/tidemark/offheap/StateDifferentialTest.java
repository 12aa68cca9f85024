package io.tidemark.offheap;

import io.tidemark.state.TableSpec;
import io.tidemark.state.heap.HeapState;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The backend of pages against the one of plain collections, in random work. */
class StateDifferentialTest {
    private static final long LIMIT = 256L << 20;
    private static final int[] MASKS = {-1, -1, -1, 0xF, 0xFFFF_0000, 0x0101_0101};

    @Property(tries = 60)
    void shouldAnswerLikeTheReferenceForAnyShape(
            @ForAll long seed,
            @ForAll @IntRange(max = 40) int valueWords,
            @ForAll @IntRange(min = 1, max = 12) int keyWords,
            @ForAll @IntRange(min = 1, max = 5_000) int keys,
            @ForAll @IntRange(min = 1, max = 12) int panes,
            @ForAll @IntRange(max = 5) int mask,
            @ForAll @IntRange(min = 1, max = 40_000) int operations) {
        List<TableSpec> specs = List.of(
                new TableSpec("a", "fixed", valueWords * 8, keyWords * 8),
                new TableSpec("a", "texts", valueWords * 8, TableSpec.VARIABLE),
                new TableSpec("b", "other", 8, 16));
        run(specs, seed, keys, panes, MASKS[mask], operations);
    }

    @ParameterizedTest
    @CsvSource({
        // seed, keys, panes, bits of the hash, operations
        "11, 400000, 4, -1, 400000",
        "12, 20000, 40, -1, 150000",
        "13, 100000, 6, 1048575, 300000",
        "14, 3000, 4, 7, 100000",
    })
    void shouldAnswerLikeTheReferenceInALongRun(long seed, int keys, int panes, int mask, int operations) {
        List<TableSpec> specs = List.of(
                new TableSpec("a", "window", 48, 16),
                new TableSpec("a", "texts", 24, TableSpec.VARIABLE),
                new TableSpec("b", "set", 0, 8),
                new TableSpec("b", "wide", 1_000, 40));
        run(specs, seed, keys, panes, mask, operations);
    }

    private static void run(List<TableSpec> specs, long seed, int keys, int panes, int mask, int operations) {
        try (StatePair pair =
                        new StatePair(HeapState.withLimit(1L << 30), Backends.colliding(LIMIT, seed, mask), specs);
                RandomWork work = new RandomWork(pair, specs, seed, keys, panes)) {
            work.run(operations);
        }
    }
}
