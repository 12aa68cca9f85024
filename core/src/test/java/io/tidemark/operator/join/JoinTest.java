package io.tidemark.operator.join;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.expr.Column;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JoinTest {
    private static final Column EQUAL = col("lk").eq(col("rk"));

    @Test
    void shouldPairRowsWithinTheBoundsOnce() {
        try (JoinRun run = JoinRun.within(JoinType.INNER, 0, 0, 10, 5)) {
            run.left("a", 20).right("a", 9.5).right("a", 10).right("a", 25).right("a", 25.5);
            assertEquals(List.of("a@20 a@10", "a@20 a@25"), run.out());
        }
    }

    @Test
    void shouldMultiplyEqualRows() {
        try (JoinRun run = JoinRun.within(JoinType.INNER, 10, 10, 0, 5)) {
            run.left("a", 1).left("a", 1).right("a", 2).right("a", 2).right("a", 2);
            assertEquals(6, run.out().size());
            assertEquals(6, run.join().rowsOut());
            assertEquals(5, run.join().stateRows());
        }
    }

    /** Design: a row goes when the time of its last possible partner is less than the watermark. */
    @Test
    void shouldBringOutALeftRowWhenItsLastPossiblePartnerIsBehindTheWatermark() {
        try (JoinRun run = JoinRun.within(JoinType.LEFT_OUTER, 0, 0, 0, 5)) {
            run.left("a", 10).left("b", 15).right("x", 15);
            assertEquals(List.of(), run.out());
            run.left("c", 15.001).right("a", 15);
            assertEquals(List.of("a@10 a@15"), run.out());
            run.left("c", 30).right("x", 20.5);
            assertEquals(List.of("b@15 -", "c@15.001 -"), run.out());
        }
    }

    @Test
    void shouldBringOutBothSidesInTheOrderInWhichTheyGo() {
        try (JoinRun run = JoinRun.within(JoinType.FULL_OUTER, 100, 100, 2, 5)) {
            // Left rows go 5 s, right rows 2 s after their time.
            run.right("r1", 13).left("l1", 10).left("l2", 9).right("r2", 12);
            run.left("l9", 500).right("r9", 500);
            assertEquals(List.of("l2@9 -", "- r2@12", "- r1@13", "l1@10 -"), run.out());
            assertEquals(2, run.join().stateRows());
        }
    }

    @Test
    void shouldNotBringOutAMatchedRowAgain() {
        try (JoinRun run = JoinRun.within(JoinType.FULL_OUTER, 0, 0, 0, 5)) {
            run.left("a", 10).right("a", 12);
            assertEquals(List.of("a@10 a@12"), run.out());
            assertEquals(List.of(), run.drain());
            assertEquals(0, run.progress().stateRows());
        }
    }

    @Test
    void shouldBringOutALeftRowOfASemiJoinOnceAndForgetIt() {
        try (JoinRun run = JoinRun.within(JoinType.LEFT_SEMI, 10, 10, 5, 5)) {
            run.left("a", 10).right("a", 11);
            assertEquals(List.of("a@10"), run.out());
            assertEquals(1, run.join().stateRows());
            run.right("a", 12).left("a", 13);
            assertEquals(List.of("a@13"), run.out());
            assertEquals(2, run.join().stateRows());
        }
    }

    @Test
    void shouldBringOutALeftRowOfAnAntiJoinThatHasNoPartner() {
        try (JoinRun run = JoinRun.within(JoinType.LEFT_ANTI, 0, 0, 0, 5)) {
            run.left("a", 10).left("b", 10).right("a", 11).left("z", 16).right("z", 16);
            assertEquals(List.of("b@10"), run.out());
            assertEquals(List.of(), run.drain());
        }
    }

    /** A null key equals nothing: the row comes out at once where it comes out alone, else it is dropped. */
    @Test
    void shouldNotLetNullKeysWait() {
        try (JoinRun run = JoinRun.within(JoinType.LEFT_OUTER, 10, 10, 0, 5)) {
            run.left(null, 10).right(null, 10).right("a", 10);
            assertEquals(List.of("null@10 -"), run.out());
            assertEquals(Map.of(DropReason.NULL_KEY, 1L), run.join().drops());
            assertEquals(1, run.join().stateRows());
            assertEquals(3, run.join().rowsIn());
            assertEquals(2, run.join().rowsAccepted());
        }
        try (JoinRun run = JoinRun.within(JoinType.FULL_OUTER, 10, 10, 0, 5)) {
            run.left(null, 10).right(null, 10);
            assertEquals(List.of("null@10 -", "- null@10"), run.out());
        }
        try (JoinRun run = JoinRun.within(JoinType.LEFT_ANTI, 10, 10, 0, 5)) {
            run.left(null, 10).right(null, 10);
            assertEquals(List.of("null@10"), run.out());
            assertEquals(Map.of(DropReason.NULL_KEY, 1L), run.join().drops());
        }
    }

    @Test
    void shouldLetNullKeysWaitForTheWatermarkWhereAskedTo() {
        TimeSettings waiting = TimeSettings.NATIVE.with(TimeSettings.NullKeys.ON_WATERMARK);
        try (JoinRun run = new JoinRun(
                (left, right) -> within(left, right, JoinType.FULL_OUTER, 5), writer -> writer.time(waiting))) {
            run.left(null, 10).right(null, 10);
            assertEquals(List.of(), run.out());
            assertEquals(2, run.join().stateRows());
            run.left("z", 20).right("z", 20);
            assertEquals(List.of("z@20 z@20", "- null@10", "null@10 -"), run.out());
        }
    }

    @Test
    void shouldPairNullsWhereTheConditionSaysSo() {
        try (JoinRun run = new JoinRun((left, right) -> left.withWatermark("lt", Duration.ZERO)
                .join(
                        right.withWatermark("rt", Duration.ZERO),
                        col("lk").eqNullSafe(col("rk")).and(col("lt").eq(col("rt")))))) {
            run.left(null, 10).left("a", 10).right(null, 10).right("a", 10);
            assertEquals(List.of("null@10 null@10", "a@10 a@10"), run.out());
        }
    }

    /** What the condition says of a left row alone is known at once: such a row does not wait. */
    @Test
    void shouldBringOutAtOnceWhatFailsTheConditionByItself() {
        try (JoinRun run = new JoinRun((left, right) -> left.withWatermark("lt", Duration.ZERO)
                .join(
                        right.withWatermark("rt", Duration.ZERO),
                        JoinType.LEFT_OUTER,
                        EQUAL.and(col("lv").gt(4L)).and(col("rv").gt(4L)).and(times(5))))) {
            run.left("a", 10.0, 1).left("b", 10.0, 5).right("b", 10.0, 1).right("b", 10.0, 5);
            assertEquals(List.of("a@10 -", "b@10 b@10"), run.out());
            assertEquals(Map.of(DropReason.FILTERED, 1L), run.join().drops());
            assertEquals(List.of(), run.drain());
        }
    }

    @Test
    void shouldTestTheRestOfTheConditionOnThePair() {
        try (JoinRun run = new JoinRun((left, right) -> left.withWatermark("lt", Duration.ZERO)
                .join(
                        right.withWatermark("rt", Duration.ZERO),
                        JoinType.FULL_OUTER,
                        EQUAL.and(times(5)).and(col("lv").lt(col("rv")))))) {
            run.left("a", 10.0, 7).right("a", 11.0, 7).right("a", 12.0, 8);
            assertEquals(List.of("a@10 a@12"), run.out());
            assertEquals(List.of("- a@11"), run.drain());
        }
    }

    @Test
    void shouldCountLateRowsOfEitherSide() {
        try (JoinRun run = JoinRun.within(JoinType.LEFT_OUTER, 0, 0, 5, 5)) {
            run.left("a", 80).right("a", 80).out();
            run.left("b", 79.999).right("b", 70).left("c", 80);
            assertEquals(List.of(), run.out());
            assertEquals(Map.of(DropReason.LATE, 2L), run.join().drops());
        }
    }

    /** The left input runs ahead: it waits for the right one, and its own late rows are late. */
    @Test
    void shouldGoByTheWatermarkOfEachInputWhereAskedTo() {
        try (JoinRun run = new JoinRun((left, right) -> left.withWatermark("lt", Duration.ofSeconds(2))
                .join(right.withWatermark("rt", Duration.ZERO), JoinType.LEFT_OUTER)
                .watermark(JoinWatermark.PER_INPUT)
                .on(EQUAL, times(5)))) {
            run.left("a", 10).right("r", 10).right("s", 11).left("b", 100).left("c", 97);
            assertEquals(List.of(), run.out());
            assertEquals(Map.of(DropReason.LATE, 1L), run.join().drops());
            // Left rows of before 98 can no longer come, so no right row of before that waits.
            assertEquals(2, run.join().stateRows());
            run.right("a", 12);
            assertEquals(List.of("a@10 a@12"), run.out());
            assertEquals(2, run.join().stateRows());
        }
    }

    /** Apache Spark's scenario of a self join: a matched row does not come out again when it goes. */
    @Test
    void shouldJoinAStreamWithItself() {
        Schema schema = Schema.parse("lt timestamp, lk long");
        try (MemoryJournal numbers = MemoryJournal.of("numbers", schema);
                MemoryJournal result = MemoryJournal.output("result")) {
            StreamFrame stream = Tidemark.stream("numbers", numbers).withWatermark("lt", Duration.ofSeconds(5));
            StreamFrame even = stream.filter(col("lk").mod(2L).eq(0L))
                    .select(col("lt").as("rt"), col("lk").as("rk"));
            try (QueryInvoker query = stream.join(even, JoinType.LEFT_OUTER, EQUAL.and(times(5)))
                    .writeStream()
                    .queryName("self")
                    .to(result)
                    .invoker()) {
                for (long i = 1; i <= 15; i++) {
                    numbers.appendValues(Instant.ofEpochSecond(i), i);
                }
                query.processAllAvailable();
                assertEquals(15, query.progress().rowsRead());
            }
            List<String> found = result.rows().stream()
                    .map(row -> row.get(1) + "-" + row.get(3))
                    .toList();
            assertEquals(List.of("2-2", "4-4", "6-6", "8-8", "10-10", "12-12", "1-null", "14-14", "3-null"), found);
        }
    }

    /** Apache Spark's scenario of a key with a window and a watermark on one side. */
    @Test
    void shouldBoundBothSidesByAKeyThatCarriesTheWatermarkOfOne() {
        try (JoinRun run = new JoinRun((left, right) -> left.withWatermark("lt", Duration.ofSeconds(10))
                .join(right, JoinType.LEFT_OUTER, EQUAL.and(col("lt").eq(col("rt")))))) {
            run.left("a", 10).right("a", 10).left("b", 15).right("c", 12);
            assertEquals(List.of("a@10 a@10"), run.out());
            assertEquals(4, run.join().stateRows());
            run.left("z", 26);
            assertEquals(List.of("b@15 -"), run.out());
            assertEquals(1, run.join().stateRows());
            run.right("b", 15);
            assertEquals(List.of(), run.out());
            assertEquals(1, run.join().stateRows());
        }
    }

    @Test
    void shouldKeepASideForEverOnConsent() {
        try (JoinRun run = new JoinRun((left, right) ->
                left.join(right, JoinType.INNER).unboundedState("a few rows").on(EQUAL))) {
            run.left("a", 1000).right("a", 1).left("a", 2);
            assertEquals(List.of("a@1000 a@1", "a@2 a@1"), run.out());
            assertEquals(3, run.join().stateRows());
        }
    }

    @Test
    void shouldBoundTheRightSideByTheWatermarkOfTheLeftAlone() {
        try (JoinRun run = new JoinRun((left, right) -> left.withWatermark("lt", Duration.ZERO)
                .join(right, JoinType.INNER)
                .unboundedState("the left side is small")
                .on(EQUAL, times(5)))) {
            run.right("a", 4).right("b", 20).left("a", 10).left("a", 30);
            assertEquals(2, run.join().stateRows());
            run.right("a", 12).right("a", 31);
            assertEquals(List.of("a@10 a@12", "a@30 a@31"), run.out());
            assertEquals(3, run.join().stateRows());
        }
    }

    @Test
    void shouldBringOutPairsInUpdateModeAsInAppendMode() {
        try (JoinRun run = new JoinRun(
                (left, right) -> within(left, right, JoinType.INNER, 5),
                writer -> writer.outputMode(OutputMode.UPDATE))) {
            run.left("a", 10).right("a", 11);
            assertEquals(List.of("a@10 a@11"), run.out());
        }
    }

    @Test
    void shouldFeedAWindowInUpdateMode() {
        try (JoinRun run = new JoinRun(
                (left, right) -> within(left, right, JoinType.INNER, 5)
                        .groupBy(window("lt", Duration.ofSeconds(10)), "lk")
                        .agg(count()),
                writer -> writer.outputMode(OutputMode.UPDATE))) {
            run.left("a", 10).right("a", 11).right("a", 12);
            assertEquals(
                    List.of(1L, 2L),
                    run.result().rows().stream().map(row -> row.get(3)).toList());
        }
    }

    /** A full outer join brings out rows without a left time; a window over it drops and counts them. */
    @Test
    void shouldCountRowsWithoutATimeInAWindowBelow() {
        try (JoinRun run = new JoinRun((left, right) -> within(left, right, JoinType.FULL_OUTER, 5)
                .groupBy(window("lt", Duration.ofSeconds(10)))
                .agg(count()))) {
            run.left("a", 10).right("a", 11).right("b", 12).drain();
            assertEquals(1, run.result().size());
            assertEquals(1, run.progress().dropped(DropReason.NULL_TIME));
        }
    }

    @Test
    void shouldJoinAJoin() {
        MemoryJournal third = MemoryJournal.of("third", Schema.parse("qt timestamp, qk string, qv long"));
        try (third;
                JoinRun run = new JoinRun((left, right) -> within(left, right, JoinType.LEFT_OUTER, 5)
                        .join(
                                Tidemark.stream("third", third).withWatermark("qt", Duration.ZERO),
                                JoinType.LEFT_OUTER,
                                col("lk")
                                        .eq(col("qk"))
                                        .and(col("qt").ge(col("lt")))
                                        .and(col("qt").le(col("lt").plus(Duration.ofSeconds(5))))))) {
            third.appendValues(Instant.ofEpochSecond(12), "a", 0L);
            run.left("a", 10).right("a", 11).left("b", 10);
            assertEquals(List.of("a@10 a@11 a@12"), run.out());
            third.appendValues(Instant.ofEpochSecond(40), "z", 0L);
            run.left("z", 40).right("z", 40);
            assertEquals(List.of("z@40 z@40 z@40", "b@10 - -"), run.out());
        }
    }

    @Test
    void shouldDropARowThatFitsNoPage() {
        try (JoinRun run = JoinRun.within(JoinType.LEFT_OUTER, 0, 0, 0, 5)) {
            run.left("x".repeat(20_000), 10).left("b", 10);
            assertEquals(Map.of(DropReason.TOO_LARGE, 1L), run.join().drops());
            assertEquals(List.of("b@10 -"), run.drain());
        }
    }

    @Test
    void shouldCompareTimesAtTheEndsOfTheirRange() {
        try (MemoryJournal left = MemoryJournal.of("left", Schema.parse("lt timestamp, lk long"));
                MemoryJournal right = MemoryJournal.of("right", Schema.parse("rt timestamp, rk long"));
                MemoryJournal result = MemoryJournal.output("result")) {
            Instant first = Instant.EPOCH.plusNanos(Long.MIN_VALUE + 2_000_000_000L);
            Instant last = Instant.EPOCH.plusNanos(Long.MAX_VALUE);
            left.appendValues(first, 1L);
            left.appendValues(last, 1L);
            right.appendValues(first, 1L);
            right.appendValues(last, 1L);
            try (QueryInvoker query = Tidemark.stream("left", left)
                    .withWatermark("lt", Duration.ofDays(10))
                    .join(
                            Tidemark.stream("right", right).withWatermark("rt", Duration.ofDays(10)),
                            JoinType.FULL_OUTER,
                            EQUAL.and(col("rt").ge(col("lt").minus(Duration.ofDays(900))))
                                    .and(col("rt").le(col("lt").plus(Duration.ofDays(900)))))
                    .writeStream()
                    .queryName("ends")
                    .to(result)
                    .invoker()) {
                query.processAllAvailable();
                query.drain();
                assertEquals(0, query.progress().stateRows());
            }
            assertEquals(List.of(List.of(first, 1L, first, 1L), List.of(last, 1L, last, 1L)), result.rows());
        }
    }

    @Test
    void shouldExplainHowLongRowsAreKept() {
        try (MemoryJournal left = MemoryJournal.of("left", Schema.parse("lt timestamp, lk long"));
                MemoryJournal right = MemoryJournal.of("right", Schema.parse("rt timestamp, rk long"))) {
            String text = Tidemark.stream("left", left)
                    .withWatermark("lt", Duration.ofMinutes(20))
                    .join(
                            Tidemark.stream("right", right).withWatermark("rt", Duration.ofMinutes(10)),
                            JoinType.LEFT_OUTER,
                            EQUAL.and(times(1_800)))
                    .writeStream()
                    .explain();
            assertTrue(
                    text.contains("LEFT_OUTER on [lk = rk]; watermark MERGED; state <= left rows until W > lt + PT30M,"
                            + " right rows until W > rt + PT0S"),
                    text);
        }
    }

    private static StreamFrame within(StreamFrame left, StreamFrame right, JoinType type, long seconds) {
        return left.withWatermark("lt", Duration.ZERO)
                .join(right.withWatermark("rt", Duration.ZERO), type, EQUAL.and(times(seconds)));
    }

    private static Column times(long seconds) {
        return col("rt").ge(col("lt")).and(col("rt").le(col("lt").plus(Duration.ofSeconds(seconds))));
    }
}
