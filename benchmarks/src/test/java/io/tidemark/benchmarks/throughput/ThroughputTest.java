package io.tidemark.benchmarks.throughput;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Query, loop and arrays bring out the same rows. Nothing is timed. */
final class ThroughputTest {
    /** 80 s of event time: windows close, orders expire, ids are forgotten. */
    private static final Scale SCALE = new Scale(80_000, 2_000, 10_000, false);

    /** 40 s: orders expire and ids are forgotten. */
    private static final Scale SHORT = new Scale(40_000, 2_000, 10_000, false);

    @ParameterizedTest
    @EnumSource(Workload.class)
    void shouldBringOutTheSameRowsFromGenerators(Workload workload) throws IOException {
        try (Ends ends = new MemoryEnds(workload.rows(SCALE, false))) {
            Trial trial = new Trial(workload, SCALE, ends);
            Measured loop = trial.loop();
            assertTrue(loop.results() > 0);
            assertSame(loop, trial.query(null));
            Measured arrays = trial.arrays();
            if (arrays != null) {
                assertSame(loop, arrays);
            }
            trial.source();
        }
    }

    @Test
    void shouldBringOutTheSameRowsForScatteredIds() throws IOException {
        Scale scale = new Scale(80_000, 2_000, 20_000, true);
        try (Ends ends = new MemoryEnds(Workload.W3.rows(scale, false))) {
            Trial trial = new Trial(Workload.W3, scale, ends);
            Measured loop = trial.loop();
            assertSame(loop, trial.query(null));
            assertSame(loop, trial.arrays());
        }
    }

    @ParameterizedTest
    @EnumSource(Workload.class)
    void shouldBringOutTheSameRowsFromJournals(Workload workload, @TempDir Path directory) throws IOException {
        try (Ends ends =
                new JournalEnds(directory, workload.rows(SHORT, true), Trial.results(workload, SHORT, true), true)) {
            Trial trial = new Trial(workload, SHORT, ends);
            Measured loop = trial.loop();
            assertTrue(loop.results() > 0);
            assertSame(loop, trial.query(Duration.ofMillis(100)));
            trial.source();
        }
    }

    private static void assertSame(Measured expected, Measured actual) {
        assertEquals(expected.results(), actual.results());
        assertEquals(expected.checksum(), actual.checksum());
    }
}
