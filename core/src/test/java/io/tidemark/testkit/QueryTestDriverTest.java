package io.tidemark.testkit;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.ingest_time;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamWriter;
import io.tidemark.Trigger;
import io.tidemark.engine.QueryState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.watermark.ClockGuard;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class QueryTestDriverTest {
    private static final Instant BASE = Instant.parse("2026-03-02T09:00:00Z");
    private static final String TRADES = "ts timestamp, symbol string, quantity long";

    private static StreamWriter bars(TestSources sources) {
        return sources.stream("trades")
                .withWatermark("ts", Duration.ofSeconds(1))
                .groupBy(window("ts", Duration.ofSeconds(10)), "symbol")
                .agg(count().as("trades"), sum("quantity").as("volume"))
                .writeStream()
                .queryName("bars");
    }

    private static TestQuery query() {
        return TestQuery.of(QueryTestDriverTest::bars).input("trades", TRADES).base(BASE);
    }

    @Test
    void shouldGiveRowsOutInTheCallThatBringsThemOut() {
        try (QueryTestDriver driver = QueryTestDriver.open(query())) {
            assertNull(driver.watermark());
            driver.pipe("trades", """
                    09:00:01.000, BTCUSD, 5
                    09:00:04.500, BTCUSD, 7
                    +9999ms,      ETHUSD, null
                    """);
            assertEquals(List.of(), driver.readOutput());
            assertEquals(BASE.plusMillis(8_999), driver.watermark());
            driver.pipeValues("trades", BASE.plusSeconds(11), "BTCUSD", 1);
            driver.expectOutput("""
                    window_start, window_end, symbol, trades, volume
                    +0s,          +10s,       BTCUSD, 2,      12
                    +0s,          +10s,       ETHUSD, 1,      null
                    """);
            assertEquals(List.of(), driver.readLines());
            driver.drain();
            assertEquals(
                    List.of(
                            "{window_start=2026-03-02T09:00:10Z, window_end=2026-03-02T09:00:20Z, symbol=BTCUSD, trades=1,"
                                    + " volume=1}"),
                    driver.readLines());
            assertEquals(QueryState.DRAINED, driver.state());
            assertEquals(4, driver.progress().rowsRead());
        }
    }

    @Test
    void shouldGiveRowsAsValuesAndAsATable() {
        try (QueryTestDriver driver = QueryTestDriver.open(query())) {
            driver.pipeTable("trades", "symbol, ts\nA, +1s\nA, +30s\n");
            assertEquals(List.of(Arrays.asList(BASE, BASE.plusSeconds(10), "A", 1L, null)), driver.readValues());
            driver.pipeTable("trades", "symbol, ts, quantity\nB, +50s, 3\n");
            assertEquals("""
                    window_start, window_end, symbol, trades, volume
                    +30s,         +40s,       A,      1,      null
                    """, driver.readTable());
            driver.drain();
            OutputRow last = driver.readOutput().get(0);
            assertEquals(2, last.sequence());
            assertEquals("B", last.get("symbol"));
            assertEquals(3L, last.get("volume"));
        }
    }

    @Test
    void shouldSayWhichRowsWereDroppedAndWhy() {
        try (QueryTestDriver driver = QueryTestDriver.open(query())) {
            driver.pipe("trades", "+20s, A, 1\n+1s, B, 2\nnull, C, 3\n");
            List<DroppedRow> dropped = driver.dropped();
            assertEquals(
                    List.of(DropReason.LATE, DropReason.NULL_TIME),
                    dropped.stream().map(DroppedRow::reason).toList());
            DroppedRow late = driver.dropped(DropReason.LATE).get(0);
            assertEquals("trades", late.source());
            assertEquals(1, late.position());
            assertEquals(BASE.plusSeconds(19), late.watermark());
            assertEquals("B", late.get("symbol"));
            assertTrue(late.toString().startsWith("LATE in "), late.toString());
            assertTrue(
                    late.toString().endsWith("symbol=B, quantity=2} at watermark 2026-03-02T09:00:19Z"),
                    late.toString());
            assertEquals(1, driver.progress().dropped(DropReason.LATE));
        }
    }

    @Test
    void shouldRecordTheTimeOfTheClockAsIngestTime() {
        TestQuery query = TestQuery.of(sources -> sources.stream("orders")
                        .withWatermark("ts", Duration.ZERO, ClockGuard.maxFutureSkew(Duration.ofSeconds(5)))
                        .select(col("id"), ingest_time().as("seen"))
                        .writeStream()
                        .queryName("guarded"))
                .inputWithIngestTime("orders", "ts timestamp, id long")
                .base(BASE);
        try (QueryTestDriver driver = QueryTestDriver.open(query)) {
            driver.pipe("orders", "+5s, 1\n+6s, 2");
            driver.advanceClock(Duration.ofSeconds(1));
            driver.pipe("orders", "+6s, 3");
            driver.pipeTable("orders", "(ingest), ts, id\n-2s, +3s, 4\n");
            driver.expectOutput("""
                    id, seen
                    1,  +0s
                    3,  +1s
                    4,  -2s
                    """);
            assertEquals(
                    List.of(2L),
                    driver.dropped(DropReason.FUTURE).stream()
                            .map(row -> row.get("id"))
                            .toList());
            assertEquals(BASE.plusSeconds(1), driver.now());
        }
    }

    /** The right input has said nothing since 4 s; after three seconds without a row it holds nobody back. */
    @Test
    void shouldLetAnInputBecomeIdleByTheClock() {
        TestQuery query = TestQuery.of(sources -> sources.stream("left")
                        .union(sources.stream("right"))
                        .withWatermark("ts", Duration.ZERO)
                        .groupBy(window("ts", Duration.ofSeconds(10)))
                        .agg(count().as("rows"))
                        .writeStream()
                        .queryName("both")
                        .idleAfter(Duration.ofSeconds(3)))
                .input("left", "ts timestamp")
                .input("right", "ts timestamp");
        TestQuery watermarkPerInput = TestQuery.of(sources -> sources.stream("left")
                        .withWatermark("ts", Duration.ZERO)
                        .union(sources.stream("right").withWatermark("ts", Duration.ZERO))
                        .groupBy(window("ts", Duration.ofSeconds(10)))
                        .agg(count().as("rows"))
                        .writeStream()
                        .queryName("both")
                        .idleAfter(Duration.ofSeconds(3)))
                .input("left", "ts timestamp")
                .input("right", "ts timestamp");
        try (QueryTestDriver driver = QueryTestDriver.open(query)) {
            driver.pipe("left", "+11s");
            driver.expectOutput("rows\n");
        }
        try (QueryTestDriver driver = QueryTestDriver.open(watermarkPerInput)) {
            driver.pipe("right", "+4s");
            driver.pipe("left", "+1s\n+15s");
            driver.advanceClock(Duration.ofMillis(2_999));
            driver.pipe("left", "+16s");
            driver.expectOutput("rows\n");
            driver.advanceClock(Duration.ofMillis(1));
            driver.expectOutput("window_end, rows\n+10s, 2\n");
        }
    }

    @Test
    void shouldCutAtTheEndOfACallUnlessCutsAreMadeByHand() {
        try (QueryTestDriver driver = QueryTestDriver.open(counts(Trigger.CONTINUOUS))) {
            driver.pipe("rows", "a\nb\na");
            driver.expectOutput("key, rows\na, 2\nb, 1\n");
            driver.pipe("rows", "b");
            driver.expectOutput("key, rows\na, 2\nb, 2\n");
        }
        try (QueryTestDriver driver = QueryTestDriver.open(counts(Trigger.MANUAL))) {
            driver.pipe("rows", "a\nb\na");
            driver.expectOutput("key\n");
            driver.cut();
            driver.expectOutput("key, rows\na, 2\nb, 1\n");
        }
    }

    private static TestQuery counts(Trigger trigger) {
        return TestQuery.of(sources -> sources.stream("rows")
                        .groupBy("key")
                        .unboundedState("two keys")
                        .agg(count().as("rows"))
                        .writeStream()
                        .outputMode(OutputMode.COMPLETE)
                        .trigger(trigger)
                        .queryName("counts"))
                .input("rows", "key string");
    }

    @Test
    void shouldThrowWhatAQueryFailsAtFromTheCallThatCausedIt() {
        TestQuery query = TestQuery.of(sources -> sources.stream("rows")
                        .select(col("n").plus(lit(1L)).as("next"))
                        .writeStream()
                        .queryName("next"))
                .input("rows", "n long");
        try (QueryTestDriver driver = QueryTestDriver.open(query)) {
            driver.pipeValues("rows", 1);
            TidemarkException error =
                    assertThrows(TidemarkException.class, () -> driver.pipeValues("rows", Long.MAX_VALUE));
            assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, error.code());
            assertEquals(QueryState.FAILED, driver.state());
            driver.expectOutput("next\n2\n");
            TidemarkException ended = assertThrows(TidemarkException.class, () -> driver.pipeValues("rows", 1));
            assertEquals(ErrorCode.QUERY_STATE_INVALID, ended.code());
            assertThrows(TidemarkException.class, () -> driver.advanceClock(Duration.ofSeconds(1)));
        }
    }

    @Test
    void shouldGiveNothingToTheQueryWhenARowCannotBeRead() {
        try (QueryTestDriver driver = QueryTestDriver.open(query())) {
            TidemarkException error =
                    assertThrows(TidemarkException.class, () -> driver.pipe("trades", "+1s, A, 1\n+2s, A, many"));
            assertEquals(
                    "Line 2, column 9: 'quantity': 'many' is no long.",
                    error.problems().get(0).reason());
            assertEquals(0, driver.progress().rowsRead());
            TidemarkException unknown = assertThrows(TidemarkException.class, () -> driver.pipe("quotes", "1"));
            assertEquals(ErrorCode.SETTING_INVALID, unknown.code());
            assertTrue(unknown.getMessage().contains("[trades]"), unknown.getMessage());
            assertThrows(TidemarkException.class, () -> driver.advanceClock(Duration.ofSeconds(-1)));
        }
    }

    @Test
    void shouldShowWhatDiffersFromTheExpectedRows() {
        try (QueryTestDriver driver = QueryTestDriver.open(query())) {
            driver.pipe("trades", "+1s, A, 1\n+30s, A, 1");
            AssertionError error = assertThrows(
                    AssertionError.class, () -> driver.expectOutput("symbol, window_end, trades\nA, +10s, 2\n"));
            assertEquals("""
                    row 1 differs in trades (1 rows expected, 1 came out)
                         symbol, window_end, trades
                    - 1  A,      +10s,       2
                    + 1  A,      +10s,       1
                    - expected, + came out""", error.getMessage());
        }
    }

    @Test
    void shouldRefuseWhatATestCannotRun() {
        assertRefused(query(sources -> bars(sources).directory(Path.of("unused"))), "has a directory");
        assertRefused(query(sources -> bars(sources).trigger(Trigger.AVAILABLE_NOW)), "ends by itself");
        assertRefused(query().input("quotes", TRADES), "does not read its input 'quotes'");
        assertRefused(query(sources -> sources.stream("quotes").writeStream()), "has no input 'quotes'");
        TestQuery query = query();
        assertThrows(TidemarkException.class, () -> query.input("trades", TRADES));
        TestQuery nameless = query(sources -> sources.stream("trades").writeStream());
        TidemarkException error = assertThrows(TidemarkException.class, () -> QueryTestDriver.open(nameless));
        assertEquals(ErrorCode.QUERY_INCOMPLETE, error.code());
    }

    private static TestQuery query(Function<TestSources, StreamWriter> query) {
        return TestQuery.of(query).input("trades", TRADES);
    }

    private static void assertRefused(TestQuery query, String because) {
        TidemarkException error = assertThrows(TidemarkException.class, () -> QueryTestDriver.open(query));
        assertEquals(ErrorCode.SETTING_INVALID, error.code());
        assertTrue(error.getMessage().contains(because), error.getMessage());
    }

    @Test
    void shouldRefuseEverythingAfterItIsClosed() {
        QueryTestDriver driver = QueryTestDriver.open(query());
        driver.pipe("trades", "+1s, A, 1");
        driver.close();
        driver.close();
        assertThrows(TidemarkException.class, () -> driver.pipe("trades", "+1s, A, 1"));
        assertThrows(TidemarkException.class, driver::readOutput);
        assertThrows(TidemarkException.class, driver::dropped);
        assertEquals(QueryState.CLOSED, driver.state());
        assertEquals(1, driver.progress().rowsRead());
    }
}
