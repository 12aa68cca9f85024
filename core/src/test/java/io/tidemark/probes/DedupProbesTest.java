package io.tidemark.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.Trigger;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of deduplication that users met in neighbouring engines; the names carry the ids of the probes. */
class DedupProbesTest {
    private static final Schema IDS = Schema.parse("ts timestamp, id long");

    @TempDir
    private Path directory;

    @Test
    void d01ShouldHoldTheKeysOfTheDelayAndNotMore() {
        int ids = 200_000;
        try (MemoryJournal source = MemoryJournal.of("in", IDS);
                MemoryJournal result = MemoryJournal.output("out");
                QueryInvoker query = ids(source, Duration.ofSeconds(10))
                        .dropDuplicatesWithinWatermark("id")
                        .writeStream()
                        .queryName("q")
                        .state(HeapState.withLimit(64 << 20))
                        .to(result)
                        .invoker()) {
            for (int i = 0; i < ids; i++) {
                source.appendValues(Instant.ofEpochMilli(i), (long) i);
            }
            query.processAllAvailable();
            // A key lives while the watermark, 10 s behind, is at most 10 s past it.
            assertTrue(
                    query.progress().stateRows() <= 20_100,
                    "rows " + query.progress().stateRows());
            assertEquals(ids, result.size());
        }
        try (MemoryJournal source = MemoryJournal.of("in", IDS)) {
            StreamWriter unbounded =
                    ids(source, Duration.ofSeconds(10)).dropDuplicates("id").writeStream();
            TidemarkException error = assertThrows(TidemarkException.class, unbounded::explain);
            assertEquals(ErrorCode.STATE_UNBOUNDED, error.code());
        }
    }

    @Test
    void d02ShouldDeduplicateByAnIdBesideTheWatermark() {
        try (ProbeRun run = new ProbeRun(frame -> frame.withWatermark("ts", Duration.ofSeconds(10))
                .dropDuplicatesWithinWatermark("k")
                .writeStream())) {
            run.row("1", 1, 0).row("1", 2, 0).row("2", 3, 0);
            assertEquals(List.of("1@1", "2@3"), run.batch());
        }
    }

    @Test
    void d04ShouldLetNoDuplicatePassAfterARestart() {
        try (MemoryJournal source = MemoryJournal.of("in", IDS);
                MemoryJournal result = MemoryJournal.output("out")) {
            source.appendValues(Instant.ofEpochSecond(100), 7L);
            try (QueryInvoker query = stored(source, result)) {
                query.processAllAvailable();
            }
            assertEquals(1, result.size());
            source.appendValues(Instant.ofEpochSecond(101), 7L);
            try (QueryInvoker query = stored(source, result)) {
                query.processAllAvailable();
                assertEquals(1, query.progress().dropped(DropReason.DUPLICATE));
            }
            assertEquals(1, result.size());
            result.truncate(0);
            try (QueryInvoker query = writer(source, result).startOver().invoker()) {
                query.processAllAvailable();
            }
            assertEquals(1, result.size());
        }
    }

    /** The rows go on while a flood of keys expires: each of them pays for a few keys, and the rest goes while nothing is to be read. */
    @Test
    void d05ShouldForgetAFloodOfKeysInPieces() {
        int ids = 100_000;
        try (MemoryJournal source = MemoryJournal.of("in", IDS);
                MemoryJournal result = MemoryJournal.output("out");
                QueryInvoker query = ids(source, Duration.ZERO)
                        .dropDuplicatesWithinWatermark("id")
                        .writeStream()
                        .queryName("q")
                        .time(ProbeRun.PROBES)
                        .trigger(Trigger.manual())
                        .state(HeapState.withLimit(64 << 20))
                        .to(result)
                        .invoker()) {
            for (int i = 0; i < ids; i++) {
                source.appendValues(Instant.ofEpochSecond(1), (long) i);
            }
            query.processAllAvailable();
            query.cut();
            // All keys are due with this cut, and stay where they are.
            query.cut();
            assertEquals(ids, query.progress().stateRows());
            for (int i = 0; i < 1_000; i++) {
                source.appendValues(Instant.ofEpochSecond(100), (long) i);
            }
            query.invoke();
            long left = query.progress().stateRows();
            assertTrue(left > ids / 2 && left < ids, "rows " + left);
            query.processAllAvailable();
            assertEquals(ids + 1_000, result.size());
            assertEquals(1_000, query.progress().stateRows());
        }
    }

    /** The check values of the description: delay 2 s, a batch for each. */
    @Test
    void shouldExpireByTheFirstRowOfAKey() {
        try (ProbeRun run = new ProbeRun(frame -> frame.withWatermark("ts", Duration.ofSeconds(2))
                .dropDuplicatesWithinWatermark("k")
                .writeStream())) {
            assertEquals(List.of("a@17"), run.row("a", 17, 0).batch());
            assertEquals(List.of(), run.row("a", 16, 0).batch());
            assertEquals(List.of(), run.row("a", 13, 0).batch());
            assertEquals(1, run.late());
            assertEquals(
                    List.of("b@22", "c@21"), run.row("b", 22, 0).row("c", 21, 0).batch());
            assertEquals(List.of("a@21"), run.row("a", 21, 0).batch());
            assertEquals(List.of("d@25"), run.row("d", 25, 0).batch());
            assertEquals(
                    List.of("a@24", "c@24"),
                    run.row("a", 24, 0).row("b", 24, 0).row("c", 24, 0).batch());
        }
    }

    private static StreamFrame ids(MemoryJournal source, Duration delay) {
        return Tidemark.stream("in", source).withWatermark("ts", delay);
    }

    private QueryInvoker stored(MemoryJournal source, MemoryJournal result) {
        return writer(source, result).invoker();
    }

    private StreamWriter writer(MemoryJournal source, MemoryJournal result) {
        return ids(source, Duration.ofSeconds(100))
                .dropDuplicatesWithinWatermark("id")
                .writeStream()
                .queryName("q")
                .directory(directory)
                .to(result);
    }
}
