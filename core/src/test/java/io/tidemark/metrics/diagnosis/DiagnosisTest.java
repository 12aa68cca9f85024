package io.tidemark.metrics.diagnosis;

import static io.tidemark.metrics.diagnosis.VerdictCase.rising;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Windows, hysteresis, order and events of a diagnosis. */
class DiagnosisTest {
    @Test
    void shouldSayNothingBeforeAWindowAndThreeSamplesInARow() {
        // The window of 5 is full with sample 4; samples 4, 5 and 6 agree.
        assertEquals(
                List.of("6 ENTERED HEALTHY"),
                Heard.from(SampleSpec.series(20, (i, s) -> {})).lines());
        assertEquals(List.of(), Heard.from(SampleSpec.series(6, (i, s) -> {})).lines());
        assertEquals(
                Optional.empty(),
                Heard.from(SampleSpec.series(6, (i, s) -> {})).standing().verdict());
    }

    @Test
    void shouldEnterAfterThreeSamplesAndLeaveAfterFive() {
        Heard heard = Heard.from(SampleSpec.series(40, (i, s) -> {
            boolean ahead = i >= 10 && i < 20;
            s.watermark = ahead ? s.timeNs + 61 * SampleSpec.SECOND : s.watermark;
        }));

        // It holds for samples 10 to 19: begun with 12, the third; ended with 24, the fifth after them.
        assertEquals(
                List.of(
                        "6 ENTERED HEALTHY",
                        "12 ENTERED POISONED_CLOCK",
                        "24 LEFT POISONED_CLOCK",
                        "24 ENTERED HEALTHY"),
                heard.lines());
        DiagnosisEvent left = heard.events.get(heard.events.size() - 2);
        assertFalse(left.finding().matched());
        assertTrue(left.finding().toString().contains("watermark ahead of the clock -5 s not > 60"), left::toString);
    }

    @Test
    void shouldNotEnterForTwoSamplesNorLeaveForFour() {
        Heard two = Heard.from(SampleSpec.series(
                40, (i, s) -> s.watermark = i % 4 >= 2 ? s.timeNs + 61 * SampleSpec.SECOND : s.watermark));
        Heard four = Heard.from(SampleSpec.series(
                60, (i, s) -> s.watermark = i < 10 || i % 5 == 0 ? s.timeNs + 61 * SampleSpec.SECOND : s.watermark));

        assertFalse(two.everSaid().contains(Verdict.POISONED_CLOCK), two.lines()::toString);
        assertEquals(Verdict.POISONED_CLOCK, four.verdict());
        assertEquals(List.of("6 ENTERED POISONED_CLOCK"), four.lines());
    }

    @Test
    void shouldReportTheFirstOfTheTableAndTheOthersAsContributing() {
        Heard heard = Heard.from(SampleSpec.series(20, rising((i, s) -> {
            s.throttled = 0.5;
            s.sink = 0.6;
            s.late = 100;
        })));

        assertEquals(Verdict.THROTTLED_SOURCE, heard.verdict());
        assertEquals(List.of(Verdict.SLOW_SINK, Verdict.LATE_LOSS), heard.contributing());
        assertEquals(1, heard.events.size());
        assertEquals(2, heard.events.get(0).contributing().size());
        assertTrue(heard.standing()
                .verdict()
                .orElseThrow()
                .counterEvidence()
                .toString()
                .contains("sink share 0.6"));
    }

    @Test
    void shouldTellOfAVerdictThatJoinsLater() {
        Heard heard = Heard.from(SampleSpec.series(40, rising((i, s) -> {
            s.throttled = i < 25 ? 0.5 : 0;
            s.watermark = i >= 12 ? s.timeNs + 61 * SampleSpec.SECOND : s.watermark;
        })));

        // Held back: 0.5, 0.4, 0.3, 0.2 of the window, so samples up to 26 are above 0.2; the fifth after them is 31 or
        // 32.
        assertEquals("6 ENTERED THROTTLED_SOURCE", heard.lines().get(0));
        assertEquals("14 CONTRIBUTING THROTTLED_SOURCE", heard.lines().get(1));
        assertEquals(
                List.of("LEFT THROTTLED_SOURCE", "ENTERED POISONED_CLOCK"),
                heard.lines().subList(2, 4).stream()
                        .map(line -> line.substring(line.indexOf(' ') + 1))
                        .toList());
        assertEquals(4, heard.events.size());
        assertEquals(List.of(), heard.contributing());
    }

    @Test
    void shouldNotBlameCapacityWhereThereIsAnotherCause() {
        Heard heard = Heard.from(SampleSpec.series(20, rising((i, s) -> {
            VerdictCase.of(Verdict.UNDER_CAPACITY).accept(i, s);
            s.topKeys = List.of(new KeyShare("EURUSD", 0.9));
        })));

        assertEquals(Verdict.SKEW, heard.verdict());
        assertEquals(List.of(), heard.contributing());
    }

    @Test
    void shouldEndAVerdictWhoseFiguresAreNotKnownAnyMore() {
        Heard heard = Heard.from(SampleSpec.series(30, (i, s) -> s.late = i < 15 ? 100 : Sample.UNKNOWN));

        assertEquals(List.of("6 ENTERED LATE_LOSS", "19 LEFT LATE_LOSS", "19 ENTERED HEALTHY"), heard.lines());
        assertTrue(heard.standing().verdict().orElseThrow().unknown().contains("share of late rows"));
    }

    @Test
    void shouldBeginANewWindowWhenTheClockGoesBack() {
        List<Sample> series = new ArrayList<>(SampleSpec.series(7, (i, s) -> {}));
        series.addAll(SampleSpec.series(4, (i, s) -> s.late = 900));
        Heard heard = Heard.from(series);

        assertEquals(List.of("6 ENTERED HEALTHY"), heard.lines());
    }

    @Test
    void shouldGiveTheSameEventsForTheSameSamples() {
        List<Sample> series = SampleSpec.series(40, rising((i, s) -> s.sink = i % 13 / 13.0));

        assertEquals(Heard.from(series).events, Heard.from(series).events);
    }

    @Test
    void shouldDeliverAllEventsBeforeAnExceptionOfAListenerGoesOn() {
        List<DiagnosisEvent> heard = new ArrayList<>();
        Diagnosis diagnosis = new Diagnosis(DiagnosisSettings.STANDARD, VerdictCase.LEVEL, event -> {
            heard.add(event);
            throw new IllegalStateException("no " + heard.size());
        });
        List<Sample> series = SampleSpec.series(7, (i, s) -> s.freshnessNs = 11 * SampleSpec.SECOND);
        series.subList(0, 6).forEach(diagnosis::add);

        IllegalStateException failure = assertThrows(IllegalStateException.class, () -> diagnosis.add(series.get(6)));
        assertEquals("no 1", failure.getMessage());
        assertEquals(1, failure.getSuppressed().length);
        assertEquals(
                List.of(Verdict.WATERMARK_LAG, Threshold.FRESHNESS),
                heard.stream().map(DiagnosisEvent::alarm).toList());
        assertEquals(
                Verdict.WATERMARK_LAG,
                diagnosis.standing().verdict().orElseThrow().alarm());
    }

    @Test
    void shouldWriteNumbersWithoutExponentsInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertEquals(
                    "arrival 69230800 rows/s > 0.00001",
                    new Evidence("arrival", 69_230_769.23, "rows/s", ">", 0.00001, true).toString());
            assertEquals("share 0.1 not > 0.5", new Evidence("share", 0.1, "", ">", 0.5, false).toString());
            assertEquals(
                    "eta without end s",
                    Evidence.figure("eta", Double.POSITIVE_INFINITY, "s").toString());
            assertEquals("eta unknown", Evidence.figure("eta", Double.NaN, "").toString());
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldRefuseSettingsOutsideTheirRange() {
        TidemarkException one = assertThrows(TidemarkException.class, () -> DiagnosisSettings.STANDARD.withWindow(4));
        assertEquals(ErrorCode.SETTING_INVALID, one.code());
        assertTrue(one.getMessage().contains("window = 4"), one::getMessage);
        assertThrows(TidemarkException.class, () -> DiagnosisSettings.STANDARD.withHysteresis(0, 5));
        assertThrows(TidemarkException.class, () -> DiagnosisSettings.STANDARD.withHysteresis(3, 0));
        assertEquals(60, DiagnosisSettings.STANDARD.withWindow(60).window());
    }
}
