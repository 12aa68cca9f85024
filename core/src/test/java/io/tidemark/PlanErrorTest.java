package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Aggregate;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.watermark.ClockGuard;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlanErrorTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MemoryJournal source =
            MemoryJournal.of("trades", Schema.parse("ts timestamp, sent timestamp, symbol string, price long"));

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void shouldReportAllProblemsOfAnOperatorTogether() {
        List<Problem> problems = problems(stream()
                .withWatermark("ts", MINUTE)
                .groupBy(window("ts", Duration.ZERO), "sybmol")
                .agg(sum("symbol"), sum("prize"), new Aggregate("mode", List.of(), null, null)));
        assertEquals(
                List.of(
                        ErrorCode.WINDOW_SPEC_INVALID,
                        ErrorCode.COLUMN_UNKNOWN,
                        ErrorCode.TYPE_MISMATCH,
                        ErrorCode.COLUMN_UNKNOWN,
                        ErrorCode.FUNCTION_UNSUPPORTED),
                problems.stream().map(Problem::code).toList());
        assertTrue(
                problems.stream().allMatch(problem -> problem.operator().equals("aggregate-1")), problems.toString());
        assertFalse(problems.stream().anyMatch(problem -> problem.wayOut().isBlank()), problems.toString());
    }

    @Test
    void shouldReportWhatTheWriterLacksBesideWhatThePlanLacks() {
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> stream()
                        .filter(col("nothing").gt(1))
                        .writeStream()
                        .pollLimit(0)
                        .invoker());
        assertEquals(
                List.of(
                        ErrorCode.COLUMN_UNKNOWN,
                        ErrorCode.QUERY_INCOMPLETE,
                        ErrorCode.QUERY_INCOMPLETE,
                        ErrorCode.SETTING_INVALID),
                error.problems().stream().map(Problem::code).toList());
        assertTrue(error.getMessage().startsWith("4 problems:"), error.getMessage());
    }

    @Test
    void shouldRefuseWindowWithoutWatermark() {
        assertEquals(
                ErrorCode.WATERMARK_MISSING,
                only(stream().groupBy(window("ts", MINUTE)).agg(count())).code());
    }

    @Test
    void shouldNameBothColumnsWhenTheWatermarkIsOnAnother() {
        Problem problem = only(stream()
                .withWatermark("ts", MINUTE)
                .groupBy(window("sent", MINUTE))
                .agg(count()));
        assertEquals(ErrorCode.WATERMARK_COLUMN_MISMATCH, problem.code());
        assertEquals("sent", problem.column());
        assertTrue(problem.reason().contains("'ts'") && problem.reason().contains("'sent'"), problem.reason());
    }

    @Test
    void shouldRefuseWindowOverAnExpressionOfTheWatermarkedColumn() {
        assertEquals(
                ErrorCode.WATERMARK_LOST_BY_EXPRESSION,
                only(stream()
                                .withWatermark("ts", MINUTE)
                                .groupBy(window(col("ts").plus(MINUTE), MINUTE, Duration.ZERO))
                                .agg(count()))
                        .code());
    }

    @Test
    void shouldKeepTheWatermarkOfARenamedColumn() {
        assertEquals(
                List.of(),
                problems(stream()
                        .withWatermark("ts", MINUTE)
                        .select(col("ts").as("time"), col("price"))
                        .groupBy(window("time", MINUTE))
                        .agg(sum("price"))));
    }

    @Test
    void shouldLoseTheWatermarkOfAComputedColumn() {
        assertEquals(
                ErrorCode.WATERMARK_LOST_BY_EXPRESSION,
                only(stream()
                                .withWatermark("ts", MINUTE)
                                .withColumn("ts", col("ts").plus(MINUTE))
                                .groupBy(window("ts", MINUTE))
                                .agg(count()))
                        .code());
    }

    @Test
    void shouldRefuseSecondWatermark() {
        assertEquals(
                ErrorCode.WATERMARK_REDEFINED,
                only(stream().withWatermark("ts", MINUTE).withWatermark("sent", MINUTE))
                        .code());
    }

    @Test
    void shouldRefuseNegativeDelay() {
        assertEquals(
                ErrorCode.WATERMARK_DELAY_INVALID,
                only(stream().withWatermark("ts", Duration.ofSeconds(-10))).code());
    }

    @Test
    void shouldRefuseWatermarkOnText() {
        assertEquals(
                ErrorCode.TYPE_MISMATCH,
                only(stream().withWatermark("symbol", MINUTE)).code());
    }

    @Test
    void shouldRefuseClockGuardWithoutIngestTimes() {
        assertEquals(
                ErrorCode.INGEST_TIME_MISSING,
                only(stream().withWatermark("ts", MINUTE, ClockGuard.maxFutureSkew(MINUTE)))
                        .code());
    }

    @Test
    void shouldRefuseClocks() {
        assertEquals(
                ErrorCode.NONDETERMINISTIC_EXPRESSION,
                only(stream().withColumn("now", io.tidemark.expr.Functions.call("current_timestamp")))
                        .code());
    }

    @Test
    void shouldRefuseFilterThatIsNoTruthValue() {
        assertEquals(
                ErrorCode.TYPE_MISMATCH,
                only(stream().filter(col("price").plus(lit(1L)))).code());
    }

    @Test
    void shouldRefuseTwoColumnsOfOneName() {
        assertEquals(
                ErrorCode.COLUMN_DUPLICATE,
                only(stream().select(col("price"), col("symbol").as("price"))).code());
        assertEquals(
                ErrorCode.COLUMN_DUPLICATE,
                only(stream()
                                .withWatermark("ts", MINUTE)
                                .groupBy(window("ts", MINUTE), "price")
                                .agg(sum("price").as("price")))
                        .code());
    }

    @Test
    void shouldRefuseUidThatIsTaken() {
        assertEquals(
                ErrorCode.SETTING_INVALID,
                only(stream()
                                .filter(col("price").gt(1L))
                                .uid("same")
                                .filter(col("price").gt(2L))
                                .uid("same"))
                        .code());
    }

    @Test
    void shouldRefuseWindowOffsetAsLongAsTheWindow() {
        assertEquals(
                ErrorCode.WINDOW_SPEC_INVALID,
                only(stream()
                                .withWatermark("ts", MINUTE)
                                .groupBy(window(col("ts"), Duration.ofHours(24), Duration.ofHours(25)))
                                .agg(count()))
                        .code());
    }

    private StreamFrame stream() {
        return Tidemark.stream("trades", source);
    }

    private static Problem only(StreamFrame frame) {
        List<Problem> problems = problems(frame);
        assertEquals(1, problems.size(), problems.toString());
        return problems.get(0);
    }

    private static List<Problem> problems(StreamFrame frame) {
        try {
            frame.writeStream()
                    .queryName("q")
                    .foreach((row, sequence) -> {})
                    .invoker()
                    .close();
            return List.of();
        } catch (TidemarkException e) {
            return e.problems();
        }
    }
}
