package io.tidemark;

import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.checkpoint.CheckpointCheck;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.checkpoint.ReplayReport;
import io.tidemark.engine.ReplayVerification;
import io.tidemark.engine.StartStudy;
import io.tidemark.engine.StoredJournals;
import io.tidemark.engine.StoredState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.plan.RestartDecision;
import io.tidemark.plan.RestartDecisions;
import io.tidemark.plan.RestartVerdict;
import io.tidemark.plan.StoredPlan;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.heap.HeapState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be said of a query by its directory and its journals alone. */
class QueryDirectoryTest {
    private static final StateBackendFactory HEAP = HeapState.withLimit(1 << 20);

    @TempDir
    private Path directory;

    private final MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, name string, n long"));
    private final MemoryJournal result = MemoryJournal.output("out");

    @AfterEach
    void close() {
        source.close();
        result.close();
    }

    @Test
    void shouldWriteOutTheGroupsOfACheckpoint() {
        long first = run(writer(), row(0, "a"), row(1, "b"), row(12, "a"), row(13, "c"), row(14, "c"));
        long second = run(writer(), row(15, "d"));
        QueryDirectory query = open();
        assertEquals(List.of("a/10", "c/10", "d/10"), keys(query, second));
        assertEquals(List.of("a/10", "c/10"), keys(query, first));
        try (StoredState state = query.state(ReplayVerification.NEWEST, HEAP)) {
            assertEquals(second, state.manifest().number());
            assertEquals(List.of("watermark-1", "sums"), state.operators());
        }
    }

    @Test
    void shouldWriteOutWhatIsAskedForAndSayWhatIsLeftOut() {
        run(writer(), row(0, "a"), row(1, "ab"), row(2, "b"), row(3, "bc"));
        assertEquals(
                2,
                rows(dump(new StoredState.Filter("", "name=a", Long.MAX_VALUE), 0))
                        .size());
        assertEquals(3, rows(dump(new StoredState.Filter("sums", "", 3), 1)).size());
        assertEquals(0, rows(dump(new StoredState.Filter("sums", "", 0), 4)).size());
        assertEquals(List.of(), dump(new StoredState.Filter("watermark-2", "", 3), 0));
        try (StoredState state = open().state(ReplayVerification.NEWEST, HEAP)) {
            state.dump(StoredState.Filter.ALL, line -> {});
            refused(ErrorCode.QUERY_STATE_INVALID, () -> state.dump(StoredState.Filter.ALL, line -> {}));
        }
    }

    @Test
    void shouldRefuseACheckpointThatIsNotThere() {
        run(writer(), row(0, "a"));
        TidemarkException refused = refused(ErrorCode.CHECKPOINT_DAMAGED, () -> open().state(7, HEAP));
        assertTrue(refused.getMessage().contains("no checkpoint 7"), refused.getMessage());
        refused(ErrorCode.JOURNAL_MISSING, () -> QueryDirectory.open(directory.resolve("no"), UserFunctions.NONE));
    }

    /** The older checkpoint has tables of the plan before, which say nothing under the plan of now. */
    @Test
    void shouldNotShowTheStateOfAnotherPlan() {
        long before = run(writer(), row(0, "a"));
        StreamWriter changed = frame(Duration.ofSeconds(20))
                .writeStream()
                .queryName("q")
                .directory(directory)
                .checkpoints(CheckpointSettings.onDemand())
                .onRestart("sums", RestartDecision.DISCARD)
                .to(result);
        long now = run(changed, row(1, "b"));
        assertTrue(now > before);
        assertEquals(List.of("b/0"), keys(open(), now));
        refused(ErrorCode.CHECKPOINT_DAMAGED, () -> open().state(before, HEAP));
    }

    @Test
    void shouldNameTheFileThatIsDamaged() throws IOException {
        long number = run(writer(), row(0, "a"), row(1, "b"));
        Path delta = directory.resolve("checkpoint").resolve("delta-" + number);
        assertEquals(CheckpointCheck.Use.WHOLE, check(number).use());
        byte[] bytes = Files.readAllBytes(delta);
        bytes[bytes.length - 9] ^= 1;
        Files.write(delta, bytes);
        CheckpointCheck damaged = check(number);
        assertEquals(CheckpointCheck.Use.DAMAGED, damaged.use());
        assertEquals(1, damaged.sentences().size());
        assertTrue(damaged.sentences().get(0).startsWith("delta-" + number + " is damaged at byte "));
        Files.delete(delta);
        assertEquals(
                List.of("delta-" + number + " is missing, and manifest-" + number + ".json names it."),
                check(number).sentences());
    }

    @Test
    void shouldReplayAQueryToTheSameRowsAlsoWhenItWasDrained() {
        run(writer(), row(0, "a"), row(12, "b"), row(25, "a"));
        try (QueryInvoker query = writer().invoker()) {
            query.drain();
        }
        assertEquals(3, result.size());
        ReplayReport fromStart = open().verify(journals(result), ReplayVerification.START, 10, HEAP);
        assertTrue(fromStart.same(), () -> fromStart.lines().toString());
        assertEquals(3, fromStart.sinks().get(0).rows());
        ReplayReport newest = open().verify(journals(result), ReplayVerification.NEWEST, 10, HEAP);
        assertTrue(newest.same(), () -> newest.lines().toString());
        assertEquals(1, newest.sinks().get(0).rows());
    }

    @Test
    void shouldFindARowThatWasChanged() {
        run(writer(), row(0, "a"), row(12, "b"), row(25, "a"), row(36, "a"));
        try (MemoryJournal tampered = copyWithout(result, 1)) {
            ReplayReport report = open().verify(journals(tampered), ReplayVerification.START, 1, HEAP);
            assertFalse(report.same());
            assertTrue(report.sinks().get(0).difference().startsWith("row 1 was "), report.toString());
            List<Boolean> equal = report.sinks().get(0).spans().stream()
                    .map(span -> span.stored() == span.again())
                    .toList();
            assertEquals(List.of(true, false, true), equal);
        }
    }

    @Test
    void shouldFindThatTheEndOfASinkIsMissing() {
        run(writer(), row(0, "a"), row(12, "b"), row(25, "a"), row(36, "a"));
        long number = run(writer(), row(47, "a"));
        assertEquals(4, result.size());
        for (long from : List.of(ReplayVerification.START, ReplayVerification.NEWEST, 1L)) {
            ReplayReport whole = open().verify(journals(result), from, 10, HEAP);
            assertTrue(whole.same(), () -> whole.lines().toString());
            try (MemoryJournal shorter = beginningOf(result, 2);
                    MemoryJournal empty = beginningOf(result, 0)) {
                ReplayReport report = open().verify(journals(shorter), from, 10, HEAP);
                assertEquals(
                        "the sink ends at row 1, and the query put out row 3 by checkpoint " + number,
                        report.sinks().get(0).difference());
                assertFalse(report.same());
                assertEquals(
                        "the sink is empty, and the query put out row 3 by checkpoint " + number,
                        open().verify(journals(empty), from, 10, HEAP)
                                .sinks()
                                .get(0)
                                .difference());
            }
        }
    }

    /** A drain makes no checkpoint, so that only the replay knows what it put out. */
    @Test
    void shouldFindThatRowsOfADrainAreMissing() {
        run(writer(), row(0, "a"), row(12, "b"), row(25, "a"));
        try (QueryInvoker query = writer().invoker()) {
            query.drain();
        }
        assertEquals(3, result.size());
        try (MemoryJournal shorter = beginningOf(result, 2)) {
            assertEquals(
                    "the sink ends at row 1, and row 2 came out again before the query was drained",
                    open().verify(journals(shorter), ReplayVerification.START, 10, HEAP)
                            .sinks()
                            .get(0)
                            .difference());
        }
    }

    /** Oldest rows of the sink may be gone, and in a copy of it rows have other positions. */
    @Test
    void shouldReplayAgainstAPartOfTheSink() {
        run(writer(), row(0, "a"), row(12, "b"), row(25, "a"), row(36, "a"));
        long number = run(writer(), row(47, "a"));
        run(writer(), row(58, "a"), row(69, "c"), row(75, "c"));
        assertEquals(7, result.size());
        try (PartOfJournal part = new PartOfJournal(result, 2)) {
            ReplayReport report = open().verify(journals(part), ReplayVerification.START, 10, HEAP);
            assertTrue(report.same(), () -> report.lines().toString());
            assertEquals(5, report.sinks().get(0).rows());
            assertEquals(2, report.sinks().get(0).spans().get(0).first());
            ReplayReport later = open().verify(journals(part), number, 10, HEAP);
            assertTrue(later.same(), () -> later.lines().toString());
            assertEquals(3, later.sinks().get(0).rows());
            assertEquals(4, later.sinks().get(0).spans().get(0).first());
        }
    }

    @Test
    void shouldNotReplayFromAStartThatIsGone() {
        run(writer(), row(0, "a"), row(12, "b"));
        source.reset();
        append(row(12, "b"), row(25, "b"));
        refused(
                ErrorCode.SOURCE_RETENTION_GAP,
                () -> open().verify(journals(result), ReplayVerification.START, 10, HEAP));
    }

    @Test
    void shouldSayWhatAStartGoesOnFrom() throws IOException {
        run(writer(), row(0, "a"), row(12, "b"));
        long newest = run(writer(), row(13, "b"));
        append(row(14, "c"), row(15, "c"), row(30, "c"));
        StartStudy study = open().start(journals(result));
        assertEquals(StartStudy.Outcome.STARTS, study.outcome());
        assertEquals(
                List.of(
                        "START of query 'q' goes on from checkpoint " + newest + ".",
                        "  source 'in' goes on after position 0x2, 3 records wait.",
                        "  0 rows of the sink come out again and are compared, not written."),
                study.lines());
        Files.delete(directory.resolve("checkpoint").resolve("delta-" + newest));
        StartStudy older = open().start(journals(result));
        assertEquals(StartStudy.Outcome.STARTS, older.outcome());
        assertEquals(
                "START of query 'q' goes on from checkpoint " + (newest - 1) + ".",
                older.lines().get(0));
        assertEquals(
                "  source 'in' goes on after position 0x1, 4 records wait.",
                older.lines().get(1));
        source.truncate(1);
        StartStudy refused = open().start(journals(result));
        assertEquals(StartStudy.Outcome.REFUSED, refused.outcome());
        assertEquals(2, refused.faults().size(), refused.faults()::toString);
    }

    @Test
    void shouldCompareAPlanGivenAsText() {
        run(writer(), row(0, "a"));
        QueryDirectory query = open();
        assertEquals(RestartVerdict.SAME, verdict(query, query.plan(), RestartDecisions.NONE));
        assertEquals(RestartVerdict.SAME, verdict(query, query.planOf(writer().toJson()), RestartDecisions.NONE));
        StreamFrame wider = frame(Duration.ofSeconds(20));
        StoredPlan changed = query.planOf(wider.toJson());
        assertEquals(RestartVerdict.NEEDS_DECISION, verdict(query, changed, RestartDecisions.NONE));
        assertTrue(query.restart(journals(result), changed, RestartDecisions.NONE.with("sums", RestartDecision.DISCARD))
                .startsAsDecided());
        refused(ErrorCode.SETTING_INVALID, () -> query.planOf("{}"));
    }

    @Test
    void shouldSayClearlyThatFunctionsAreMissing() {
        StreamWriter writer = Tidemark.stream("in", source)
                .functions(UserFunctions.NONE.with(new Impure()))
                .filter(call("impure", col("n")))
                .writeStream()
                .queryName("q")
                .directory(directory)
                .checkpoints(CheckpointSettings.onDemand())
                .to(result);
        run(writer, row(0, "a"));
        QueryDirectory query = open();
        assertEquals(List.of("in"), query.sourceNames());
        TidemarkException refused =
                refused(ErrorCode.FUNCTION_UNSUPPORTED, () -> query.state(ReplayVerification.NEWEST, HEAP));
        assertTrue(refused.getMessage().contains("its functions are gone: impure"), refused.getMessage());
        refused(
                ErrorCode.FUNCTION_UNSUPPORTED,
                () -> query.verify(journals(result), ReplayVerification.START, 10, HEAP));
        assertEquals(StartStudy.Outcome.STARTS, query.start(journals(result)).outcome());
        assertTrue(QueryDirectory.open(directory, UserFunctions.NONE.with(new Impure()))
                .verify(journals(result), ReplayVerification.START, 10, HEAP)
                .same());
    }

    private RestartVerdict verdict(QueryDirectory query, StoredPlan plan, RestartDecisions decisions) {
        return query.restart(journals(result), plan, decisions).verdict();
    }

    private CheckpointCheck check(long number) {
        CheckpointStore store = open().checkpoints();
        Manifest manifest = store.manifests().stream()
                .filter(one -> one.number() == number)
                .findFirst()
                .orElseThrow();
        return store.check(manifest);
    }

    /** Name and start of window of each group in the state, as the model of the test has them. */
    private static List<String> keys(QueryDirectory query, long number) {
        TreeSet<String> keys = new TreeSet<>();
        try (StoredState state = query.state(number, HEAP)) {
            List<String> lines = new ArrayList<>();
            assertEquals(0, state.dump(StoredState.Filter.ALL, lines::add));
            for (String line : rows(lines)) {
                String name = line.replaceAll(".*name=(\\w+).*", "$1");
                String pane = line.replaceAll(".* pane (\\d+) .*", "$1");
                keys.add(name + "/" + Long.parseLong(pane) / 1_000_000_000L);
            }
        }
        return List.copyOf(keys);
    }

    private List<String> dump(StoredState.Filter filter, long withheld) {
        List<String> lines = new ArrayList<>();
        try (StoredState state = open().state(ReplayVerification.NEWEST, HEAP)) {
            assertEquals(withheld, state.dump(filter, lines::add));
        }
        return lines;
    }

    private static List<String> rows(List<String> lines) {
        return lines.stream().filter(line -> line.contains(" key ")).collect(Collectors.toList());
    }

    private QueryDirectory open() {
        return QueryDirectory.open(directory, UserFunctions.NONE);
    }

    private StoredJournals journals(JournalSink sink) {
        return new StoredJournals(Map.of("in", source), sink, null, Map.of());
    }

    private StreamFrame frame(Duration size) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", size), "name")
                .agg(count(), sum("n").as("n"))
                .uid("sums");
    }

    private StreamWriter writer() {
        return frame(Duration.ofSeconds(10))
                .writeStream()
                .queryName("q")
                .directory(directory)
                .checkpoints(CheckpointSettings.onDemand())
                .to(result);
    }

    /** Appends rows, runs the query over them and gives the number of the checkpoint of its stop. */
    private long run(StreamWriter writer, Object[]... rows) {
        append(rows);
        try (QueryInvoker query = writer.invoker()) {
            query.processAllAvailable();
        }
        return CheckpointStore.openReadOnly(directory).manifests().get(0).number();
    }

    private void append(Object[]... rows) {
        for (Object[] row : rows) {
            source.appendValues(row);
        }
    }

    private static Object[] row(long second, String name) {
        return new Object[] {Instant.ofEpochSecond(second), name, second};
    }

    /** A copy in which one row is the one after it, so that its bytes differ. */
    private static MemoryJournal copyWithout(MemoryJournal journal, long changed) {
        MemoryJournal copy = MemoryJournal.output("out");
        try (var writer = copy.openWriter(journal.schema())) {
            RowView view = new RowView();
            for (long i = 0; i < journal.size(); i++) {
                journal.read(i == changed ? i + 1 : i, view);
                view.origin(journal.cause(i), view.ingestTimeNs(), RowKind.INSERT);
                writer.append(view, i);
            }
        }
        return copy;
    }

    private static MemoryJournal beginningOf(MemoryJournal journal, long rows) {
        MemoryJournal copy = MemoryJournal.output("out");
        try (var writer = copy.openWriter(journal.schema())) {
            RowView view = new RowView();
            for (long i = 0; i < rows; i++) {
                journal.read(i, view);
                view.origin(journal.cause(i), view.ingestTimeNs(), RowKind.INSERT);
                writer.append(view, i);
            }
        }
        return copy;
    }

    private static TidemarkException refused(ErrorCode code, Runnable call) {
        TidemarkException refused = assertThrows(TidemarkException.class, call::run);
        assertEquals(code, refused.code(), refused.getMessage());
        return refused;
    }
}
