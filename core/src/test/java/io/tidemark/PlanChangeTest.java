package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.engine.RestartStudy;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.plan.RestartDecision;
import io.tidemark.plan.RestartVerdict;
import io.tidemark.row.Schema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A query that is started again under another plan, in the directory that it had. */
class PlanChangeTest {
    @TempDir
    private Path directory;

    private final MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, id long"));
    private final MemoryJournal result = MemoryJournal.output("out");
    private final FailingSink sink = new FailingSink(result);

    @AfterEach
    void close() {
        source.close();
        result.close();
    }

    @Test
    void shouldGoOnUnderAFilterThatIsNew() {
        firstRun(0, 1, 2, 10, 11);
        rows(12, 13, 20, 30);
        StreamFrame frame = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .filter(col("id").ne(13L))
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count());
        RestartStudy study = writer(frame).explainRestart();
        assertEquals(RestartVerdict.COMPATIBLE, study.verdict());
        assertTrue(study.startsAsDecided());
        run(writer(frame));
        assertEquals(List.of(row(0, 3), row(10, 3), row(20, 1)), result.rows());
        assertEquals(RestartVerdict.SAME, writer(frame).explainRestart().verdict());
    }

    @Test
    void shouldAskWhatBecomesOfWindowsOfAnotherSize() throws IOException {
        firstRun(0, 1, 2, 10, 11);
        List<String> before = files();
        RestartStudy study = writer(counts(5)).explainRestart();
        assertEquals(RestartVerdict.NEEDS_DECISION, study.verdict());
        assertEquals(before, files());
        TidemarkException error =
                assertThrows(TidemarkException.class, () -> writer(counts(5)).invoker());
        assertEquals(ErrorCode.RESTART_DECISION_NEEDED, error.code());
        for (String word : List.of("aggregate", "10s", "5s", "drain", "discard", "rebuild", "checkpoint 1")) {
            assertTrue(error.getMessage().contains(word), word + " is not in " + error.getMessage());
        }
        assertEquals(1, error.getMessage().lines().count(), error::getMessage);
        assertTrue(study.text().contains("rebuild from"), study::text);
        assertEquals(1, result.size());
        run(writer(counts(10)));
    }

    /** Whoever starts the query gets the exception; the log says it once and has no stack of it. */
    @Test
    void shouldLogARefusalInOneLine() {
        firstRun(0, 1, 2, 10, 11);
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            assertThrows(TidemarkException.class, () -> writer(counts(5)).invoker());
        } finally {
            System.setErr(before);
        }
        List<String> lines = log.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains("Query 'q' did not start: RESTART_DECISION_NEEDED: "), lines::toString);
    }

    @Test
    void shouldRefuseADecisionForANameThatIsInNeitherPlan() {
        firstRun(0, 1, 2, 10, 11);
        StreamWriter changed = writer(counts(5)).onRestart("agx", RestartDecision.DISCARD);
        for (Executable start : List.<Executable>of(changed::invoker, changed::explainRestart)) {
            TidemarkException refused = assertThrows(TidemarkException.class, start);
            assertEquals(ErrorCode.SETTING_INVALID, refused.code());
            assertTrue(
                    refused.getMessage()
                            .contains("there is no operator 'agx' in the plan or in the one before;"
                                    + " the changed parts are aggregate"),
                    refused.getMessage());
        }
        run(writer(counts(10)).onRestart("agx", RestartDecision.DISCARD));
    }

    @Test
    void shouldDiscardOpenWindows() {
        firstRun(0, 1, 2, 10, 11);
        rows(12, 17, 20);
        run(writer(counts(5)).onRestart(RestartDecision.DISCARD));
        assertEquals(List.of(row(0, 3), row(10, 15, 1), row(15, 20, 1)), result.rows());
    }

    @Test
    void shouldDrainOpenWindows() {
        firstRun(0, 1, 2, 10, 11);
        rows(12, 17, 20);
        run(writer(counts(5)).onRestart(RestartDecision.DRAIN));
        assertEquals(List.of(row(0, 3), row(10, 2), row(10, 15, 1), row(15, 20, 1)), result.rows());
    }

    @Test
    void shouldRebuildOpenWindows() {
        firstRun(0, 1, 2, 10, 11);
        rows(12, 17, 20);
        run(writer(counts(5)).onRestart(RestartDecision.REBUILD));
        assertEquals(List.of(row(0, 3), row(10, 15, 3), row(15, 20, 1)), result.rows());
    }

    /** A source that begins later than it did would give other windows, and nobody would notice. */
    @Test
    void shouldRefuseToRebuildFromASourceThatLostItsStart() {
        firstRun(0, 1, 2, 10, 11);
        JournalSource shorter = new PartOfJournal(source, 1);
        StreamFrame frame = Tidemark.stream("in", shorter)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(5)))
                .agg(count());
        StreamWriter rebuilding = writer(frame).onRestart(RestartDecision.REBUILD);
        TidemarkException error = assertThrows(TidemarkException.class, rebuilding::invoker);
        assertEquals(ErrorCode.SOURCE_RETENTION_GAP, error.code());
        assertTrue(error.getMessage().contains("Source 'in' does not begin"), error.getMessage());
        assertEquals(List.of(row(0, 3)), result.rows());
    }

    @Test
    void shouldFirstRunTheOldPlanToTheEndOfItsOutput() {
        rows(0, 1, 2, 10, 11);
        try (QueryInvoker query = writer(counts(10)).invoker()) {
            query.processAllAvailable();
            query.checkpoint();
            rows(12, 20, 30);
            sink.failAfter(2);
            assertThrows(TidemarkException.class, query::processAllAvailable);
        }
        sink.failAfter(Long.MAX_VALUE);
        assertEquals(2, result.size());
        rows(40);
        run(writer(counts(5)).onRestart(RestartDecision.DISCARD));
        assertEquals(List.of(row(0, 3), row(10, 3), row(30, 35, 1)), result.rows());
    }

    @Test
    void shouldMoveGroupsIntoAPlanWithOneMoreAggregateAndAnotherSink() {
        rows(0, 1, 2, 10, 11);
        try (QueryInvoker query = writer(counts(10)).invoker()) {
            query.processAllAvailable();
        }
        rows(12, 13, 20);
        StreamFrame more = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count(), sum("id").as("total"));
        try (MemoryJournal other = MemoryJournal.output("other")) {
            StreamWriter writer = more.writeStream()
                    .queryName("q")
                    .directory(directory)
                    .checkpoints(CheckpointSettings.onDemand())
                    .to(other);
            TidemarkException error = assertThrows(TidemarkException.class, writer::invoker);
            assertEquals(ErrorCode.RESTART_DECISION_NEEDED, error.code());
            run(writer.onRestart("sink", RestartDecision.KEEP));
            assertEquals(List.of(List.of(Instant.ofEpochSecond(10), Instant.ofEpochSecond(20), 4L, 25L)), other.rows());
        }
        assertEquals(1, result.size());
    }

    @Test
    void shouldRefuseAnotherFunctionUnderTheSameName() {
        rows(0, 1, 2, 10, 11);
        StreamFrame before = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(io.tidemark.expr.Functions.min("id").as("v"));
        StreamFrame after = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(io.tidemark.expr.Functions.max("id").as("v"));
        run(writer(before));
        TidemarkException error =
                assertThrows(TidemarkException.class, () -> writer(after).invoker());
        assertEquals(ErrorCode.RESTART_INCOMPATIBLE, error.code());
        assertTrue(error.getMessage().contains("min") && error.getMessage().contains("max"), error.getMessage());
        rows(12, 20);
        run(writer(after).onRestart(RestartDecision.REBUILD));
        assertEquals(
                List.of(0L, 12L), result.rows().stream().map(row -> row.get(2)).toList());
    }

    @Test
    void shouldKeepTheStateOfAnOperatorThatIsGone() throws IOException {
        StreamFrame before = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .dropDuplicatesWithinWatermark("id")
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count());
        rows(0, 1, 1, 2, 10, 11);
        run(writer(before));
        assertEquals(List.of(row(0, 3)), result.rows());
        rows(12, 12, 20);
        TidemarkException error =
                assertThrows(TidemarkException.class, () -> writer(counts(10)).invoker());
        assertEquals(ErrorCode.RESTART_DECISION_NEEDED, error.code());
        run(writer(counts(10)).onRestart(RestartDecision.KEEP_PARKED));
        assertEquals(List.of(row(0, 3), row(10, 4)), result.rows());
        Path parked = directory.resolve("parked").resolve("1");
        assertTrue(Files.exists(parked.resolve("query.json")));
        assertTrue(Files.exists(parked.resolve("checkpoint").resolve("manifest-1.json")));
    }

    /** A join is untouched, a window below it changes: the rows that the join holds go over byte for byte. */
    @Test
    void shouldTakeOverAJoinAsItIsWhenAWindowBelowItChanges() {
        MemoryJournal right = MemoryJournal.of("right", Schema.parse("rts timestamp, rid long"));
        MemoryJournal order = MemoryJournal.output("order");
        rows(1, 2, 3, 4);
        for (long second = 1; second <= 4; second++) {
            right.appendValues(Instant.ofEpochSecond(second), second);
        }
        run(joined(right, order, 10));
        rows(5, 6, 30);
        right.appendValues(Instant.ofEpochSecond(5), 4L);
        right.appendValues(Instant.ofEpochSecond(30), 30L);
        run(joined(right, order, 5).onRestart(RestartDecision.DISCARD));
        assertEquals(List.of(row(5, 10, 1)), result.rows());
        right.close();
        order.close();
    }

    private StreamWriter joined(MemoryJournal right, MemoryJournal order, long seconds) {
        StreamFrame frame = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(5))
                .join(
                        Tidemark.stream("right", right).withWatermark("rts", Duration.ofSeconds(5)),
                        col("id")
                                .eq(col("rid"))
                                .and(col("rts").ge(col("ts").minus(Duration.ofSeconds(4))))
                                .and(col("rts").le(col("ts").plus(Duration.ofSeconds(4)))))
                .groupBy(window("rts", Duration.ofSeconds(seconds)))
                .agg(count());
        return writer(frame).order(order);
    }

    private void firstRun(long... seconds) {
        rows(seconds);
        run(writer(counts(10)));
        assertEquals(List.of(row(0, 3)), result.rows());
    }

    private static void run(StreamWriter writer) {
        try (QueryInvoker query = writer.invoker()) {
            query.processAllAvailable();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    private StreamFrame counts(long seconds) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(seconds)))
                .agg(count());
    }

    private StreamWriter writer(StreamFrame frame) {
        return frame.writeStream()
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
        return row(start, start + 10, count);
    }

    private static List<Object> row(long start, long end, long count) {
        return List.of(Instant.ofEpochSecond(start), Instant.ofEpochSecond(end), count);
    }
}
