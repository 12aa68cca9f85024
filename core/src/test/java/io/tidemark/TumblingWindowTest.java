package io.tidemark;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.engine.QueryState;
import io.tidemark.expr.Window;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TumblingWindowTest {
    private static final Schema TRADES = Schema.parse("ts timestamp, symbol string, price long");

    private final MemoryJournal trades = MemoryJournal.of("trades", TRADES);
    private final MemoryJournal bars = MemoryJournal.output("bars");

    @AfterEach
    void close() {
        trades.close();
        bars.close();
    }

    /** Groups by the columns of a window are final with it. */
    @Test
    void shouldGroupByAWindowThatIsAlreadyThere() {
        try (MemoryJournal in = MemoryJournal.of("in", Schema.parse("ts timestamp, k string"));
                MemoryJournal out = MemoryJournal.output("out");
                QueryInvoker query = Tidemark.stream("in", in)
                        .withWatermark("ts", Duration.ZERO)
                        .groupBy(window("ts", Duration.ofSeconds(5)), "k")
                        .agg(count().as("n"))
                        .groupBy("window_end")
                        .agg(count().as("keys"))
                        .writeStream()
                        .queryName("keys")
                        .to(out)
                        .invoker()) {
            in.appendValues(Instant.ofEpochSecond(1), "a");
            in.appendValues(Instant.ofEpochSecond(2), "b");
            in.appendValues(Instant.ofEpochSecond(3), "a");
            in.appendValues(Instant.ofEpochSecond(5), "a");
            query.processAllAvailable();
            assertEquals(List.of(List.of(Instant.ofEpochSecond(5), 2L)), out.rows());
        }
    }

    /** The first of all times cannot be told from no time. */
    @Test
    void shouldCountARowOfTheFirstOfAllTimes() {
        try (MemoryJournal in = MemoryJournal.of("in", Schema.parse("ts timestamp"));
                QueryInvoker query = Tidemark.stream("in", in)
                        .withWatermark("ts", Duration.ZERO)
                        .groupBy("ts")
                        .agg(count())
                        .writeStream()
                        .queryName("times")
                        .foreach((row, sequence) -> {})
                        .invoker();
                RowWriter row = new RowWriter()) {
            row.start(in.schema());
            row.setLong(0, Long.MIN_VALUE);
            in.append(row);
            query.processAllAvailable();
            assertEquals(1, query.progress().dropped(DropReason.INVALID));
        }
    }

    @Test
    void shouldEmitWindowOnTheRowThatClosesIt() {
        try (QueryInvoker query = bars(Duration.ZERO).invoker()) {
            trade(1, "A", 10);
            trade(9, "A", 12);
            query.processAllAvailable();
            assertEquals(List.of(), bars.rows());
            trade(10, "A", 7);
            query.processAllAvailable();
            assertEquals(List.of(bar(0, "A", 2L, 22L, 10L, 12L)), bars.rows());
            assertEquals(2, bars.cause(0), "the row at 10 s, third in the journal, closed the window");
        }
    }

    @Test
    void shouldEmitGroupsInTheOrderInWhichTheyCameIntoBeing() {
        try (QueryInvoker query = bars(Duration.ZERO).invoker()) {
            trade(1, "B", 1);
            trade(2, "A", 2);
            trade(3, "B", 3);
            trade(4, null, 4);
            trade(30, "Z", 5);
            query.processAllAvailable();
            assertEquals(
                    List.of(bar(0, "B", 2L, 4L, 1L, 3L), bar(0, "A", 1L, 2L, 2L, 2L), bar(0, null, 1L, 4L, 4L, 4L)),
                    bars.rows());
        }
    }

    @Test
    void shouldPutNegativeTimesIntoTheWindowBelow() {
        try (QueryInvoker query = bars(Duration.ZERO).invoker()) {
            trade(-10, "A", 1);
            trade(-1, "A", 2);
            trade(0, "A", 3);
            query.processAllAvailable();
            query.drain();
            assertEquals(List.of(bar(-10, "A", 2L, 3L, 1L, 2L), bar(0, "A", 1L, 3L, 3L, 3L)), bars.rows());
        }
    }

    @Test
    void shouldShiftTheGridByTheOffset() {
        Window shifted = window(col("ts"), Duration.ofSeconds(10), Duration.ofSeconds(-3));
        try (QueryInvoker query = stream()
                .withWatermark("ts", Duration.ZERO)
                .groupBy(shifted)
                .agg(count())
                .writeStream()
                .queryName("q")
                .to(bars)
                .invoker()) {
            trade(6, "A", 1);
            trade(7, "A", 1);
            query.drain();
            assertEquals(List.of(List.of(at(-3), at(7), 1L), List.of(at(7), at(17), 1L)), bars.rows());
        }
    }

    @Test
    void shouldJudgeLatenessByTheWatermarkBeforeTheRow() {
        try (QueryInvoker query = bars(Duration.ofSeconds(5)).invoker()) {
            trade(1, "A", 1);
            trade(14, "A", 2);
            trade(2, "A", 3);
            trade(15, "A", 4);
            trade(3, "A", 5);
            query.processAllAvailable();
            assertEquals(List.of(bar(0, "A", 2L, 4L, 1L, 3L)), bars.rows());
            assertEquals(1, query.progress().dropped(DropReason.LATE));
            assertEquals(at(10), query.progress().watermark());
        }
    }

    @Test
    void shouldKeepOpenWindowsOpenWhenAvailableNowEnds() {
        trade(1, "A", 1);
        trade(11, "A", 2);
        StreamWriter writer = bars(Duration.ZERO).trigger(Trigger.availableNow());
        try (StreamingQuery query = writer.start()) {
            query.awaitTermination();
            assertEquals(QueryState.COMPLETED, query.state());
            assertEquals(List.of(bar(0, "A", 1L, 1L, 1L, 1L)), bars.rows());
            assertEquals(1, query.progress().openPanes());
        }
    }

    @Test
    void shouldCloseAllWindowsInADrain() {
        trade(1, "A", 1);
        trade(11, "A", 2);
        try (StreamingQuery query = bars(Duration.ofSeconds(60)).start()) {
            query.drain();
            assertEquals(QueryState.DRAINED, query.state());
        }
        assertEquals(List.of(bar(0, "A", 1L, 1L, 1L, 1L), bar(10, "A", 1L, 2L, 2L, 2L)), bars.rows());
    }

    @Test
    void shouldFollowTheJournalWhileItRuns() {
        try (StreamingQuery query = bars(Duration.ZERO).start()) {
            query.processAllAvailable();
            assertEquals(List.of(), bars.rows());
        }
        trade(1, "A", 1);
        trade(10, "A", 2);
        bars.reset();
        try (StreamingQuery query = bars(Duration.ZERO).start()) {
            query.processAllAvailable();
            assertEquals(1, bars.size());
            assertEquals(QueryState.RUNNING, query.state());
        }
    }

    @Test
    void shouldTakeFirstAndLastByEventTimeAndTiesByPosition() {
        try (QueryInvoker query = stream()
                .withWatermark("ts", Duration.ofSeconds(60))
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(first("price"), last("price"), first("symbol"), last("symbol"), avg("price"))
                .writeStream()
                .queryName("q")
                .to(bars)
                .invoker()) {
            trade(5, "c", 3);
            trade(2, "a", 1);
            trade(2, "b", 2);
            trade(8, "y", 9);
            trade(8, null, 10);
            query.drain();
            List<Object> expected = new ArrayList<>(List.of(at(0), at(10), 1L, 10L, "a"));
            expected.add(null);
            expected.add(5.0);
            assertEquals(List.of(expected), bars.rows());
        }
    }

    private StreamFrame stream() {
        return Tidemark.stream("trades", trades);
    }

    private StreamWriter bars(Duration delay) {
        return stream()
                .withWatermark("ts", delay)
                .groupBy(window("ts", Duration.ofSeconds(10)), "symbol")
                .agg(
                        count().as("trades"),
                        sum("price").as("sum"),
                        min("price").as("low"),
                        max("price").as("high"))
                .writeStream()
                .queryName("bars")
                .to(bars);
    }

    private void trade(long seconds, String symbol, long price) {
        trades.appendValues(at(seconds), symbol, price);
    }

    private static List<Object> bar(long start, String symbol, Object... values) {
        List<Object> row = new ArrayList<>(List.of(at(start), at(start + 10)));
        row.add(symbol);
        row.addAll(List.of(values));
        return row;
    }

    private static Instant at(long seconds) {
        return Instant.ofEpochSecond(seconds);
    }
}
