package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Snapshots while state changes, crashes and restarts, against the backend of plain collections. */
class SnapshotDifferentialTest {
    private static final int[] MASKS = {-1, -1, 0xF, 0xFFFF_0000};

    @Property(tries = 60)
    void shouldLoadTheStateAtTheStartOfASnapshot(
            @ForAll long seed,
            @ForAll @IntRange(max = 3) int mask,
            @ForAll @IntRange(max = 3) int scalars,
            @ForAll @IntRange(min = 1, max = 3_000) int keys,
            @ForAll @IntRange(min = 1_000, max = 12_000) int operations) {
        try (SnapshotTrial trial = new SnapshotTrial(seed, 64L << 20, MASKS[mask], scalars * 1_500, keys)) {
            trial.run(operations);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // seed, bits of the hash, scalars, keys, operations
        "31, -1, 10, 500, 150000",
        "32, -1, 5000, 20000, 100000",
        "33, 255, 3, 3000, 60000",
    })
    void shouldLoadTheStateAtTheStartOfASnapshotInALongRun(long seed, int mask, int scalars, int keys, int operations) {
        try (SnapshotTrial trial = new SnapshotTrial(seed, 256L << 20, mask, scalars, keys)) {
            trial.run(operations);
            assertTrue(trial.crashesInSnapshot() > 3, trial.figures());
            assertTrue(trial.overflows() > 3, trial.figures());
            assertTrue(trial.abandoned() > 3, trial.figures());
        }
    }
}
