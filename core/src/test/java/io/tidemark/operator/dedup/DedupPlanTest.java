package io.tidemark.operator.dedup;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DedupPlanTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MemoryJournal source =
            MemoryJournal.of("in", Schema.parse("ts timestamp, id string, seq long, price long"));

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void shouldRefuseKeysThatAreNeverForgottenAndNameTheWaysOut() {
        Problem problem = only(timed().dropDuplicates("id", "seq"), OutputMode.APPEND);
        assertEquals(ErrorCode.STATE_UNBOUNDED, problem.code());
        assertEquals("deduplicate-1", problem.operator());
        assertEquals("id, seq", problem.column());
        assertTrue(problem.reason().contains("[id, seq]") && problem.reason().contains("'ts'"), problem.reason());
        for (String way : List.of("'ts'", "within(", "dropDuplicatesWithinWatermark(", "unboundedState(")) {
            assertTrue(problem.wayOut().contains(way), problem.wayOut());
        }
        Problem untimed = only(stream().dropDuplicates("id"), OutputMode.APPEND);
        assertEquals(ErrorCode.STATE_UNBOUNDED, untimed.code());
        assertTrue(untimed.wayOut().contains("withWatermark("), untimed.wayOut());
        assertEquals(
                ErrorCode.STATE_UNBOUNDED,
                only(timed().dropDuplicates(Deduplicate.by("id").unboundedState(" ")), OutputMode.APPEND)
                        .code());
    }

    @Test
    void shouldAcceptKeysWithABoundOrAReason() {
        assertAccepted(timed().dropDuplicates("id", "ts"), OutputMode.APPEND);
        assertAccepted(timed().dropDuplicates(), OutputMode.APPEND);
        assertAccepted(timed().dropDuplicatesWithinWatermark("id"), OutputMode.APPEND);
        assertAccepted(timed().dropDuplicates(Deduplicate.by("id").within(MINUTE)), OutputMode.APPEND);
        assertAccepted(
                stream().dropDuplicates(Deduplicate.by("id").unboundedState("a hundred venues")), OutputMode.APPEND);
    }

    @Test
    void shouldRefuseATimeWithoutAWatermark() {
        assertEquals(
                ErrorCode.WATERMARK_MISSING,
                only(stream().dropDuplicatesWithinWatermark("id"), OutputMode.APPEND)
                        .code());
        assertEquals(
                ErrorCode.WATERMARK_MISSING,
                only(stream().dropDuplicates(Deduplicate.by("id").within(MINUTE)), OutputMode.APPEND)
                        .code());
        Problem lost = only(
                timed().select(col("ts").plus(MINUTE).as("later"), col("id")).dropDuplicatesWithinWatermark("id"),
                OutputMode.APPEND);
        assertEquals(ErrorCode.WATERMARK_LOST_BY_EXPRESSION, lost.code());
        assertEquals("ts", lost.column());
        assertEquals(
                ErrorCode.WATERMARK_MISSING,
                only(
                                stream()
                                        .dropDuplicates(Deduplicate.by("id")
                                                .unboundedState("few")
                                                .keep(Keep.LATEST_EVENT)),
                                OutputMode.UPDATE)
                        .code());
    }

    @Test
    void shouldRefuseTwoEventTimes() {
        Problem problem = only(
                timed().select(col("ts"), col("ts").as("again"), col("id")).dropDuplicates("id", "ts"),
                OutputMode.APPEND);
        assertEquals(ErrorCode.EVENT_TIME_AMBIGUOUS, problem.code());
        assertEquals("again", problem.column());
        assertTrue(problem.reason().contains("'ts'"), problem.reason());
    }

    @Test
    void shouldRefuseColumnsThatAreNotThereAllTogether() {
        List<Problem> problems = problems(
                timed().dropDuplicates(Deduplicate.by("id", "ix")
                        .within(MINUTE)
                        .keep(Keep.greatest("version"))
                        .conflictsOn("prize")),
                OutputMode.APPEND);
        assertEquals(
                List.of("ix", "version", "prize"),
                problems.stream().map(Problem::column).toList());
        assertTrue(
                problems.stream().allMatch(problem -> problem.code() == ErrorCode.COLUMN_UNKNOWN), problems.toString());
    }

    @Test
    void shouldRefuseANegativeSpan() {
        assertEquals(
                ErrorCode.SETTING_INVALID,
                only(timed().dropDuplicates(Deduplicate.by("id").within(MINUTE.negated())), OutputMode.APPEND)
                        .code());
    }

    @Test
    void shouldRefuseToWaitForAnEndThatNeverComes() {
        Deduplicate how = Deduplicate.by("id").unboundedState("few").keep(Keep.greatest("seq"));
        assertEquals(
                ErrorCode.STATE_UNBOUNDED,
                only(stream().dropDuplicates(how), OutputMode.APPEND).code());
        assertAccepted(stream().dropDuplicates(how), OutputMode.UPDATE);
    }

    @Test
    void shouldKnowWhoMayStandBelow() {
        StreamFrame first = timed().dropDuplicates("id", "ts");
        assertAccepted(first.groupBy(window("ts", MINUTE)).agg(count()), OutputMode.UPDATE);
        assertEquals(
                ErrorCode.MODE_UNSUPPORTED, only(first, OutputMode.COMPLETE).code());
        StreamFrame updates = timed().dropDuplicates(Deduplicate.by("id", "ts").keep(Keep.greatest("seq")))
                .filter(col("seq").gt(1));
        Problem problem = only(updates.groupBy(window("ts", MINUTE)).agg(count()), OutputMode.UPDATE);
        assertEquals(ErrorCode.CHANGELOG_MISMATCH, problem.code());
        assertTrue(problem.reason().contains("'deduplicate-1'"), problem.reason());
        assertAccepted(updates.groupBy(window("ts", MINUTE)).agg(count()), OutputMode.APPEND);
        assertEquals(
                ErrorCode.CHANGELOG_MISMATCH,
                only(timed().groupBy(window("ts", MINUTE)).agg(count()).dropDuplicates("window_end"), OutputMode.UPDATE)
                        .code());
    }

    @Test
    void shouldTakeTheGreatestDelayOfStreamsThatMeet() {
        try (MemoryJournal other = MemoryJournal.of("other", source.schema())) {
            StreamFrame both = stream()
                    .withWatermark("ts", Duration.ofSeconds(3))
                    .union(Tidemark.stream("other", other).withWatermark("ts", Duration.ofSeconds(7)))
                    .dropDuplicatesWithinWatermark("id");
            String text = both.writeStream().explain();
            assertTrue(text.contains("within PT7S before the watermark"), text);
        }
    }

    private StreamFrame stream() {
        return Tidemark.stream("in", source);
    }

    private StreamFrame timed() {
        return stream().withWatermark("ts", Duration.ofSeconds(30));
    }

    private static void assertAccepted(StreamFrame frame, OutputMode mode) {
        try (MemoryJournal out = MemoryJournal.output("out")) {
            frame.writeStream().queryName("q").outputMode(mode).to(out).build();
        }
    }

    private static Problem only(StreamFrame frame, OutputMode mode) {
        List<Problem> problems = problems(frame, mode);
        assertEquals(1, problems.size(), problems.toString());
        return problems.get(0);
    }

    private static List<Problem> problems(StreamFrame frame, OutputMode mode) {
        try (MemoryJournal out = MemoryJournal.output("out")) {
            return assertThrows(
                            TidemarkException.class,
                            () -> frame.writeStream()
                                    .queryName("q")
                                    .outputMode(mode)
                                    .to(out)
                                    .build())
                    .problems();
        }
    }
}
