package io.tidemark.tools.lives;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.engine.DropRouter;
import io.tidemark.journal.JournalSource;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * However a query ends, by a sink or a function that fails, in order, with checkpoints that fail, at whatever row: after several lives its output and its
 * late rows are those of a run that nothing disturbed.
 */
class RandomLivesTest {
    private static final int TRIALS = Integer.getInteger("tidemark.lives", 6);
    private static final long SEED = Long.getLong("tidemark.seed", 20_261_215L);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheSameInMemory(LivesQuery query) {
        LivesTrial.Figures figures = new LivesTrial.Figures();
        for (long seed = SEED; seed < SEED + TRIALS; seed++) {
            LivesJournals journals = new LivesJournals.InMemory();
            trial(query, seed, () -> journals, false, figures);
        }
        look(query + " in memory", figures);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheSameInFiles(LivesQuery query) {
        LivesTrial.Figures figures = new LivesTrial.Figures();
        Schema output = schema(query);
        for (long seed = SEED; seed < SEED + TRIALS; seed++) {
            Path home = directory.resolve("files-" + seed);
            Schema late = DropRouter.SCHEMA;
            trial(query, seed, () -> new LivesJournals.InFiles(home, output, late), true, figures);
        }
        look(query + " in files", figures);
    }

    private void trial(
            LivesQuery query,
            long seed,
            Supplier<LivesJournals> journals,
            boolean offHeap,
            LivesTrial.Figures figures) {
        Random random = new Random(seed);
        Path home = directory.resolve((offHeap ? "query-f" : "query-m") + seed);
        try {
            new LivesTrial(
                            query,
                            random,
                            home,
                            offHeap ? ChronicleState.withLimit(16 << 20) : HeapState.withLimit(16 << 20),
                            journals,
                            figures)
                    .run(3 + random.nextInt(5));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    private static void look(String what, LivesTrial.Figures figures) {
        System.out.println(what + ": " + figures.failures + " failures, " + figures.checkpoints + " checkpoints made, "
                + figures.failedCheckpoints + " failed, " + figures.rowsAgain + " rows read again, " + figures.skipped
                + " came out again.");
        assertTrue(figures.failures > 0 && figures.checkpoints > 0 && figures.rowsAgain > 0);
    }

    private static Schema schema(LivesQuery query) {
        try (LivesJournals journals = new LivesJournals.InMemory()) {
            List<JournalSource> sources = List.of(journals.source(0), journals.source(1));
            return query.over(sources)
                    .to(journals.output())
                    .build()
                    .plan()
                    .output()
                    .schema();
        }
    }
}
