package io.tidemark.probes;

import static io.tidemark.expr.CalendarFunctions.calendarWindow;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.hopping;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.calendar.ZoneCalendar;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Window;
import io.tidemark.operator.DropReason;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults of window arithmetic that users met in neighbouring engines; the names carry the ids of the probes. */
class WindowProbesTest {
    private static final Duration DAY = Duration.ofHours(24);

    @Test
    void w03ShouldShiftDailyWindowsByTheOffset() {
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, window(col("ts"), DAY, Duration.ofHours(-8)))) {
            run.row("k", Instant.parse("2024-01-01T15:59:59.999Z"), 1);
            run.row("k", Instant.parse("2024-01-01T16:00:00Z"), 1);
            long first = Instant.parse("2023-12-31T16:00:00Z").getEpochSecond();
            long second = Instant.parse("2024-01-01T16:00:00Z").getEpochSecond();
            List<String> rows = new ArrayList<>(run.batch());
            rows.addAll(run.flush());
            assertEquals(
                    List.of("k [" + first + "," + second + ") 1 1", "k [" + second + "," + (second + 86_400) + ") 1 1"),
                    rows);
        }
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> ProbeRun.windows(Duration.ZERO, window(col("ts"), DAY, Duration.ofHours(25))));
        assertEquals(ErrorCode.WINDOW_SPEC_INVALID, error.code());
    }

    @Test
    void w04ShouldPutRowsIntoAllTheirSlidingWindows() {
        try (ProbeRun run = ProbeRun.windows(
                Duration.ofSeconds(100), sliding("ts", Duration.ofSeconds(10), Duration.ofSeconds(4)))) {
            run.row("nine", 9, 1).row("ten", 10, 1);
            assertEquals(
                    List.of(
                            "nine [0,10) 1 1",
                            "nine [4,14) 1 1",
                            "ten [4,14) 1 1",
                            "nine [8,18) 1 1",
                            "ten [8,18) 1 1"),
                    run.flush());
        }
    }

    @Test
    void w04ShouldLeaveTimesBetweenHoppingWindowsOutAndNotCallThemLate() {
        try (ProbeRun run =
                ProbeRun.windows(Duration.ZERO, hopping("ts", Duration.ofSeconds(4), Duration.ofSeconds(10)))) {
            run.row("k", 3, 1).row("k", 7, 1);
            run.batch();
            assertEquals(List.of(), run.batch());
            assertEquals(List.of(), run.flush());
            assertEquals(0, run.late());
            assertEquals(1, run.progress().dropped(DropReason.NO_WINDOW));
        }
    }

    @Test
    void w05ShouldNotDependOnHowRowsAreCutIntoBatches() {
        for (boolean oneBatch : new boolean[] {true, false}) {
            try (ProbeRun run = ProbeRun.windows(Duration.ZERO, window("ts", Duration.ofSeconds(10)))) {
                List<String> rows = new ArrayList<>();
                for (double time : new double[] {0, 9.999, 10.000}) {
                    run.row("k", time, 1);
                    if (!oneBatch) {
                        rows.addAll(run.batch());
                    }
                }
                rows.addAll(run.flush());
                assertEquals(List.of("k [0,10) 2 2", "k [10,20) 1 1"), rows);
            }
        }
    }

    @Test
    void w06ShouldCountEachMillisecondInFiveWindows() {
        try (ProbeRun run =
                ProbeRun.windows(Duration.ZERO, sliding("ts", Duration.ofMillis(5), Duration.ofMillis(1)))) {
            List<String> rows = new ArrayList<>();
            for (int ms = 1; ms <= 60; ms++) {
                run.row("k", ms / 1000.0, 1);
                rows.addAll(run.batch());
            }
            rows.addAll(run.flush());
            assertEquals(64, rows.size());
            for (int start = -3; start <= 60; start++) {
                int count = Math.min(5, Math.min(start + 4, 61 - start));
                String line = rows.get(start + 3);
                assertTrue(line.endsWith(") " + count + " " + count), start + ": " + line);
            }
        }
    }

    @Test
    void w10ShouldRefuseWindowsOfTooManyPanesAndServeThreeThousandSixHundred() {
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> ProbeRun.windows(
                        Duration.ZERO, sliding("ts", Duration.ofMillis(10_000_001), Duration.ofMillis(1))));
        assertEquals(ErrorCode.WINDOW_SPEC_INVALID, error.code());
        assertTrue(error.getMessage().contains("PT2H46M40.001S"), error.getMessage());
        try (ProbeRun run =
                ProbeRun.windows(Duration.ZERO, sliding("ts", Duration.ofHours(1), Duration.ofSeconds(1)))) {
            for (int i = 0; i < 1_000; i++) {
                run.row("k", i, 1);
            }
            int closed = run.batch().size();
            // A group for each pane, and one for each whole block of 60 panes that closed windows share.
            assertEquals(1_000 + 1_000 / 60, run.progress().stateRows());
            assertEquals(3_600 + 999, closed + run.flush().size());
        }
    }

    @Test
    void t02ShouldFollowTheClockOfTheZone() {
        Window days =
                calendarWindow(col("ts"), ZoneCalendar.days("Europe/Paris").startingAt(LocalTime.of(6, 0)));
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, days)) {
            run.row("k", Instant.parse("2023-03-26T14:56:00Z"), 1);
            run.row("k", Instant.parse("2023-10-28T04:00:00Z"), 1);
            run.row("k", Instant.parse("2023-10-29T04:59:59.999Z"), 1);
            run.row("k", Instant.parse("2023-10-29T14:56:00Z"), 1);
            long spring = Instant.parse("2023-03-26T04:00:00Z").getEpochSecond();
            long autumn = Instant.parse("2023-10-28T04:00:00Z").getEpochSecond();
            long hour = 3_600;
            List<String> rows = new ArrayList<>(run.batch());
            rows.addAll(run.flush());
            assertEquals(
                    List.of(
                            "k [" + spring + "," + (spring + 24 * hour) + ") 1 1",
                            "k [" + autumn + "," + (autumn + 25 * hour) + ") 2 2",
                            "k [" + (autumn + 25 * hour) + "," + (autumn + 49 * hour) + ") 1 1"),
                    rows);
            assertEquals(Instant.parse("2023-10-29T05:00:00Z"), Instant.ofEpochSecond(autumn + 25 * hour));
        }
    }

    @Test
    void t03ShouldTakeTheInstantAndNotTheLocalDay() {
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, window(col("ts"), DAY, Duration.ofHours(-8)))) {
            run.row("k", OffsetDateTime.parse("2019-07-17T02:00+08:00").toInstant(), 1);
            long start = Instant.parse("2019-07-16T16:00:00Z").getEpochSecond();
            assertEquals(List.of("k [" + start + "," + (start + 86_400) + ") 1 1"), run.flush());
        }
    }

    @Test
    void u02ShouldGroupByLongUnicodeKeys() {
        String key = "\u4e2d\ud83d\ude00\u00e9".repeat(100);
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, window("ts", Duration.ofSeconds(10)))) {
            run.row(key, 1, 1).row(key + "x", 2, 1).row(key, 3, 1);
            assertEquals(List.of(key + " [0,10) 2 2", key + "x [0,10) 1 1"), run.flush());
        }
    }
}
