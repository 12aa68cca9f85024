package io.tidemark.metrics.diagnosis;

import static io.tidemark.metrics.diagnosis.SampleSpec.MILLI;
import static io.tidemark.metrics.diagnosis.SampleSpec.SECOND;
import static io.tidemark.metrics.diagnosis.SampleSpec.START;
import static io.tidemark.metrics.diagnosis.VerdictCase.rising;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.time.Watermark;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each verdict: a series that produces it, and series that nearly do. */
class VerdictTableTest {
    @ParameterizedTest
    @EnumSource(Verdict.class)
    void shouldComeToTheVerdict(Verdict verdict) {
        Heard heard = heard(VerdictCase.of(verdict));

        assertEquals(verdict, heard.verdict(), heard.lines()::toString);
        assertEquals(List.of(), heard.contributing());
        Finding finding = heard.standing().verdict().orElseThrow();
        assertTrue(finding.evidence().stream().allMatch(Evidence::holds), finding::toString);
        assertTrue(finding.evidence().size() >= 1, finding::toString);
        assertTrue(finding.toString().contains("docs/operations.md#"), finding::toString);
    }

    @ParameterizedTest
    @EnumSource(Verdict.class)
    void shouldNotComeToTheVerdictWithoutAFigureThatItNeeds(Verdict verdict) {
        for (VerdictCase.Blank blank : VerdictCase.Blank.values()) {
            Heard heard = heard((i, s) -> {
                VerdictCase.of(verdict).accept(i, s);
                blank.apply(s);
            });
            boolean needed = VerdictCase.needs(verdict).contains(blank);

            assertEquals(!needed, heard.everSaid().contains(verdict), () -> verdict + " without " + blank);
        }
    }

    @ParameterizedTest
    @EnumSource(Verdict.class)
    void shouldSayNothingAboutAQueryThatDoesNotRun(Verdict verdict) {
        Heard heard = heard((i, s) -> {
            VerdictCase.of(verdict).accept(i, s);
            s.active = false;
        });

        assertEquals(List.of(), heard.lines());
    }

    @ParameterizedTest
    @EnumSource(Verdict.class)
    void shouldSayNothingWhereNothingIsKnown(Verdict verdict) {
        Heard heard = heard((i, s) -> {
            VerdictCase.of(verdict).accept(i, s);
            EnumSet.allOf(VerdictCase.Blank.class).forEach(blank -> blank.apply(s));
            s.maxTime = Sample.UNKNOWN;
        });

        assertEquals(Set.of(), heard.everSaid());
    }

    @Test
    void shouldNotCallASourceIdleFromWhichOneRowCame() {
        assertNever(Verdict.IDLE_SOURCE, (i, s) -> {
            VerdictCase.idle(i, s);
            s.arrived = i % 5 == 0 ? 1 : 0;
        });
        assertNever(Verdict.IDLE_SOURCE, (i, s) -> {
            VerdictCase.idle(i, s);
            s.backlog = 1;
        });
        assertNever(Verdict.IDLE_SOURCE, (i, s) -> {
            VerdictCase.idle(i, s);
            s.freshnessNs = 5 * SECOND;
        });
    }

    @Test
    void shouldNotCallAStepStuckThatConsumedARowOrIsNoLongerThanTenTimesUsual() {
        assertNever(Verdict.STUCK_STEP, (i, s) -> {
            VerdictCase.stuck(i, s);
            s.consumed = i % 5 == 0 ? 1 : 0;
        });
        assertNever(Verdict.STUCK_STEP, (i, s) -> {
            VerdictCase.stuck(i, s);
            s.p95Ns = 100 * MILLI;
            s.activeSince = s.timeNs - SECOND;
        });
        assertNever(Verdict.STUCK_STEP, (i, s) -> {
            VerdictCase.stuck(i, s);
            s.arrived = 0;
        });
    }

    @Test
    void shouldNotBlameAShareThatIsNotAboveItsLimit() {
        assertNever(Verdict.THROTTLED_SOURCE, rising((i, s) -> s.throttled = 0.2));
        assertNever(Verdict.SLOW_SINK, rising((i, s) -> s.sink = 0.5));
        assertNever(Verdict.STATE_BOUND, rising((i, s) -> {
            s.commit = 0.25;
            s.removal = 0.25;
        }));
        assertNever(Verdict.SKEW, rising((i, s) -> s.topKeys = List.of(new KeyShare("EURUSD", 0.3))));
        assertNever(Verdict.SKEW, rising((i, s) -> s.shards = List.of(100L, 100L, 200L)));
        assertNever(Verdict.UNDER_CAPACITY, rising((i, s) -> {
            VerdictCase.of(Verdict.UNDER_CAPACITY).accept(i, s);
            s.operator = 0.5;
        }));
        assertNever(Verdict.UNDER_CAPACITY, rising((i, s) -> {
            VerdictCase.of(Verdict.UNDER_CAPACITY).accept(i, s);
            s.processed = 1000;
        }));
    }

    @Test
    void shouldBlameNobodyForABacklogThatStaysOrGoesUpAndDown() {
        for (Verdict verdict : EnumSet.range(Verdict.THROTTLED_SOURCE, Verdict.UNDER_CAPACITY)) {
            assertNever(verdict, (i, s) -> {
                VerdictCase.of(verdict).accept(i, s);
                s.backlog = 5000;
            });
            // 8 of 10 pairs in order at the most: the rows that wait while a sample is taken.
            assertNever(verdict, (i, s) -> {
                VerdictCase.of(verdict).accept(i, s);
                s.backlog = new long[] {300, 0, 200, 100, 400}[i % 5];
            });
        }
    }

    @Test
    void shouldTellALimitFromAnAlignmentPauseAndFromStepsThatAreTooLong() {
        Finding limit = verdict(rising((i, s) -> s.throttled = 0.4));
        Finding pause = verdict(rising((i, s) -> {
            s.throttled = 0.1;
            s.paused = 0.3;
        }));
        Finding slow = verdict(rising((i, s) -> {
            s.throttled = 0.4;
            s.p95Ns = 100 * MILLI;
        }));

        assertEquals("source ticks", limit.subject());
        assertEquals(Verdict.THROTTLED_SOURCE.action(), limit.action());
        assertTrue(pause.action().startsWith("It waits for slower inputs"), pause::action);
        assertTrue(pause.toString().contains("pausedForAlignment share 0.3"), pause::toString);
        assertTrue(slow.action().contains("do not raise the limit"), slow::action);
        assertTrue(slow.counterEvidence().toString().contains("step p95 over its budget 0.1 s"), slow::toString);
    }

    @Test
    void shouldNameHotKeysAndHotShards() {
        Finding keys = verdict(VerdictCase.of(Verdict.SKEW));
        Finding shards = verdict(rising((i, s) -> s.shards = List.of(100L, 100L, 201L)));

        assertEquals("key EURUSD, key USDJPY", keys.subject());
        assertEquals(Verdict.SKEW, shards.alarm());
        assertEquals("shard 2", shards.subject());
    }

    @Test
    void shouldShowWhenABacklogWillBeGone() {
        Finding never = verdict(VerdictCase.of(Verdict.UNDER_CAPACITY));
        Finding soon = verdict(VerdictCase.of(Verdict.CATCHING_UP));

        assertTrue(never.toString().contains("time to catch up without end s"), never::toString);
        // 70 500 rows wait in the last sample and 500 a second go; by capacity 1000 rows take 0.1 s, 9000 are to spare.
        assertTrue(soon.toString().contains("time to catch up, by its trend 141 s"), soon::toString);
        assertTrue(soon.toString().contains("time to catch up, by capacity 7.83333 s"), soon::toString);
    }

    @Test
    void shouldNotCallWhatArrivesDuringOneStepABacklog() {
        // 1000 rows a second and steps of 1 ms: one row is on its way.
        assertNever(Verdict.CATCHING_UP, (i, s) -> s.backlog = i % 5 == 4 ? 0 : 1);
        assertNever(Verdict.CATCHING_UP, (i, s) -> s.backlog = 10_000);
        Heard onTheWay = heard((i, s) -> {
            s.backlog = 1;
            s.freshnessNs = 11 * SECOND;
        });
        Heard waiting = heard((i, s) -> {
            s.backlog = 2;
            s.freshnessNs = 11 * SECOND;
        });

        assertEquals(Verdict.WATERMARK_LAG, onTheWay.verdict());
        assertEquals(Set.of(Threshold.FRESHNESS), waiting.everSaid());
    }

    @Test
    void shouldNotBlameAnInputThatIsNotSilentOrAWatermarkThatMoves() {
        Heard moving = heard((i, s) -> {
            VerdictCase.stalled(i, s);
            s.watermark = START + i * SECOND / 50;
        });
        Heard notSilent = heard((i, s) -> {
            VerdictCase.stalled(i, s);
            VerdictCase.Blank.IDLE_SINCE.apply(s);
        });

        assertEquals(Verdict.STATE_GROWTH, moving.verdict());
        assertFalse(moving.everSaid().contains(Verdict.WATERMARK_STALLED));
        assertEquals(Set.of(Verdict.HEALTHY), notSilent.everSaid());
    }

    @Test
    void shouldNameTheInputThatNeverDelivered() {
        Finding finding = verdict((i, s) -> {
            VerdictCase.stalled(i, s);
            s.watermark = Watermark.NONE;
            s.moreSources.set(
                    0,
                    SourceFigures.of("fixings")
                            .rows(0, 0)
                            .backlog(0, 0, 0)
                            .watermark(Watermark.NONE)
                            .idleSince(START)
                            .build());
        });

        assertEquals(Verdict.WATERMARK_STALLED, finding.alarm());
        assertEquals("source fixings", finding.subject());
        assertTrue(finding.toString().contains("silence of the input 59 s > 0"), finding::toString);
    }

    @Test
    void shouldCountAnInputThatIsFurtherBehindAsEvidenceAgainstTheSilentOne() {
        Finding finding = verdict((i, s) -> {
            VerdictCase.stalled(i, s);
            s.sourceWatermark = s.watermark - 7 * SECOND;
        });

        assertEquals(Verdict.WATERMARK_STALLED, finding.alarm());
        assertEquals(
                "[watermark of ticks behind that of the silent input 7 s]",
                finding.counterEvidence().toString());
    }

    @Test
    void shouldNameTheOperatorThatGrowsFastest() {
        Diagnosis diagnosis = new Diagnosis(VerdictCase.LEVEL);
        for (int i = 0; i < VerdictCase.SAMPLES; i++) {
            diagnosis.add(Sample.at(START + i * SECOND, SECOND)
                    .watermark(START + i * SECOND)
                    .operator(new OperatorFigures("still", 1_000_000, 0, START, 10 * SECOND))
                    .operator(new OperatorFigures("slow", 1000 + 50L * i, 0, START, 10 * SECOND))
                    .operator(new OperatorFigures("fast", 1000 + 90L * i, 0, START, 10 * SECOND))
                    .operator(new OperatorFigures("patient", 1000 + 500L * i, 0, START, 100 * SECOND))
                    .build());
        }
        Finding finding = diagnosis.standing().verdict().orElseThrow();

        assertEquals("operator fast", finding.subject());
        assertTrue(finding.toString().contains("growth 90 rows/s"), finding::toString);
        assertTrue(finding.toString().contains("oldest open group behind the watermark 59 s"), finding::toString);
    }

    @Test
    void shouldWaitForMoreThanThreeHorizonsOfGrowth() {
        BiConsumer<Integer, SampleSpec> growing = VerdictCase.of(Verdict.STATE_GROWTH);

        // Samples 0 to 30 cover 30 s, three horizons of 10 s; three samples more than that bring the event.
        assertFalse(Heard.from(SampleSpec.series(33, growing)).everSaid().contains(Verdict.STATE_GROWTH));
        assertTrue(Heard.from(SampleSpec.series(34, growing)).everSaid().contains(Verdict.STATE_GROWTH));
    }

    @Test
    void shouldNotCallStateGrowingThatFillsUpOrComesAndGoes() {
        assertNever(Verdict.STATE_GROWTH, (i, s) -> s.stateRows = Math.min(1000 + 100L * i, 2000));
        assertNever(Verdict.STATE_GROWTH, (i, s) -> s.stateRows = 1000 + 100L * (i % 10));
        assertNever(Verdict.STATE_GROWTH, (i, s) -> s.stateRows = 10_000 + i);
        assertNever(Verdict.STATE_GROWTH, (i, s) -> {
            s.stateRows = 1000 + 100L * i;
            s.horizonNs = 20 * SECOND;
        });
    }

    @Test
    void shouldTellABrokenClockFromOneThatIsAMinuteAhead() {
        assertNever(Verdict.POISONED_CLOCK, (i, s) -> s.watermark = s.timeNs + 60 * SECOND);
        Finding source = verdict((i, s) -> s.sourceWatermark = s.timeNs + 86_400 * SECOND);

        assertEquals(Verdict.POISONED_CLOCK, source.alarm());
        assertEquals("source ticks", source.subject());
    }

    @Test
    void shouldTellABrokenClockFromAReplayOfHistory() {
        Finding gap = verdict((i, s) -> s.maxTime = s.p999Time + 3_601 * SECOND);

        assertEquals(Verdict.POISONED_CLOCK, gap.alarm());
        assertNever(Verdict.POISONED_CLOCK, (i, s) -> s.maxTime = s.p999Time + 3_600 * SECOND);
        // A day of history in each second: the last 0.1 % of the rows reach further than an hour.
        assertNever(Verdict.POISONED_CLOCK, (i, s) -> {
            s.watermark = (long) i * 86_400 * SECOND;
            s.sourceWatermark = s.watermark;
            s.p999Time = s.watermark;
            s.maxTime = s.watermark + 7_200 * SECOND;
        });
    }

    @Test
    void shouldHoldLateRowsAgainstTheTarget() {
        assertNever(Verdict.LATE_LOSS, (i, s) -> s.late = 10);
        Finding few = verdict((i, s) -> {
            s.arrived = 10;
            s.consumed = 10;
            s.processed = 10;
            s.late = 1;
        });

        assertEquals(Verdict.LATE_LOSS, few.alarm());
        // 298.07 rows are needed to claim 99 % at 95 %.
        assertEquals(
                "rows in the window, too few to be sure 50 rows",
                few.counterEvidence().get(0).toString());
        assertEquals(List.of(), verdict(VerdictCase.of(Verdict.LATE_LOSS)).counterEvidence());
    }

    @Test
    void shouldNotCallResultsLateThatAreWithinTheServiceLevelOrForWhichNothingArrives() {
        assertNever(Verdict.WATERMARK_LAG, (i, s) -> s.freshnessNs = 10 * SECOND);
        Heard silent = heard((i, s) -> {
            VerdictCase.idle(i, s);
            s.freshnessNs = 11 * SECOND;
        });
        Heard without = Heard.from(SampleSpec.series(60, (i, s) -> s.freshnessNs = 11 * SECOND), ServiceLevel.NONE);

        assertEquals(Set.of(Threshold.FRESHNESS), silent.everSaid());
        assertEquals(Verdict.HEALTHY, without.verdict());
    }

    @Test
    void shouldNotCallCostFixedWhereRowsArriveOrStepsAreShort() {
        for (BiConsumer<Integer, SampleSpec> change : List.<BiConsumer<Integer, SampleSpec>>of(
                (i, s) -> s.p95Ns = 100 * MILLI,
                (i, s) -> s.arrived = 1001,
                (i, s) -> s.busyNs = 99 * MILLI,
                (i, s) -> s.sink = 0.26)) {
            assertNever(Verdict.FIXED_COST, (i, s) -> {
                VerdictCase.fixedCost(i, s);
                change.accept(i, s);
            });
        }
    }

    @Test
    void shouldSayWhatCouldNotBeRuledOut() {
        Finding finding = verdict((i, s) -> s.sink = Double.NaN);

        assertEquals(Verdict.HEALTHY, finding.alarm());
        assertTrue(finding.unknown().contains("sink share"), finding::toString);
    }

    private static Heard heard(BiConsumer<Integer, SampleSpec> change) {
        return Heard.from(SampleSpec.series(VerdictCase.SAMPLES, change));
    }

    private static Finding verdict(BiConsumer<Integer, SampleSpec> change) {
        return heard(change).standing().verdict().orElseThrow();
    }

    private static void assertNever(Verdict verdict, BiConsumer<Integer, SampleSpec> change) {
        Heard heard = heard(change);
        assertFalse(heard.everSaid().contains(verdict), heard.lines()::toString);
    }
}
