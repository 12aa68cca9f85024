package io.tidemark.operator.join;

import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Column;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What is refused when a join is built, and which way out is shown. */
class JoinPlanTest {
    private static final Column EQUAL = col("lk").eq(col("rk"));
    private static final Column LOWER = col("rt").ge(col("lt"));
    private static final Column UPPER = col("rt").le(col("lt").plus(Duration.ofSeconds(5)));

    private final MemoryJournal left = MemoryJournal.of("left", Schema.parse("lt timestamp, lk string, lv long"));
    private final MemoryJournal right =
            MemoryJournal.of("right", Schema.parse("rt timestamp, rk string, rv long, rd decimal(38,0)"));

    @AfterEach
    void close() {
        left.close();
        right.close();
    }

    @Test
    void shouldRefuseColumnsOfOneNameAndSayHowToRenameThem() {
        StreamFrame other =
                right().select(col("rt"), col("rk").as("lk"), col("rv").as("lv"));
        List<Problem> problems = problems(left().join(other, col("lk").eq(col("lk"))));
        assertEquals(List.of(ErrorCode.COLUMN_DUPLICATE, ErrorCode.COLUMN_DUPLICATE), codes(problems));
        assertEquals("lk", problems.get(0).column());
        assertTrue(
                problems.get(0).wayOut().contains("select(col(\"lk\").as(\"right_lk\")"),
                problems.get(0).wayOut());
    }

    @Test
    void shouldReportUnknownColumnsOfTheCondition() {
        assertEquals(
                List.of(ErrorCode.COLUMN_UNKNOWN),
                codes(problems(left().join(right(), col("lk").eq(col("key"))))));
    }

    @Test
    void shouldRefuseAConditionThatIsNoTruthValue() {
        assertEquals(List.of(ErrorCode.TYPE_MISMATCH), codes(problems(left().join(right(), col("lv")))));
    }

    @Test
    void shouldRefuseAJoinWithoutAnEquality() {
        assertEquals(
                List.of(ErrorCode.JOIN_NO_EQUALITY),
                codes(problems(
                        left().join(right(), LOWER.and(UPPER).and(col("lv").lt(col("rv")))))));
    }

    @Test
    void shouldTakeADecimalThatLosesNoDigitsAsAKey() {
        assertEquals(
                7,
                left().join(right(), col("lv").eq(col("rd")).and(LOWER).and(UPPER))
                        .schema()
                        .size());
    }

    @Test
    void shouldRefuseAnInnerJoinThatKeepsRowsForEver() {
        List<Problem> problems = problems(left().join(right(), EQUAL));
        assertEquals(List.of(ErrorCode.JOIN_NO_TIME_BOUND, ErrorCode.JOIN_NO_TIME_BOUND), codes(problems));
        assertEquals(
                List.of("LEFT", "RIGHT"), problems.stream().map(Problem::column).toList());
        assertTrue(problems.get(0).wayOut().contains("unboundedState"), problems.toString());
        assertEquals(
                List.of(ErrorCode.STATE_UNBOUNDED, ErrorCode.STATE_UNBOUNDED),
                codes(problems(Tidemark.stream("left", left).join(Tidemark.stream("right", right), EQUAL))));
    }

    @Test
    void shouldNameTheSideThatNothingBounds() {
        List<Problem> problems = problems(left().join(right(), EQUAL.and(UPPER)));
        assertEquals(List.of(ErrorCode.JOIN_NO_TIME_BOUND), codes(problems));
        assertEquals("RIGHT", problems.get(0).column());
        assertTrue(problems.get(0).wayOut().contains("rt <= add_time(lt, 5000000000)"), problems.toString());
    }

    /** Consent to large state does not help where the answer would be wrong. */
    @ParameterizedTest
    @EnumSource(
            value = JoinType.class,
            names = {"INNER", "RIGHT_OUTER"},
            mode = Mode.EXCLUDE)
    void shouldRefuseToWaitForEverForAPartner(JoinType type) {
        List<Problem> problems = problems(
                left().join(right(), type).unboundedState("it is small").on(EQUAL, LOWER));
        assertEquals(List.of(ErrorCode.JOIN_NO_TIME_BOUND), codes(problems));
        assertEquals("LEFT", problems.get(0).column());
    }

    @Test
    void shouldAskForTheWatermarkOfTheOtherSide() {
        StreamFrame without = Tidemark.stream("right", right);
        List<Problem> problems = problems(left().join(without, JoinType.LEFT_OUTER)
                .unboundedState("it is small")
                .on(EQUAL, LOWER, UPPER));
        assertEquals(List.of(ErrorCode.WATERMARK_MISSING), codes(problems));
        assertEquals("RIGHT", problems.get(0).column());
    }

    @Test
    void shouldRefuseToGoByTheWatermarkOfAnInputThatHasNone() {
        StreamFrame without = Tidemark.stream("right", right);
        assertEquals(
                List.of(ErrorCode.WATERMARK_MISSING),
                codes(problems(left().join(without, JoinType.INNER)
                        .watermark(JoinWatermark.PER_INPUT)
                        .unboundedState("it is small")
                        .on(EQUAL, LOWER, UPPER))));
    }

    @Test
    void shouldReadABoundHoweverItIsWritten() {
        for (Column times : List.of(
                LOWER.and(UPPER),
                between(col("rt"), col("lt"), col("lt").plus(Duration.ofSeconds(5))),
                between(col("lt"), col("rt").minus(Duration.ofSeconds(5)), col("rt")),
                col("lt")
                        .le(col("rt"))
                        .and(col("lt").plus(Duration.ofSeconds(5)).ge(col("rt"))),
                col("rt")
                        .lt(col("lt")
                                .plus(Duration.ofSeconds(2))
                                .plus(Duration.ofSeconds(3))
                                .plus(Duration.ofNanos(1)))
                        .and(col("rt").gt(col("lt").minus(Duration.ofNanos(1)))))) {
            String text = writer(left().join(right(), EQUAL.and(times))).explain();
            assertTrue(text.contains("left rows until W > lt + PT5S, right rows until W > rt + PT0S"), text);
        }
    }

    @Test
    void shouldRefuseModesThatAJoinCannotServe() {
        StreamFrame outer =
                left().join(right(), JoinType.LEFT_OUTER, EQUAL.and(LOWER).and(UPPER));
        assertEquals(
                List.of(ErrorCode.MODE_UNSUPPORTED),
                codes(problems(outer, writer -> writer.outputMode(OutputMode.UPDATE))));
        StreamFrame inner = left().join(right(), EQUAL.and(LOWER).and(UPPER));
        assertEquals(
                List.of(ErrorCode.MODE_UNSUPPORTED),
                codes(problems(inner, writer -> writer.outputMode(OutputMode.COMPLETE))));
    }

    @Test
    void shouldRefuseWhatSparkRefuses() {
        assertEquals(
                List.of(ErrorCode.JOIN_TYPE_UNSUPPORTED),
                codes(problems(
                        left().join(
                                        right(),
                                        JoinType.LEFT_ANTI,
                                        EQUAL.and(LOWER).and(UPPER)),
                        StreamWriter::spark)));
        StreamFrame joined = left().join(right(), EQUAL.and(LOWER).and(UPPER)).select("lt", "lk", "rt");
        StreamFrame again = joined.join(
                right().select(col("rt").as("qt"), col("rk").as("qk")),
                col("lk").eq(col("qk")).and(col("qt").eq(col("lt"))));
        assertEquals(List.of(ErrorCode.EVENT_TIME_AMBIGUOUS), codes(problems(again, StreamWriter::spark)));
    }

    private StreamFrame left() {
        return Tidemark.stream("left", left).withWatermark("lt", Duration.ZERO);
    }

    private StreamFrame right() {
        return Tidemark.stream("right", right).withWatermark("rt", Duration.ZERO);
    }

    private static StreamWriter writer(StreamFrame frame) {
        return frame.writeStream().queryName("join").foreach((row, sequence) -> {});
    }

    private static List<Problem> problems(StreamFrame frame) {
        return problems(frame, writer -> writer);
    }

    private static List<Problem> problems(StreamFrame frame, UnaryOperator<StreamWriter> settings) {
        TidemarkException error = assertThrows(
                TidemarkException.class, () -> settings.apply(writer(frame)).build());
        error.problems()
                .forEach(problem -> assertTrue(
                        !problem.wayOut().isBlank() && !problem.reason().isBlank()));
        return error.problems();
    }

    private static List<ErrorCode> codes(List<Problem> problems) {
        return problems.stream().map(Problem::code).toList();
    }
}
