package io.tidemark.operator.asof;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.AsOfFrame;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a reader needs to know of as-of joins. Times are seconds. */
class AsOfJoinTest {
    private final MemoryJournal trades =
            MemoryJournal.of("trades", Schema.parse("ts timestamp, symbol string, price long"));
    private final MemoryJournal quotes =
            MemoryJournal.of("quotes", Schema.parse("ts timestamp, symbol string, bid long"));
    private final MemoryJournal result = MemoryJournal.output("out");
    private final MemoryJournal order = MemoryJournal.output("order");
    private QueryInvoker query;
    private long nowNs;

    @AfterEach
    void close() {
        if (query != null) {
            query.close();
        }
        trades.close();
        quotes.close();
        result.close();
        order.close();
    }

    @Test
    void shouldPutTheQuoteBesideTheTradeOnceNoBetterQuoteCanCome() {
        start(join().left());
        quote("A", 9, 100);
        trade("A", 10, 1);
        assertEquals(List.of(), result.rows());
        // A quote at 10 leaves room for another one at 10.
        quote("A", 10, 101);
        assertEquals(List.of(), result.rows());
        quote("B", 11, 500);
        assertEquals(List.of(List.of(at(10), "A", 1L, at(10), "A", 101L)), result.rows());
        assertEquals(1, result.causeSource(0));
        assertEquals(2, result.cause(0));
    }

    @Test
    void shouldAnswerAtOnceWhereTheQuotesAreAhead() {
        start(join().left());
        quote("A", 9, 100);
        quote("A", 20, 101);
        trade("A", 10, 1);
        assertEquals(List.of(at(9), "A", 100L), right(0));
        assertEquals(0, result.causeSource(0));
    }

    @Test
    void shouldNotWaitForQuotesOfTheSameTimeWhereStrict() {
        start(join().strict().left());
        quote("A", 9, 100);
        trade("A", 10, 1);
        quote("A", 10, 101);
        assertEquals(List.of(at(9), "A", 100L), right(0));
    }

    @Test
    void shouldLookForward() {
        start(join().forward().inner());
        trade("A", 10, 1);
        trade("A", 12, 2);
        quote("A", 11, 100);
        assertEquals(List.of(), result.rows());
        quote("A", 15, 101);
        assertEquals(1, result.size());
        assertEquals(List.of(at(11), "A", 100L), right(0));
        quote("A", 16, 102);
        assertEquals(List.of(at(15), "A", 101L), right(1));
    }

    @Test
    void shouldTakeTheNearestQuoteAsSoonAsNoneCanBeNearer() {
        start(join().nearest().left());
        quote("A", 6, 100);
        trade("A", 10, 1);
        quote("A", 13, 101);
        quote("B", 14, 500);
        assertEquals(List.of(at(13), "A", 101L), right(0));
    }

    @Test
    void shouldLeaveOutWhatIsFurtherAwayThanTheTolerance() {
        start(join().tolerance(Duration.ofSeconds(5)).left());
        quote("A", 4, 100);
        trade("A", 9, 1);
        trade("A", 10, 2);
        quote("A", 11, 101);
        assertEquals(List.of(at(4), "A", 100L), right(0));
        assertNull(right(1).get(2));
    }

    /** State is trimmed by the earliest trade that waits, not by the watermark of the trades: that is at 100 when the quote at 20 comes. */
    @Test
    void shouldKeepQuotesForTradesThatStillWait() {
        start(join().left());
        quote("A", 1, 100);
        trade("A", 10, 1);
        trade("A", 100, 2);
        quote("A", 20, 101);
        quote("A", 21, 102);
        assertEquals(List.of(at(1), "A", 100L), right(0));
        quote("A", 101, 103);
        assertEquals(List.of(at(21), "A", 102L), right(1));
    }

    @Test
    void shouldCountAndDropLateRowsOfEitherSide() {
        start(join().left());
        quote("A", 10, 100);
        quote("A", 5, 99);
        trade("A", 20, 1);
        trade("A", 19, 2);
        query.drain();
        assertEquals(1, result.size());
        assertEquals(List.of(at(10), "A", 100L), right(0));
        assertEquals(2, query.progress().dropped(DropReason.LATE));
    }

    @Test
    void shouldDropTradesWithoutAQuoteOrKeyWhereInner() {
        start(join().inner());
        trade("A", 1, 1);
        trade(null, 1, 2);
        quote("A", 2, 100);
        quote(null, 3, 100);
        assertEquals(0, result.size());
        assertEquals(1, query.progress().dropped(DropReason.NO_PARTNER));
        assertEquals(2, query.progress().dropped(DropReason.NULL_KEY));
    }

    @Test
    void shouldStoreTradesWithoutAQuoteWithTheirOwnPosition() {
        MemoryJournal unmatched = MemoryJournal.output("unmatched");
        query = join().inner()
                .writeStream()
                .queryName("q")
                .to(result)
                .dropped(DropReason.NO_PARTNER, unmatched)
                .invoker();
        trade("B", 1, 1);
        trade("A", 2, 2);
        quote("B", 1, 100);
        quote("B", 3, 101);
        assertEquals(1, result.size());
        assertEquals(1, unmatched.size());
        assertEquals("trades", unmatched.rows().get(0).get(2));
        assertEquals(1L, unmatched.rows().get(0).get(3));
        query.close();
        query = null;
        unmatched.close();
    }

    @Test
    void shouldEmitTradesWithoutAKeyAtOnceWhereLeft() {
        start(join().left());
        trade(null, 1, 1);
        assertEquals(1, result.size());
        assertNull(right(0).get(2));
    }

    @Test
    void shouldTakeBackWhatABetterQuoteReplaces() {
        start(join().emit(Emit.CORRECTING).left());
        trade("A", 10, 1);
        quote("A", 8, 100);
        quote("A", 9, 101);
        quote("A", 11, 102);
        quote("A", 11, 103);
        assertEquals(
                List.of(
                        RowKind.INSERT,
                        RowKind.UPDATE_BEFORE,
                        RowKind.UPDATE_AFTER,
                        RowKind.UPDATE_BEFORE,
                        RowKind.UPDATE_AFTER),
                List.of(result.kind(0), result.kind(1), result.kind(2), result.kind(3), result.kind(4)));
        assertEquals(5, result.size());
        assertEquals(List.of(at(8), "A", 100L), right(3));
        assertEquals(List.of(at(9), "A", 101L), right(4));
    }

    @Test
    void shouldGoByWhatCameBeforeWhereImmediate() {
        start(join().emit(Emit.IMMEDIATE).left());
        quote("A", 8, 100);
        trade("A", 10, 1);
        quote("A", 9, 101);
        assertEquals(1, result.size());
        assertEquals(List.of(at(8), "A", 100L), right(0));
    }

    /** A side with nothing to read that was silent for the declared time takes the watermark of the other. */
    @Test
    void shouldNotWaitForAnIdleSide() {
        query = join().left()
                .writeStream()
                .queryName("q")
                .to(result)
                .order(order)
                .idleAfter(Duration.ofSeconds(3))
                .clock(() -> nowNs)
                .invoker();
        quote("A", 9, 100);
        trade("A", 10, 1);
        trade("A", 12, 2);
        assertEquals(0, result.size());
        nowNs += 4_000_000_000L;
        trade("A", 13, 3);
        trade("A", 14, 4);
        assertEquals(3, result.size());
        quote("A", 11, 101);
        assertEquals(1, query.progress().dropped(DropReason.LATE));
    }

    /** The quote at the end of each bar: the time of a bar is the end of its window. */
    @Test
    void shouldPutQuotesBesideBars() {
        StreamFrame bars = Tidemark.stream("trades", trades)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(10)), "symbol")
                .agg(max("price").as("high"));
        start(bars.asOf(Tidemark.stream("quotes", quotes).withWatermark("ts", Duration.ZERO))
                .on("symbol")
                .rightPrefix("quote_")
                .strict()
                .left());
        trade("A", 1, 7);
        quote("A", 8, 100);
        trade("A", 10, 8);
        quote("A", 10, 101);
        quote("A", 19, 102);
        trade("A", 20, 9);
        quote("A", 21, 103);
        assertEquals(2, result.size());
        assertEquals(List.of(at(10), "A", 7L), result.rows().get(0).subList(1, 4));
        assertEquals(100L, result.rows().get(0).get(6));
        assertEquals(102L, result.rows().get(1).get(6));
    }

    @Test
    void shouldLetAWindowFollow() {
        start(join().left()
                .groupBy(window("ts", Duration.ofSeconds(10)), "symbol")
                .agg(count().as("trades"), max("quote_bid").as("bid")));
        quote("A", 1, 100);
        trade("A", 5, 1);
        trade("A", 11, 1);
        trade("A", 25, 1);
        assertEquals(0, result.size());
        quote("A", 12, 101);
        assertEquals(List.of(List.of(at(0), at(10), "A", 1L, 100L)), result.rows());
        quote("A", 30, 102);
        assertEquals(2, result.size());
        assertEquals(0, query.progress().dropped(DropReason.LATE));
    }

    @Test
    void shouldJoinRowsWithoutKeys() {
        start(Tidemark.stream("trades", trades)
                .withWatermark("ts", Duration.ZERO)
                .asOf(Tidemark.stream("quotes", quotes)
                        .withWatermark("ts", Duration.ZERO)
                        .select(col("ts").as("quoted"), col("bid")))
                .inner());
        quote("X", 1, 100);
        trade("Y", 2, 1);
        quote("X", 3, 101);
        assertEquals(List.of(List.of(at(2), "Y", 1L, at(1), 100L)), result.rows());
    }

    @Test
    void shouldExplainWhatIsKept() {
        String text = join().left().writeStream().queryName("q").to(result).explain();
        assertTrue(text.contains("LEFT on symbol = symbol, BACKWARD from 'ts' to 'ts'"), text);
        assertTrue(text.contains("one more for each key ever seen: without a bound of time"), text);
        String bounded = join().tolerance(Duration.ofSeconds(5))
                .left()
                .writeStream()
                .queryName("q")
                .to(result)
                .explain();
        assertTrue(!bounded.contains("without a bound"), bounded);
    }

    private AsOfFrame join() {
        return Tidemark.stream("trades", trades)
                .withWatermark("ts", Duration.ZERO)
                .asOf(Tidemark.stream("quotes", quotes).withWatermark("ts", Duration.ZERO))
                .on("symbol")
                .rightPrefix("quote_");
    }

    private void start(StreamFrame frame) {
        query = frame.writeStream().queryName("q").to(result).invoker();
    }

    private void trade(String symbol, long second, long price) {
        trades.appendValues(at(second), symbol, price);
        query.processAllAvailable();
    }

    private void quote(String symbol, long second, long bid) {
        quotes.appendValues(at(second), symbol, bid);
        query.processAllAvailable();
    }

    private List<Object> right(int row) {
        return result.rows().get(row).subList(3, 6);
    }

    private static Instant at(long second) {
        return Instant.ofEpochSecond(second);
    }
}
