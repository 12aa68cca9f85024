package io.tidemark.probes;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.watermark.ClockGuard;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults of watermarks that users met in neighbouring engines; the names carry the ids of the probes. */
class WatermarkProbesTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    @Test
    void m05ShouldAdvanceAndNeverGoBack() {
        try (ProbeRun run = ProbeRun.windows(Duration.ofSeconds(2), window("ts", TEN_SECONDS))) {
            List<Instant> watermarks = new ArrayList<>();
            for (double ms : new double[] {10_000, 9_990, 10_010, 10_005, 10_020}) {
                run.row("k", ms / 1000, 1);
                run.batch();
                watermarks.add(run.progress().watermark());
            }
            assertEquals(
                    List.of(8_000L, 8_000L, 8_010L, 8_010L, 8_020L),
                    watermarks.stream().map(Instant::toEpochMilli).toList());
        }
    }

    @Test
    void m06ShouldBringOutTheWindowWithoutFurtherInput() {
        Instant noon = Instant.parse("2024-01-01T12:00:00Z");
        try (ProbeRun run = ProbeRun.windows(Duration.ofMinutes(10), window("ts", Duration.ofMinutes(10)))) {
            run.row("k", noon.plus(Duration.ofMinutes(7)), 1).row("k", noon.plus(Duration.ofMinutes(21)), 1);
            long start = noon.getEpochSecond();
            assertEquals(List.of("k [" + start + "," + (start + 600) + ") 1 1"), run.batch());
            assertEquals(List.of(), run.batch());
        }
    }

    @Test
    void m08ShouldCountAllHonestRowsBesideOneFromTomorrow() {
        Instant ten = Instant.parse("2024-01-01T10:00:00Z");
        Schema schema = Schema.parse("ts timestamp");
        try (MemoryJournal source = MemoryJournal.withIngestTime("gateway", schema);
                MemoryJournal result = MemoryJournal.output("out");
                QueryInvoker query = Tidemark.stream("gateway", source)
                        .withWatermark("ts", Duration.ofMinutes(1), ClockGuard.maxFutureSkew(Duration.ofMinutes(5)))
                        .groupBy(window("ts", Duration.ofMinutes(1)))
                        .agg(count())
                        .writeStream()
                        .queryName("q")
                        .to(result)
                        .invoker()) {
            row(source, ten, ten);
            row(source, ten.plusSeconds(120), ten.plusSeconds(120));
            row(source, ten.plus(Duration.ofDays(1)), ten.plusSeconds(130));
            for (int minute = 3; minute <= 12; minute++) {
                row(source, ten.plusSeconds(60L * minute), ten.plusSeconds(60L * minute));
            }
            query.drain();
            assertEquals(
                    12,
                    result.rows().stream().mapToLong(row -> (Long) row.get(2)).sum());
            assertEquals(1, query.progress().dropped(DropReason.FUTURE));
            assertEquals(0, query.progress().dropped(DropReason.LATE));
        }
    }

    @Test
    void m11ShouldHaveNoWatermarkBeforeTheFirstRow() {
        try (ProbeRun run = ProbeRun.windows(Duration.ofSeconds(5), window("ts", TEN_SECONDS))) {
            assertNull(run.progress().watermark());
            run.batch();
            assertNull(run.progress().watermark());
        }
    }

    /** A month as a delay is a number of days, 31 at least: that is for the user to say. */
    @Test
    void m12ShouldTakeAMonthOfThirtyOneDays() {
        try (ProbeRun run = ProbeRun.windows(Duration.ofDays(31), window("ts", Duration.ofDays(1)))) {
            run.row("k", Instant.parse("2024-03-31T00:00:00Z"), 1);
            run.batch();
            run.row("k", Instant.parse("2024-03-02T00:00:00Z"), 1);
            run.batch();
            assertEquals(0, run.late());
        }
    }

    @Test
    void m13ShouldRefuseNegativeDelaysOnly() {
        TidemarkException error = assertThrows(
                TidemarkException.class, () -> ProbeRun.windows(Duration.ofSeconds(-10), window("ts", TEN_SECONDS)));
        assertEquals(ErrorCode.WATERMARK_DELAY_INVALID, error.code());
        ProbeRun.windows(Duration.ofDays(1).minusSeconds(10), window("ts", TEN_SECONDS))
                .close();
        ProbeRun.windows(Duration.ZERO, window("ts", TEN_SECONDS)).close();
    }

    @Test
    void m16ShouldDropARowOfAWindowThatIsOut() {
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, window("ts", TEN_SECONDS))) {
            run.row("MSFT", 100, 100).row("x", 200, 1);
            assertEquals(List.of("MSFT [100,110) 1 100"), run.batch());
            long rows = run.progress().stateRows();
            run.row("MSFT", 50, 9_999);
            assertEquals(List.of(), run.batch());
            assertEquals(1, run.late());
            assertEquals(rows, run.progress().stateRows());
        }
    }

    @Test
    void m17ShouldTakeARowBehindTheWatermarkInAnOpenWindow() {
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, window("ts", TEN_SECONDS))) {
            run.row("k", 707.322, 1);
            run.batch();
            run.row("k", 707.2, 1).row("k", 707.598, 1);
            run.batch();
            assertEquals(0, run.late());
            assertEquals(List.of("k [700,710) 3 3"), run.flush());
        }
    }

    /** Times are exact to the nanosecond: a row 499 us behind the greatest time is behind it, whatever the batches. */
    @Test
    void m19ShouldKeepTheDigitsOfTimes() {
        for (boolean oneBatch : new boolean[] {true, false}) {
            try (ProbeRun run = new ProbeRun(frame -> frame.withWatermark("ts", Duration.ZERO)
                    .groupBy(window("ts", Duration.ofNanos(500_000)), "k")
                    .agg(count(), sum("v"))
                    .writeStream())) {
                run.row("k", 1.000_999, 1);
                if (!oneBatch) {
                    assertEquals(List.of(), run.batch());
                    assertEquals(ProbeRun.at(1.000_999), run.progress().watermark());
                }
                run.row("k", 1.000_500, 1);
                run.row("k", 1.000_499, 1);
                List<String> rows = new ArrayList<>(run.batch());
                rows.addAll(run.flush());
                assertEquals(
                        oneBatch
                                ? List.of("k [1,1.0005) 1 1", "k [1.0005,1.001) 2 2")
                                : List.of("k [1.0005,1.001) 2 2"),
                        rows);
                assertEquals(oneBatch ? 0 : 1, run.late());
            }
        }
    }

    private static void row(MemoryJournal source, Instant time, Instant ingest) {
        source.appendValuesAt(ingest.getEpochSecond() * 1_000_000_000L, time);
    }
}
