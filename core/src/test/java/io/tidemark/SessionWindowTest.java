package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.least;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.span;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.when;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.expr.Functions.window_time;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Window;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.plan.Analyzer;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queries with sessions; times in seconds, a gap of ten seconds and no delay unless a test says otherwise. */
class SessionWindowTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long");
    private static final Window TEN = session("ts", Duration.ofSeconds(10));

    private final MemoryJournal source = MemoryJournal.of("in", SCHEMA);
    private final MemoryJournal result = MemoryJournal.output("out");
    private long dropped;

    @AfterEach
    void close() {
        source.close();
        result.close();
    }

    @Test
    void shouldJoinARowAtTheVeryEndAlsoWhenTheWatermarkIsThere() {
        rows("k@0 z@10 k@10 z@21");
        assertEquals(List.of("k [0,20) 2", "z [10,20) 1", "z [21,31) 1"), run(UnaryOperator.identity()));
    }

    @Test
    void shouldCloseWhenTheWatermarkIsBeyondTheEnd() {
        try (QueryInvoker query = query(UnaryOperator.identity())) {
            rows("k@0 z@10");
            query.processAllAvailable();
            assertEquals(List.of(), lines());
            rows("z@10.000000001");
            query.processAllAvailable();
            assertEquals(List.of("k [0,10) 1"), lines());
        }
    }

    @Test
    void shouldTakeARowThatReachesAnOpenSessionHoweverOldItIs() {
        // The session is open until 30; the row alone would have ended at 18.
        rows("k@15 k@20 z@29 k@8");
        assertEquals(List.of("k [8,30) 3", "z [29,39) 1"), run(UnaryOperator.identity()));
        assertEquals(0, dropped);
    }

    @Test
    void shouldDropTheSameRowWhereRowsGoByTheirOwnSession() {
        rows("k@15 k@20 z@29 k@8");
        assertEquals(
                List.of("k [15,30) 2", "z [29,39) 1"),
                run(writer -> writer.time(TimeSettings.NATIVE.with(TimeSettings.SessionLate.OWN))));
        assertEquals(1, dropped);
    }

    @Test
    void shouldMakeOneSessionOfAllThatARowTouches() {
        rows("k@25 k@40 k@60 k@35 k@50");
        assertEquals(List.of("k [25,70) 5"), run(Duration.ofSeconds(100), TEN, UnaryOperator.identity()));
    }

    @Test
    void shouldDropARowThatTouchesASessionThatIsOut() {
        rows("k@0 z@15 k@10 k@10.5");
        assertEquals(List.of("k [0,10) 1", "k [10.5,20.5) 1", "z [15,25) 1"), run(UnaryOperator.identity()));
        assertEquals(1, dropped);
    }

    @Test
    void shouldRememberAnEndWhileASessionOfTheKeyIsOpen() {
        // The watermark is three gaps beyond the end of the first session when a late row comes to it.
        rows("k@0 z@12 k@12 k@22 k@32 z@41 k@10");
        assertEquals(List.of("k [0,10) 1", "z [12,22) 1", "k [12,42) 3", "z [41,51) 1"), run(UnaryOperator.identity()));
        assertEquals(1, dropped);
    }

    @Test
    void shouldForgetAnEndThatLiesTwoGapsBehindTheWatermark() {
        // A row in time opens a session; late rows may move its start back, up to two gaps behind the watermark.
        rows("k@0 z@100 k@95 k@86 k@80 k@79");
        assertEquals(List.of("k [0,10) 1", "k [80,105) 3", "z [100,110) 1"), run(UnaryOperator.identity()));
        assertEquals(1, dropped);
    }

    @Test
    void shouldHoldNoStateOfAKeyThatIsForgotten() {
        rows("k@0 z@30");
        try (QueryInvoker query = query(UnaryOperator.identity())) {
            query.processAllAvailable();
            assertTrue(stateRows(query, 2), "the key k is remembered until the watermark is beyond 30");
            rows("z@30.000000001");
            query.processAllAvailable();
            assertTrue(stateRows(query, 1), "only the key z is left");
        }
    }

    @Test
    void shouldBringOutEachChangeInUpdateMode() {
        rows("k@0 k@30 k@40 k@18 k@9");
        run(Duration.ofSeconds(100), TEN, writer -> writer.outputMode(OutputMode.UPDATE));
        assertEquals(
                List.of(
                        "INSERT k [0,10) 1",
                        "INSERT k [30,40) 1",
                        "UPDATE_BEFORE k [30,40) 1",
                        "UPDATE_AFTER k [30,50) 2",
                        "INSERT k [18,28) 1",
                        "DELETE k [18,28) 1",
                        "UPDATE_BEFORE k [0,10) 1",
                        "UPDATE_AFTER k [0,28) 3"),
                changes());
    }

    @Test
    void shouldBringOutWhatChangedSinceTheLastCut() {
        try (QueryInvoker query = query(
                Duration.ofSeconds(100),
                TEN,
                writer -> writer.outputMode(OutputMode.UPDATE).conflated().trigger(Trigger.manual()))) {
            rows("k@0 k@30 k@18");
            query.processAllAvailable();
            assertEquals(List.of(), changes());
            query.cut();
            rows("k@9 k@60 k@62");
            query.processAllAvailable();
            query.cut();
            // A session that became part of another before it came out is never seen.
            rows("k@80 k@71");
            query.processAllAvailable();
            query.cut();
            query.cut();
        }
        assertEquals(
                List.of(
                        "INSERT k [0,10) 1",
                        "INSERT k [30,40) 1",
                        "INSERT k [18,28) 1",
                        "DELETE k [18,28) 1",
                        "UPDATE_BEFORE k [0,10) 1",
                        "UPDATE_AFTER k [0,28) 3",
                        "INSERT k [60,72) 2",
                        "UPDATE_BEFORE k [60,72) 2",
                        "UPDATE_AFTER k [60,90) 4"),
                changes());
    }

    @Test
    void shouldBringOutAChangedSessionBeforeItsEndWhenItIsComplete() {
        try (QueryInvoker query =
                query(writer -> writer.outputMode(OutputMode.UPDATE).conflated().trigger(Trigger.manual()))) {
            rows("k@0 z@11");
            query.processAllAvailable();
            assertEquals(List.of("INSERT k [0,10) 1"), changes());
            query.cut();
        }
        assertEquals(List.of("INSERT k [0,10) 1", "INSERT z [11,21) 1"), changes());
    }

    @Test
    void shouldEndASessionByTheLongestGap() {
        Window gap = session("ts", when(col("v").gt(10L), span(Duration.ofSeconds(30)), span(Duration.ofSeconds(5))));
        row("k", 0, 20);
        row("k", 10, 1);
        row("k", 28, 2);
        row("k", 40, 3);
        assertEquals(List.of("k [0,33) 3", "k [40,45) 1"), run(Duration.ZERO, gap, UnaryOperator.identity()));
    }

    @Test
    void shouldDropRowsWithoutAGap() {
        row("k", 0, null);
        row("k", 0, 0L);
        row("k", 0, -1L);
        row("k", 0, Long.MAX_VALUE);
        row("k", 0, 1_000_000_000L);
        try (QueryInvoker query = query(Duration.ZERO, session("ts", col("v")), UnaryOperator.identity())) {
            query.drain();
            assertEquals(3, query.progress().dropped(DropReason.INVALID_GAP));
            assertEquals(1, query.progress().dropped(DropReason.INVALID));
        }
        assertEquals(List.of("k [0,1) 1"), lines());
    }

    @Test
    void shouldTakeARowWhoseGapIsLongerThanAllBefore() {
        row("k", 0, 1_000_000_000L);
        row("k", 100, 1_000_000_000L);
        // In time by its own gap, however far behind the watermark.
        row("long", 20, 90_000_000_000L);
        assertEquals(
                List.of("k [0,1) 1", "k [100,101) 1", "long [20,110) 1"),
                run(Duration.ZERO, session("ts", col("v")), UnaryOperator.identity()));
    }

    @Test
    void shouldGiveAllRowsOneKeyWhereThereIsNone() {
        rows("a@0 b@5 c@40");
        try (QueryInvoker query = frame(Duration.ZERO)
                .groupBy(TEN)
                .agg(count())
                .writeStream()
                .queryName("q")
                .to(result)
                .invoker()) {
            query.drain();
        }
        assertEquals(
                List.of(
                        List.of(Instant.ofEpochSecond(0), Instant.ofEpochSecond(15), 2L),
                        List.of(Instant.ofEpochSecond(40), Instant.ofEpochSecond(50), 1L)),
                result.rows());
    }

    @Test
    void shouldGoOnIntoAFurtherWindow() {
        // The session of k ends at 20, where a window ends too, and comes out after the watermark was there.
        rows("k@3 k@10 z@20 z@21 z@90");
        try (QueryInvoker query = frame(Duration.ZERO)
                .groupBy(TEN, "k")
                .agg(count().as("n"))
                .groupBy(window(window_time("session"), Duration.ofSeconds(20), Duration.ZERO))
                .agg(count(), sum("n"))
                .writeStream()
                .queryName("q")
                .to(result)
                .invoker()) {
            query.drain();
            assertEquals(0, query.progress().dropped(DropReason.LATE));
        }
        assertEquals(
                List.of(
                        List.of(Instant.ofEpochSecond(0), Instant.ofEpochSecond(20), 1L, 2L),
                        List.of(Instant.ofEpochSecond(20), Instant.ofEpochSecond(40), 1L, 2L),
                        List.of(Instant.ofEpochSecond(80), Instant.ofEpochSecond(100), 1L, 1L)),
                result.rows());
    }

    @Test
    void shouldRefuseWhatCannotWork() {
        assertEquals(List.of(ErrorCode.SESSION_GAP_INVALID), problems(session("ts", Duration.ZERO)));
        assertEquals(List.of(ErrorCode.SESSION_GAP_INVALID), problems(session("ts", Duration.ofSeconds(-1))));
        assertEquals(List.of(ErrorCode.TYPE_MISMATCH), problems(session("ts", lit("10 seconds"))));
        assertEquals(List.of(ErrorCode.TYPE_MISMATCH), problems(session(col("k"), span(Duration.ofSeconds(1)))));
        assertEquals(List.of(ErrorCode.COLUMN_UNKNOWN), problems(session("ts", col("gap"))));
        assertEquals(
                List.of(ErrorCode.STATE_UNBOUNDED),
                codes(() -> query(writer -> writer.outputMode(OutputMode.COMPLETE))));
        assertEquals(
                List.of(ErrorCode.MODE_UNSUPPORTED),
                codes(() -> query(writer -> writer.spark().outputMode(OutputMode.UPDATE))));
        assertEquals(
                List.of(ErrorCode.WATERMARK_MISSING),
                codes(() -> Tidemark.stream("in", source)
                        .groupBy(TEN, "k")
                        .agg(count())
                        .writeStream()
                        .queryName("q")
                        .to(result)
                        .invoker()));
        assertEquals(
                List.of(ErrorCode.COLUMN_DUPLICATE),
                codes(() -> frame(Duration.ZERO)
                        .groupBy(TEN, "k")
                        .agg(count().as("session_end"))
                        .writeStream()
                        .queryName("q")
                        .to(result)
                        .invoker()));
    }

    @Test
    void shouldSayHowLongStateIsKept() {
        String bounded = explain(session("ts", least(col("v"), span(Duration.ofMinutes(5)))));
        assertTrue(bounded.contains("the gap of up to PT5M and the delay"), bounded);
        String open = explain(session("ts", col("v")));
        assertTrue(open.contains("its length, the gap and the delay"), open);
    }

    /** The figures are those of Apache Spark 4.2.0. */
    @Test
    void shouldCountAndDropAsApacheSparkDoes() {
        try (QueryInvoker query = query(writer -> writer.spark().trigger(Trigger.manual()))) {
            assertEquals("1 1 0 0", sparkBatch(query, "a@100"));
            assertEquals("1 0 0 0", sparkBatch(query, ""));
            assertEquals("1 0 0 3", sparkBatch(query, "a@50 a@50 a@55 b@50"));
            assertEquals("1 1 1 1", sparkBatch(query, "a@95 a@85"));
            assertEquals("2 1 0 0", sparkBatch(query, "z@200"));
            assertEquals(List.of(), lines());
            assertEquals("1 0 1 0", sparkBatch(query, ""));
            assertEquals(List.of("a [95,110) 2"), lines());
            assertEquals("1 0 0 1", sparkBatch(query, "a@60"));
        }
    }

    /** Unlike windows, sessions drop late rows in complete mode too. The figures are those of Apache Spark 4.2.0. */
    @Test
    void shouldCountAndDropAsApacheSparkDoesInCompleteMode() {
        try (QueryInvoker query =
                query(writer -> writer.spark().outputMode(OutputMode.COMPLETE).trigger(Trigger.manual()))) {
            assertEquals("1 1 0 0", sparkBatch(query, "a@100"));
            assertEquals("3 3 0 0", sparkBatch(query, "a@50 a@50 a@55 b@50"));
            assertEquals("3 2 1 1", sparkBatch(query, "a@95 a@85"));
            assertEquals("4 1 0 0", sparkBatch(query, "z@200"));
            long before = result.size();
            assertEquals("4 0 0 1", sparkBatch(query, "a@60"));
            assertEquals(
                    List.of("a [50,65) 3", "a [95,110) 2", "b [50,60) 1", "z [200,210) 1"),
                    lines().subList((int) before, (int) result.size()));
        }
    }

    @Test
    void shouldHaveNoRowInASessionWithoutAGapInSpark() {
        rows("a@0 a@5");
        try (QueryInvoker query =
                query(Duration.ZERO, session("ts", Duration.ofSeconds(-5)), writer -> writer.spark())) {
            query.drain();
            assertEquals(2, query.progress().dropped(DropReason.INVALID_GAP));
        }
        assertEquals(List.of(), lines());
    }

    @Test
    void shouldTakeRowsBackInUpdateModeAlone() {
        assertEquals(EdgeKind.RETRACT, edge(OutputMode.UPDATE));
        assertEquals(EdgeKind.APPEND, edge(OutputMode.APPEND));
    }

    private static EdgeKind edge(OutputMode mode) {
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA)) {
            StreamFrame frame = Tidemark.stream("in", source)
                    .withWatermark("ts", Duration.ZERO)
                    .groupBy(TEN, "k")
                    .agg(count());
            return new Analyzer(QuerySettings.defaults().withMode(mode), new ArrayList<>())
                    .analyze(frame.plan())
                    .output()
                    .edge();
        }
    }

    private String sparkBatch(QueryInvoker query, String rows) {
        rows(rows);
        query.processAllAvailable();
        query.cut();
        var counts = query.progress().operators().get(1).groups();
        return counts.total() + " " + counts.updated() + " " + counts.removed() + " " + counts.late();
    }

    private String explain(Window window) {
        return frame(Duration.ZERO)
                .groupBy(window, "k")
                .agg(count())
                .writeStream()
                .queryName("q")
                .to(result)
                .explain();
    }

    private List<ErrorCode> problems(Window window) {
        return codes(() -> query(Duration.ZERO, window, UnaryOperator.identity()));
    }

    private static List<ErrorCode> codes(Runnable start) {
        return assertThrows(TidemarkException.class, start::run).problems().stream()
                .map(Problem::code)
                .toList();
    }

    private static boolean stateRows(QueryInvoker query, long keys) {
        // A key, the record of its session's end, or that of its own.
        return query.progress().stateRows() == 2 * keys;
    }

    private List<String> run(UnaryOperator<StreamWriter> settings) {
        return run(Duration.ZERO, TEN, settings);
    }

    private List<String> run(Duration delay, Window window, UnaryOperator<StreamWriter> settings) {
        try (QueryInvoker query = query(delay, window, settings)) {
            query.drain();
            dropped = query.progress().dropped(DropReason.LATE);
        }
        return lines();
    }

    private QueryInvoker query(UnaryOperator<StreamWriter> settings) {
        return query(Duration.ZERO, TEN, settings);
    }

    private QueryInvoker query(Duration delay, Window window, UnaryOperator<StreamWriter> settings) {
        return settings.apply(frame(delay)
                        .groupBy(window, "k")
                        .agg(count())
                        .writeStream()
                        .queryName("q")
                        .to(result))
                .invoker();
    }

    private StreamFrame frame(Duration delay) {
        return Tidemark.stream("in", source).withWatermark("ts", delay);
    }

    /** Rows as {@code key@seconds}, with spaces between. */
    private void rows(String text) {
        for (String row : text.split(" ")) {
            if (!row.isEmpty()) {
                String[] parts = row.split("@");
                source.appendValues(Instant.EPOCH.plusNanos(nanos(parts[1])), parts[0], 0L);
            }
        }
    }

    private void row(String key, long seconds, Long value) {
        source.appendValues(Instant.ofEpochSecond(seconds), key, value);
    }

    private void row(String key, long seconds, long value) {
        row(key, seconds, Long.valueOf(value));
    }

    private static long nanos(String seconds) {
        return new BigDecimal(seconds).movePointRight(9).longValueExact();
    }

    private List<String> changes() {
        List<String> lines = lines();
        List<String> changes = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            changes.add(result.kind(i) + " " + lines.get(i));
        }
        return changes;
    }

    /** {@code key [start,end) count}, times in seconds. */
    private List<String> lines() {
        Function<Object, String> seconds = time -> BigDecimal.valueOf(((Instant) time).getEpochSecond())
                .add(BigDecimal.valueOf(((Instant) time).getNano(), 9))
                .stripTrailingZeros()
                .toPlainString();
        return result.rows().stream()
                .map(row -> row.get(2) + " [" + seconds.apply(row.get(0)) + "," + seconds.apply(row.get(1)) + ") "
                        + row.get(3))
                .toList();
    }
}
