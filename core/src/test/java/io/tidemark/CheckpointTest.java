package io.tidemark;

import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.RecoveryReport;
import io.tidemark.checkpoint.ReplayReport;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RecordHandler;
import io.tidemark.operator.DropReason;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a query goes on from when it is started again. Its journals outlive it here as they do in files. */
class CheckpointTest {
    @TempDir
    private Path directory;

    private final MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, id long"));
    private final MemoryJournal result = MemoryJournal.output("out");
    private final MemoryJournal late = MemoryJournal.output("late");
    private final FailingSink sink = new FailingSink(result);

    @AfterEach
    void close() {
        source.close();
        result.close();
        late.close();
    }

    @Test
    void shouldGoOnFromTheCheckpointOfAnOrderlyStop() {
        rows(0, 1, 10, 3, 20);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
            assertEquals(0, query.recovery().checkpoint());
        }
        rows(30, 31, 5, 40);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
            RecoveryReport report = query.recovery();
            assertEquals(1, report.checkpoint());
            assertEquals(RecoveryReport.Outcome.CLEAN, report.outcome());
            assertEquals(0, report.replayed().skipped());
            assertEquals(9, query.progress().rowsRead());
            assertEquals(2, query.progress().dropped(DropReason.LATE));
        }
        assertEquals(List.of(row(0, 2), row(10, 1), row(20, 1), row(30, 2)), result.rows());
        assertEquals(2, late.size());
    }

    @Test
    void shouldReadOnlyWhatFollowsTheCheckpointAndCompareWhatComesOutAgain() {
        rows(0, 1, 10, 11, 20);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
            assertEquals(1, query.checkpoint());
            rows(3, 30, 40);
            sink.failAfter(3);
            assertThrows(TidemarkException.class, query::processAllAvailable);
        }
        assertEquals(3, result.size());
        assertEquals(1, late.size());
        sink.failAfter(Long.MAX_VALUE);
        rows(50);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
            RecoveryReport report = query.recovery();
            assertEquals(1, report.checkpoint());
            assertEquals(RecoveryReport.Outcome.REPLAYED, report.outcome());
            assertEquals(2, report.replayed().skipped());
            assertEquals(2, report.replayed().compared());
            assertTrue(report.complete());
            assertEquals(9, query.progress().rowsRead());
            assertEquals(1, query.progress().dropped(DropReason.LATE));
        }
        assertEquals(List.of(row(0, 2), row(10, 2), row(20, 1), row(30, 1), row(40, 1)), result.rows());
        assertEquals(1, late.size());
    }

    @Test
    void shouldMakeACheckpointAfterSoManyRowsAndNoneWithoutProgress() {
        try (QueryInvoker query = writer().checkpoints(CheckpointSettings.everyRows(3))
                .pollLimit(1)
                .invoker()) {
            rows(0, 1, 2, 3);
            query.processAllAvailable();
            waitFor(query, 1);
            assertEquals(2, query.checkpoint());
            assertEquals(2, query.checkpoint());
        }
        assertEquals(List.of("manifest-1.json", "manifest-2.json"), manifests());
    }

    @Test
    void shouldRefuseAnOutputThatLostRowsUnlessToldToStartOver() {
        rows(0, 10, 20, 30);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
        }
        result.truncate(1);
        TidemarkException error = assertThrows(TidemarkException.class, () -> writer().invoker());
        assertEquals(ErrorCode.CHECKPOINT_DAMAGED, error.code());
        assertTrue(error.getMessage().contains("the sink out ends before row 2"), error.getMessage());
        try (QueryInvoker query = writer().startOver().invoker()) {
            query.processAllAvailable();
            assertEquals(0, query.recovery().checkpoint());
            assertEquals(1, query.recovery().replayed().compared());
        }
        assertEquals(List.of(row(0, 1), row(10, 1), row(20, 1)), result.rows());
    }

    @Test
    void shouldNotStartOverByItselfWhenItsCheckpointsAreGone() throws IOException {
        rows(0, 10, 20, 30);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
        }
        for (String manifest : manifests()) {
            Files.delete(directory.resolve("checkpoint").resolve(manifest));
        }
        TidemarkException error = assertThrows(TidemarkException.class, () -> writer().invoker());
        assertEquals(ErrorCode.CHECKPOINT_DAMAGED, error.code());
        assertTrue(error.getMessage().contains("holds no manifest"), error.getMessage());
        try (QueryInvoker query = writer().startOver().invoker()) {
            assertEquals(RecoveryReport.Outcome.REPLAYED, query.recovery().outcome());
            query.processAllAvailable();
            assertEquals(3, query.recovery().replayed().compared());
        }
        assertEquals(List.of(row(0, 1), row(10, 1), row(20, 1)), result.rows());
    }

    @Test
    void shouldGoOnWhenAJournalOfDroppedRowsLiesElsewhere() {
        rows(0, 10, 3, 20);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
        }
        assertEquals(1, late.size());
        rows(5, 30);
        try (MemoryJournal moved = MemoryJournal.output("elsewhere")) {
            try (JournalWriter copy = moved.openWriter(late.schema());
                    JournalReader reader = late.openReader()) {
                reader.poll(
                        new RecordHandler() {
                            @Override
                            public void onRow(RowView row) {
                                copy.append(row, 0, 0);
                            }

                            @Override
                            public void onInvalid(RowView record, String reason) {
                                throw new AssertionError(reason);
                            }
                        },
                        1);
            }
            try (QueryInvoker query = writer().dropped(DropReason.LATE, moved).invoker()) {
                query.processAllAvailable();
            }
            assertEquals(2, moved.size());
        }
        assertEquals(List.of(row(0, 1), row(10, 1), row(20, 1)), result.rows());
    }

    @Test
    void shouldRefuseAnInputThatLostRowsThatTheStateHolds() {
        rows(0, 10, 20, 30);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
        }
        source.truncate(2);
        TidemarkException error = assertThrows(TidemarkException.class, () -> writer().invoker());
        assertEquals(ErrorCode.CHECKPOINT_DAMAGED, error.code());
        assertTrue(error.getMessage().contains("source 0 ends before position 3"), error.getMessage());
    }

    @Test
    void shouldRefuseAnInputThatDoesNotAccountForTheOutput() {
        rows(0, 10);
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
            query.checkpoint();
            rows(20, 30);
            sink.failAfter(2);
            assertThrows(TidemarkException.class, query::processAllAvailable);
        }
        sink.failAfter(Long.MAX_VALUE);
        source.truncate(2);
        try (QueryInvoker query = writer().invoker()) {
            TidemarkException error = assertThrows(TidemarkException.class, query::processAllAvailable);
            assertEquals(ErrorCode.OUTPUT_DIVERGED, error.code());
            assertTrue(
                    error.getMessage().contains("holds 1 rows more than the input accounts for"), error.getMessage());
        }
    }

    @Test
    void shouldFindTheFirstRowThatComesOutDifferently() {
        rows(0, 1, 10, 11, 12);
        try (QueryInvoker query = filtered().invoker()) {
            query.processAllAvailable();
            query.checkpoint();
            rows(20, 21, 22, 30, 40);
            sink.failAfter(3);
            assertThrows(TidemarkException.class, query::processAllAvailable);
        }
        assertEquals(3, result.size());
        sink.failAfter(Long.MAX_VALUE);
        Impure.least = 21;
        try (QueryInvoker query = filtered().invoker()) {
            TidemarkException error = assertThrows(TidemarkException.class, query::processAllAvailable);
            assertEquals(ErrorCode.OUTPUT_DIVERGED, error.code());
            assertTrue(error.getMessage().contains("Row 2 of out"), error.getMessage());
            assertTrue(
                    error.getMessage().contains("count(*)=3")
                            && error.getMessage().contains("count(*)=2"),
                    error.getMessage());
        } finally {
            Impure.least = 0;
        }
        try (QueryInvoker query = filtered().invoker()) {
            query.processAllAvailable();
        }
        assertEquals(List.of(row(0, 2), row(10, 3), row(20, 3), row(30, 1)), result.rows());
    }

    @Test
    void shouldVerifyAReplayAndLocateWhatIsNotRepeatable() {
        for (long second = 0; second < 200; second++) {
            rows(second);
        }
        try (QueryInvoker query = filtered().invoker()) {
            query.processAllAvailable();
        }
        assertEquals(19, result.size());
        ReplayReport same = filtered().verifyReplay(0, 5);
        assertTrue(same.same());
        assertEquals(200, same.records());
        assertEquals(
                List.of(0L, 5L, 10L, 15L),
                same.sinks().get(0).spans().stream()
                        .map(ReplayReport.Span::first)
                        .toList());
        Impure.least = 73;
        ReplayReport differs;
        try {
            differs = filtered().verifyReplay(0, 5);
        } finally {
            Impure.least = 0;
        }
        assertTrue(differs.sinks().get(0).difference().startsWith("row 0 was"), differs.toString());
        Impure.without = 73;
        try {
            differs = filtered().verifyReplay(0, 5);
        } finally {
            Impure.without = -1;
        }
        assertTrue(differs.sinks().get(0).difference().startsWith("row 7 was"), differs.toString());
        List<Boolean> equal = differs.sinks().get(0).spans().stream()
                .map(span -> span.stored() == span.again())
                .toList();
        assertEquals(List.of(true, false, true, true), equal);
    }

    @Test
    void shouldWaitWhileASinkHasNoRoomAndLoseNothing() {
        rows(0, 10, 20);
        try (QueryInvoker query = writer().invoker()) {
            sink.full = true;
            query.processAllAvailable();
            assertEquals("out", query.waitsFor());
            assertEquals(0, query.progress().rowsRead());
            sink.full = false;
            query.processAllAvailable();
            assertNull(query.waitsFor());
        }
        assertEquals(List.of(row(0, 1), row(10, 1)), result.rows());
    }

    /** A user's function fails once after state was touched; the next run gives what an undisturbed one gives. */
    @Test
    void r10ShouldGiveTheSameAfterAFunctionFailedOnce() {
        rows(0, 1, 10);
        Impure.failAt = 12;
        try (QueryInvoker query = filtered().invoker()) {
            query.processAllAvailable();
            query.checkpoint();
            rows(11, 12, 20, 30);
            assertThrows(TidemarkException.class, query::processAllAvailable);
        } finally {
            Impure.failAt = -1;
        }
        try (QueryInvoker query = filtered().invoker()) {
            query.processAllAvailable();
        }
        assertEquals(List.of(row(0, 2), row(10, 3), row(20, 1)), result.rows());
    }

    /** A watermark never goes back across a restart, and is shown at once. */
    @Test
    void shouldShowAWatermarkThatNeverGoesBack() {
        rows(0, 10, 20);
        long committed;
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
            query.checkpoint();
            committed = watermark(query);
            rows(30);
            query.processAllAvailable();
            sink.failAfter(0);
            rows(40);
            assertThrows(TidemarkException.class, query::processAllAvailable);
        }
        sink.failAfter(Long.MAX_VALUE);
        try (QueryInvoker query = writer().invoker()) {
            assertTrue(watermark(query) >= committed, watermark(query) + " < " + committed);
            long before = watermark(query);
            while (query.invoke() > 0) {
                assertTrue(watermark(query) >= before);
                before = watermark(query);
            }
        }
    }

    private static long watermark(QueryInvoker query) {
        return query.progress().operators().stream()
                .mapToLong(operator -> operator.watermarkNs())
                .max()
                .orElseThrow();
    }

    private void waitFor(QueryInvoker query, int manifests) {
        long deadline = System.nanoTime() + 120_000_000_000L;
        while (manifests().size() < manifests) {
            query.invoke();
            assertTrue(System.nanoTime() < deadline, "no checkpoint");
            Thread.onSpinWait();
        }
    }

    private List<String> manifests() {
        try (Stream<Path> files = Files.list(directory.resolve("checkpoint"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("manifest") && name.endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return new ArrayList<>();
        }
    }

    private StreamFrame counts(StreamFrame frame) {
        return frame.groupBy(window("ts", Duration.ofSeconds(10))).agg(count());
    }

    private StreamWriter writer() {
        return counts(Tidemark.stream("in", source).withWatermark("ts", Duration.ZERO))
                .writeStream()
                .queryName("q")
                .directory(directory)
                .checkpoints(CheckpointSettings.onDemand())
                .to(sink)
                .dropped(DropReason.LATE, late);
    }

    private StreamWriter filtered() {
        return counts(Tidemark.stream("in", source)
                        .functions(UserFunctions.NONE.with(new Impure()))
                        .withWatermark("ts", Duration.ZERO)
                        .filter(call("impure", col("id"))))
                .writeStream()
                .queryName("q")
                .directory(directory)
                .checkpoints(CheckpointSettings.onDemand())
                .to(sink);
    }

    private void rows(long... seconds) {
        for (long second : seconds) {
            source.appendValues(Instant.ofEpochSecond(second), second);
        }
    }

    private static List<Object> row(long start, long count) {
        return List.of(Instant.ofEpochSecond(start), Instant.ofEpochSecond(start + 10), count);
    }
}
