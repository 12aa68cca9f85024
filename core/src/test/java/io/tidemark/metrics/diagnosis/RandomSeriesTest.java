package io.tidemark.metrics.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Series of any figures whatever: nothing is thrown, and every event stands on numbers that hold. */
class RandomSeriesTest {
    private static final ServiceLevel LEVEL = ServiceLevel.builder()
            .freshness(Duration.ofSeconds(10))
            .stepP95(Duration.ofMillis(5))
            .droppedPerSecond(20)
            .droppedShare(0.02)
            .stateBytes(100_000)
            .backlogAge(Duration.ofSeconds(2))
            .completeness(0.98)
            .build();
    private static final long[] LONGS = {
        Sample.UNKNOWN,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        Long.MAX_VALUE,
        -1,
        0,
        0,
        1,
        1000,
        1_000_000_000L,
        SampleSpec.START
    };
    private static final double[] DOUBLES = {
        Double.NaN, 0, 0.25, 0.6, 1, -1, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE
    };

    @Property(tries = 200)
    void shouldNeverThrow(@ForAll long seed) {
        Random random = new Random(seed);
        List<DiagnosisEvent> events = new ArrayList<>();
        Diagnosis diagnosis = new Diagnosis(DiagnosisSettings.STANDARD.withHysteresis(1, 1), LEVEL, events::add);
        long time = SampleSpec.START;
        boolean calm = random.nextBoolean();
        Sample sample = sample(random, time);
        for (int i = 0; i < 60; i++) {
            time = random.nextInt(20) == 0 ? pick(random) : time + random.nextInt(2_000_000_000);
            sample = calm && random.nextInt(10) > 0 ? again(sample, time) : sample(random, time);
            diagnosis.add(sample);
        }
        for (DiagnosisEvent event : events) {
            boolean left = event.change() == DiagnosisEvent.Change.LEFT;
            assertEquals(!left, event.finding().matched(), event::toString);
            if (!left) {
                assertTrue(event.finding().evidence().stream().allMatch(Evidence::holds), event::toString);
            }
            assertTrue(event.finding().toString().contains(event.alarm().page()));
        }
    }

    private static Sample again(Sample sample, long time) {
        return new Sample(
                time,
                sample.intervalNs(),
                sample.active(),
                sample.sources(),
                sample.operators(),
                sample.step(),
                sample.rowsProcessed(),
                sample.rowsDroppedLate(),
                sample.rowsDropped(),
                sample.watermarkNs(),
                sample.freshnessNs(),
                sample.stateBytes(),
                sample.stateLimitBytes(),
                sample.targetCompleteness(),
                sample.topKeys(),
                sample.shardBusyNs());
    }

    private static Sample sample(Random random, long time) {
        SampleBuilder builder = Sample.at(time, pick(random))
                .active(random.nextInt(10) > 0)
                .step(StepFigures.NONE
                        .withTimes(pick(random), pick(random), pick(random))
                        .withShares(share(random), share(random), share(random), share(random), share(random)))
                .rows(pick(random), pick(random), pick(random))
                .watermark(pick(random))
                .freshness(pick(random))
                .state(pick(random), pick(random))
                .targetCompleteness(share(random));
        for (int i = random.nextInt(3); i > 0; i--) {
            builder.source(SourceFigures.of("s" + random.nextInt(3))
                    .rows(pick(random), pick(random))
                    .backlog(pick(random), pick(random), pick(random))
                    .watermark(pick(random))
                    .eventTimes(pick(random), pick(random))
                    .idleSince(pick(random))
                    .heldBack(share(random), share(random))
                    .build());
            builder.operator(new OperatorFigures(
                    "o" + random.nextInt(2), pick(random), pick(random), pick(random), pick(random)));
        }
        if (random.nextBoolean()) {
            builder.topKeys(List.of(new KeyShare("k", share(random))));
            builder.shardBusy(List.of(pick(random), pick(random), pick(random)));
        }
        return builder.build();
    }

    private static long pick(Random random) {
        return random.nextInt(4) == 0 ? random.nextLong() : LONGS[random.nextInt(LONGS.length)];
    }

    private static double share(Random random) {
        return DOUBLES[random.nextInt(DOUBLES.length)];
    }
}
