package io.tidemark.metrics.diagnosis;

import static io.tidemark.metrics.diagnosis.SampleSpec.MILLI;
import static io.tidemark.metrics.diagnosis.SampleSpec.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Crossing a bound of the service level. */
class ThresholdTest {
    private static final ServiceLevel ALL = ServiceLevel.builder()
            .freshness(Duration.ofSeconds(10))
            .stepP95(Duration.ofMillis(5))
            .droppedPerSecond(20)
            .droppedShare(0.02)
            .stateBytes(100_000)
            .backlogAge(Duration.ofSeconds(2))
            .completeness(0.98)
            .build();

    @ParameterizedTest
    @EnumSource(Threshold.class)
    void shouldTellOfABoundThatIsCrossedAfterThreeSamplesAndOfItsEndAfterFive(Threshold threshold) {
        Heard heard = Heard.from(
                SampleSpec.series(40, (i, s) -> {
                    if (i >= 10 && i < 20) {
                        crossing(threshold).accept(s);
                    }
                }),
                ALL);
        List<String> lines = heard.lines().stream()
                .filter(line -> line.endsWith(" " + threshold))
                .toList();

        // Rates and shares are those of a window of 5: they may hold for up to 4 samples more.
        assertEquals(2, lines.size(), heard.lines()::toString);
        assertEquals("12 ENTERED " + threshold, lines.get(0));
        int left = Integer.parseInt(lines.get(1).substring(0, 2));
        assertTrue(left >= 24 && left <= 28, lines::toString);
        assertTrue(lines.get(1).contains("LEFT"), lines::toString);
        assertEquals(List.of(), heard.standing().crossed());
    }

    @ParameterizedTest
    @EnumSource(Threshold.class)
    void shouldNotTellOfABoundThatIsJustReached(Threshold threshold) {
        Heard heard =
                Heard.from(SampleSpec.series(40, (i, s) -> reaching(threshold).accept(s)), ALL);

        assertEquals(List.of("6 ENTERED HEALTHY"), heard.lines());
    }

    @ParameterizedTest
    @EnumSource(Threshold.class)
    void shouldNotTellOfABoundThatIsNotDeclaredOrOfAFigureThatIsNotKnown(Threshold threshold) {
        Heard undeclared =
                Heard.from(SampleSpec.series(40, (i, s) -> crossing(threshold).accept(s)), ServiceLevel.NONE);
        Heard unknown = Heard.from(
                SampleSpec.series(40, (i, s) -> {
                    s.freshnessNs = Sample.UNKNOWN;
                    s.p95Ns = Sample.UNKNOWN;
                    s.dropped = Sample.UNKNOWN;
                    s.late = Sample.UNKNOWN;
                    s.stateBytes = Sample.UNKNOWN;
                    s.oldestAgeNs = Sample.UNKNOWN;
                }),
                ALL);

        assertTrue(undeclared.everSaid().stream().noneMatch(Threshold.class::isInstance), undeclared.lines()::toString);
        assertEquals(List.of(), unknown.lines());
    }

    @Test
    void shouldShowWhatIsCrossedWithItsNumbersAndItsPage() {
        Heard heard = Heard.from(
                SampleSpec.series(10, (i, s) -> crossing(Threshold.BACKLOG_AGE).accept(s)), ALL);

        assertEquals(
                List.of(
                        "BACKLOG_AGE: age of the oldest waiting row 2.001 s > 2. Read the verdict that stands beside it: it says why rows"
                                + " wait. See docs/operations.md#backlog_age."),
                heard.standing().crossed().stream().map(Finding::toString).toList());
    }

    @Test
    void shouldTakeTheCompletenessOfTheServiceLevelWhereTheSampleHasNone() {
        Heard heard = Heard.from(
                SampleSpec.series(10, (i, s) -> {
                    s.target = Double.NaN;
                    s.late = 21;
                }),
                ALL);

        assertEquals(Verdict.LATE_LOSS, heard.verdict());
    }

    @Test
    void shouldRefuseABoundOutsideItsRange() {
        for (Consumer<ServiceLevelBuilder> bad : List.<Consumer<ServiceLevelBuilder>>of(
                level -> level.freshness(Duration.ZERO),
                level -> level.stepP95(Duration.ofSeconds(-1)),
                level -> level.backlogAge(Duration.ofDays(200_000)),
                level -> level.droppedPerSecond(-1),
                level -> level.droppedPerSecond(Double.NaN),
                level -> level.droppedShare(1.01),
                level -> level.completeness(Double.NaN),
                level -> level.stateBytes(0))) {
            TidemarkException e = assertThrows(TidemarkException.class, () -> bad.accept(ServiceLevel.builder()));
            assertEquals(ErrorCode.SETTING_INVALID, e.code());
        }
        assertEquals(0, ServiceLevel.builder().droppedPerSecond(0).build().droppedPerSecond());
    }

    /** Just over the bound. */
    private static Consumer<SampleSpec> crossing(Threshold threshold) {
        return switch (threshold) {
            case FRESHNESS -> s -> s.freshnessNs = 10 * SECOND + MILLI;
            case STEP_P95 -> s -> s.p95Ns = 5 * MILLI + 1000;
            // 101 in the first sample alone are more than 20 a second over a window of 5.
            case DROPPED_RATE ->
                s -> {
                    s.dropped = 101;
                    s.processed = 100_000;
                };
            case DROPPED_SHARE ->
                s -> {
                    s.dropped = 100;
                    s.processed = 100;
                };
            case STATE_SIZE -> s -> s.stateBytes = 100_001;
            case BACKLOG_AGE -> s -> s.oldestAgeNs = 2 * SECOND + MILLI;
            case COMPLETENESS -> s -> s.late = 101;
        };
    }

    /** Just at the bound. */
    private static Consumer<SampleSpec> reaching(Threshold threshold) {
        return switch (threshold) {
            case FRESHNESS -> s -> s.freshnessNs = 10 * SECOND;
            case STEP_P95 -> s -> s.p95Ns = 5 * MILLI;
            case DROPPED_RATE -> s -> s.dropped = 20;
            case DROPPED_SHARE ->
                s -> {
                    s.dropped = 2;
                    s.processed = 100;
                };
            case STATE_SIZE -> s -> s.stateBytes = 100_000;
            case BACKLOG_AGE -> s -> s.oldestAgeNs = 2 * SECOND;
            case COMPLETENESS ->
                s -> {
                    s.late = 20;
                    s.target = 0.9;
                };
        };
    }
}
