package io.tidemark.operator.reference;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.operator.reference.ReferenceMatch.on;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.ReferenceTable;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.reference.ReferenceJoin.Type;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceJoinTest {
    @TempDir
    private Path directory;

    private final MemoryJournal trades = MemoryJournal.of("trades", Schema.parse("symbol string, n long"));
    private final MemoryJournal ticks = MemoryJournal.of("ticks", Schema.parse("code string, tick long, note string"));
    private final MemoryJournal result = MemoryJournal.output("out");
    private final MemoryJournal order = MemoryJournal.output("order");

    @AfterEach
    void close() {
        trades.close();
        ticks.close();
        result.close();
        order.close();
    }

    @Test
    void shouldReadTheTableFirst() {
        trades.appendValues("A", 1L);
        ticks.appendValues("A", 10L, "old");
        ticks.appendValues("A", 20L, "new");
        try (QueryInvoker query = writer(joined(Type.INNER)).invoker()) {
            query.processAllAvailable();
        }
        assertEquals(List.of(List.of("A", 1L, "A", 20L, "new", 1L)), result.rows());
    }

    @Test
    void shouldJoinWithTheTableAsItIsAtTheTurnOfARow() {
        try (QueryInvoker query = writer(joined(Type.LEFT_OUTER)).invoker()) {
            trade(query, "A", 1);
            ticks.appendValues("A", 10L, "first");
            trade(query, "A", 2);
            ticks.appendValues("A", 20L, "second");
            ticks.appendValues("B", 30L, "other");
            trade(query, "A", 3);
            KindedRows.append(ticks, RowKind.DELETE, "A", null, null);
            trade(query, "A", 4);
            trade(query, null, 5);
        }
        assertEquals(
                List.of(
                        Arrays.asList("A", 1L, null, null, null, null),
                        Arrays.asList("A", 2L, "A", 10L, "first", 0L),
                        Arrays.asList("A", 3L, "A", 20L, "second", 1L),
                        Arrays.asList("A", 4L, null, null, null, null),
                        Arrays.asList(null, 5L, null, null, null, null)),
                result.rows());
    }

    @Test
    void shouldBringOutEveryRowOfATableOfAllRowsInItsOrder() {
        ticks.appendValues("A", 10L, "x");
        ticks.appendValues("A", 10L, "x");
        ticks.appendValues("A", 20L, "y");
        try (QueryInvoker query = writer(Tidemark.stream("trades", trades)
                        .joinReference(Tidemark.stream("ticks", ticks).allRows(), Type.INNER, on("symbol", "code"))
                        .select("n", "tick"))
                .invoker()) {
            trade(query, "A", 1);
            KindedRows.append(ticks, RowKind.DELETE, "A", 10L, "x");
            trade(query, "A", 2);
            KindedRows.append(ticks, RowKind.DELETE, "A", 10L, "z");
            trade(query, "A", 3);
            assertEquals(1, query.progress().dropped(DropReason.NO_PARTNER));
        }
        assertEquals(
                List.of(
                        List.of(1L, 10L),
                        List.of(1L, 10L),
                        List.of(1L, 20L),
                        List.of(2L, 10L),
                        List.of(2L, 20L),
                        List.of(3L, 10L),
                        List.of(3L, 20L)),
                result.rows());
    }

    @Test
    void shouldCountAndRouteRowsWithoutPartner() {
        try (MemoryJournal drops = MemoryJournal.output("drops");
                QueryInvoker query = writer(joined(Type.INNER))
                        .dropped(DropReason.NO_PARTNER, drops)
                        .dropped(DropReason.NULL_KEY, drops)
                        .invoker()) {
            ticks.appendValues(null, 1L, "a key of the table is not null");
            trade(query, "A", 1);
            trade(query, null, 2);
            assertEquals(1, query.progress().dropped(DropReason.NO_PARTNER));
            assertEquals(2, query.progress().dropped(DropReason.NULL_KEY));
            assertEquals(
                    List.of("ticks", "trades", "trades"),
                    drops.rows().stream().map(row -> row.get(2)).toList());
        }
        assertEquals(0, result.size());
    }

    /** A version that cannot be kept takes the one before it along. */
    @Test
    void shouldHaveNoPartnerRatherThanAnOldOne() {
        ticks.appendValues("A", 10L, "fits");
        ticks.appendValues("A", 20L, "x".repeat(20_000));
        try (QueryInvoker query = writer(joined(Type.LEFT_ANTI)).invoker()) {
            trade(query, "A", 1);
            assertEquals(1, query.progress().dropped(DropReason.TOO_LARGE));
        }
        assertEquals(List.of(List.of("A", 1L)), result.rows());
    }

    @Test
    void shouldBringNumbersToOneType() {
        MemoryJournal fees = MemoryJournal.of("fees", Schema.parse("level int, fee double"));
        fees.appendValues(1, 0.5);
        fees.appendValues(2, 0.25);
        try (QueryInvoker query = writer(Tidemark.stream("trades", trades)
                        .joinReference(Tidemark.stream("fees", fees).latestBy("level"), Type.INNER, on("n", "level")))
                .invoker()) {
            trade(query, "A", 2);
        }
        assertEquals(List.of(List.of("A", 2L, 2, 0.25)), result.rows());
        fees.close();
    }

    /** The watermark of the stream alone closes windows, although the table has none and stands still. */
    @Test
    void shouldLetTheWatermarkOfTheStreamPass() {
        MemoryJournal timed = MemoryJournal.of("timed", Schema.parse("ts timestamp, symbol string"));
        ticks.appendValues("A", 10L, "x");
        try (QueryInvoker query = writer(Tidemark.stream("timed", timed)
                        .withWatermark("ts", Duration.ZERO)
                        .joinReference(
                                Tidemark.stream("ticks", ticks).latestBy("code"), Type.INNER, on("symbol", "code"))
                        .groupBy(window("ts", Duration.ofSeconds(10)), "tick")
                        .agg(count()))
                .invoker()) {
            timed.appendValues(Instant.ofEpochSecond(1), "A");
            timed.appendValues(Instant.ofEpochSecond(2), "A");
            timed.appendValues(Instant.ofEpochSecond(10), "unknown");
            query.processAllAvailable();
        }
        assertEquals(List.of(List.of(Instant.EPOCH, Instant.ofEpochSecond(10), 10L, 2L)), result.rows());
        timed.close();
    }

    /** Totals of another stream as a table: each total that comes out replaces the one before. */
    @Test
    void shouldTakeATableThatIsComputed() {
        ReferenceTable totals = Tidemark.stream("ticks", ticks)
                .groupBy("code")
                .unboundedState("few codes")
                .agg(sum("tick").as("total"))
                .latestBy("code");
        try (QueryInvoker query = writer(
                        Tidemark.stream("trades", trades).joinReference(totals, Type.INNER, on("symbol", "code")))
                .outputMode(OutputMode.UPDATE)
                .invoker()) {
            ticks.appendValues("A", 5L, "x");
            trade(query, "A", 1);
            ticks.appendValues("A", 7L, "x");
            trade(query, "A", 2);
        }
        assertEquals(List.of(List.of("A", 1L, "A", 5L), List.of("A", 2L, "A", 12L)), result.rows());
    }

    @Test
    void shouldKeepTheRowBeforeOneThatIsFiltered() {
        try (QueryInvoker query = writer(Tidemark.stream("trades", trades)
                        .joinReference(
                                Tidemark.stream("ticks", ticks)
                                        .filter(col("tick").gt(0L))
                                        .select(
                                                col("code"),
                                                col("tick").times(2L).as("twice"))
                                        .latestBy("code"),
                                Type.INNER,
                                on("symbol", "code").where(col("n").lt(col("twice")))))
                .invoker()) {
            ticks.appendValues("A", 5L, "x");
            ticks.appendValues("A", 0L, "filtered");
            trade(query, "A", 9);
            trade(query, "A", 10);
        }
        assertEquals(List.of(List.of("A", 9L, "A", 10L)), result.rows());
    }

    /** Between a crash and a restart the table was refreshed; each trade meets the version that it met before. */
    @Test
    void shouldMeetTheSameVersionsAfterARestart() {
        ticks.appendValues("A", 10L, "one");
        try (QueryInvoker query = restartable().to(result).invoker()) {
            trade(query, "A", 1);
            ticks.appendValues("A", 20L, "two");
            trade(query, "A", 2);
            trade(query, "A", 3);
        }
        ticks.appendValues("A", 30L, "three");
        trades.appendValues("A", 4L);
        List<List<Object>> expected = List.of(
                List.of("A", 1L, "A", 10L, "one", 0L),
                List.of("A", 2L, "A", 20L, "two", 1L),
                List.of("A", 3L, "A", 20L, "two", 1L),
                List.of("A", 4L, "A", 30L, "three", 2L));
        try (QueryInvoker query = restartable().to(result).invoker()) {
            query.processAllAvailable();
            assertEquals(0, query.progress().outputRowsSkipped());
        }
        assertEquals(expected, result.rows());
        try (MemoryJournal again = MemoryJournal.output("out");
                QueryInvoker query = restartable().startOver().to(again).invoker()) {
            query.processAllAvailable();
            assertEquals(expected, again.rows());
        }
        try (MemoryJournal unordered = MemoryJournal.output("out");
                QueryInvoker query = writer(joined(Type.INNER)).to(unordered).invoker()) {
            query.processAllAvailable();
            assertNotEquals(expected, unordered.rows(), "without the record the latest version is met by all");
        }
    }

    @Test
    void shouldStopAtTheDeclaredSizeAndGoOnWithALargerOne() {
        ticks.appendValues("A", 10L, "x");
        ticks.appendValues("A", 20L, "replaces");
        ticks.appendValues("B", 30L, "x");
        ticks.appendValues("C", 40L, "one too many");
        trades.appendValues("C", 1L);
        try (QueryInvoker query = bounded(2).invoker()) {
            TidemarkException error = assertThrows(TidemarkException.class, query::processAllAvailable);
            TidemarkException cause = (TidemarkException) error.getCause();
            assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, cause.code());
            assertEquals("maxRows", cause.problems().get(0).column());
        }
        try (QueryInvoker query = bounded(3).invoker()) {
            query.processAllAvailable();
        }
        assertEquals(List.of(List.of("C", 1L, "C", 40L, "one too many")), result.rows());
    }

    @Test
    void shouldSayWhatItKeeps() {
        String text = writer(joined(Type.LEFT_OUTER)).explain();
        assertTrue(
                text.contains("left outer join with the latest row by [code] of a table that is read first, on"
                        + " [symbol = code]\n"),
                text);
        assertTrue(text.contains("state: at most table rows x (120 B + texts)"), text);
        assertTrue(text.contains("emission: at once"), text);
        String bounded = writer(Tidemark.stream("trades", trades)
                        .joinReference(table().maxRows(50), Type.INNER, on("symbol", "code")))
                .explain();
        assertTrue(bounded.contains("state: at most 50 table rows x (120 B + texts) = 6000 B"), bounded);
    }

    @Test
    void shouldBeWrittenAsJsonAndReadBack() {
        StreamFrame frame = Tidemark.stream("trades", trades)
                .joinReference(
                        table().withVersion("version").maxRows(9),
                        Type.LEFT_OUTER,
                        on("symbol", "code").where(col("n").gt(col("tick"))));
        StreamFrame back = Tidemark.fromJson(frame.toJson(), Map.of("trades", trades, "ticks", ticks));
        assertEquals(frame.plan(), back.plan());
    }

    @Test
    void shouldRefuseJoinsThatWouldBringOutTheTable() {
        refused(ErrorCode.JOIN_TYPE_UNSUPPORTED, joined(Type.RIGHT_OUTER));
        refused(ErrorCode.JOIN_TYPE_UNSUPPORTED, joined(Type.FULL_OUTER));
    }

    @Test
    void shouldRefuseNamesThatAreThereTwice() {
        ReferenceTable renamed = Tidemark.stream("ticks", ticks)
                .select(col("code").as("symbol"), col("tick"))
                .latestBy("symbol");
        StreamFrame stream = Tidemark.stream("trades", trades);
        refused(ErrorCode.COLUMN_DUPLICATE, stream.joinReference(renamed, Type.INNER, on("symbol", "symbol")));
        refused(
                ErrorCode.COLUMN_DUPLICATE,
                stream.joinReference(table().withVersion("n"), Type.INNER, on("symbol", "code")));
        assertEquals(
                List.of("symbol", "n"),
                stream.joinReference(renamed, Type.LEFT_SEMI, on("symbol", "symbol"))
                        .schema()
                        .names());
    }

    @Test
    void shouldRefuseWhatCannotBeCompared() {
        StreamFrame stream = Tidemark.stream("trades", trades);
        refused(ErrorCode.TYPE_MISMATCH, stream.joinReference(table(), Type.INNER, on("symbol", "tick")));
        refused(
                ErrorCode.TYPE_MISMATCH,
                stream.joinReference(table(), Type.INNER, on("symbol", "code").where(col("n"))));
        refused(ErrorCode.COLUMN_UNKNOWN, stream.joinReference(table(), Type.INNER, on("symbol", "none")));
        refused(
                ErrorCode.COLUMN_UNKNOWN,
                stream.joinReference(
                        Tidemark.stream("ticks", ticks).latestBy("none"), Type.INNER, on("symbol", "code")));
        refused(
                ErrorCode.JOIN_NO_EQUALITY,
                stream.joinReference(table(), Type.INNER, new ReferenceMatch(List.of(), null)));
        refused(ErrorCode.SETTING_INVALID, stream.joinReference(table().maxRows(0), Type.INNER, on("symbol", "code")));
    }

    @Test
    void shouldRefuseCompleteModeWithoutAResult() {
        StreamWriter writer = writer(joined(Type.INNER)).outputMode(OutputMode.COMPLETE);
        assertEquals(
                ErrorCode.MODE_UNSUPPORTED,
                assertThrows(TidemarkException.class, writer::invoker).code());
    }

    private void refused(ErrorCode code, StreamFrame frame) {
        TidemarkException error =
                assertThrows(TidemarkException.class, () -> writer(frame).explain());
        assertEquals(1, error.problems().size(), error.getMessage());
        assertEquals(code, error.code());
        assertEquals("reference-1", error.problems().get(0).operator());
    }

    private void trade(QueryInvoker query, String symbol, long n) {
        trades.appendValues(symbol, n);
        query.processAllAvailable();
    }

    private ReferenceTable table() {
        return Tidemark.stream("ticks", ticks).latestBy("code");
    }

    private StreamFrame joined(Type type) {
        return Tidemark.stream("trades", trades)
                .joinReference(table().withVersion("version"), type, on("symbol", "code"));
    }

    private StreamWriter writer(StreamFrame frame) {
        return frame.writeStream().queryName("enriched").to(result);
    }

    private StreamWriter restartable() {
        return writer(joined(Type.INNER)).directory(directory).order(order);
    }

    private StreamWriter bounded(long maxRows) {
        return writer(Tidemark.stream("trades", trades)
                        .joinReference(table().maxRows(maxRows), Type.INNER, on("symbol", "code")))
                .directory(directory)
                .order(order);
    }
}
