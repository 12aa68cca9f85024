package io.tidemark.metrics.diagnosis;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** For each verdict a series that produces it, and the figures that it needs. */
final class VerdictCase {
    static final ServiceLevel LEVEL =
            ServiceLevel.builder().freshness(Duration.ofSeconds(10)).build();
    static final int SAMPLES = 60;

    private static final Map<Verdict, BiConsumer<Integer, SampleSpec>> SERIES = new EnumMap<>(Verdict.class);
    private static final Map<Verdict, Set<Blank>> NEEDS = new EnumMap<>(Verdict.class);

    static {
        put(Verdict.IDLE_SOURCE, VerdictCase::idle, Blank.ARRIVED, Blank.BACKLOG, Blank.FRESHNESS);
        put(Verdict.STUCK_STEP, VerdictCase::stuck, Blank.ARRIVED, Blank.CONSUMED, Blank.ACTIVE_SINCE, Blank.P95);
        put(Verdict.THROTTLED_SOURCE, rising((i, s) -> s.throttled = 0.21), Blank.BACKLOG, Blank.HELD_BACK);
        put(Verdict.SLOW_SINK, rising((i, s) -> s.sink = 0.51), Blank.BACKLOG, Blank.SINK);
        put(
                Verdict.STATE_BOUND,
                rising((i, s) -> {
                    s.commit = 0.3;
                    s.removal = 0.21;
                }),
                Blank.BACKLOG,
                Blank.COMMIT,
                Blank.REMOVAL);
        put(
                Verdict.SKEW,
                rising((i, s) -> s.topKeys = List.of(new KeyShare("EURUSD", 0.31), new KeyShare("USDJPY", 0.1))),
                Blank.BACKLOG,
                Blank.TOP_KEYS);
        put(
                Verdict.UNDER_CAPACITY,
                rising((i, s) -> {
                    s.operator = 0.51;
                    s.busyNs = SampleSpec.SECOND;
                    s.processed = 800;
                }),
                Blank.BACKLOG,
                Blank.OPERATOR,
                Blank.BUSY,
                Blank.PROCESSED,
                Blank.ARRIVED);
        put(
                Verdict.CATCHING_UP,
                (i, s) -> {
                    s.backlog = 100_000 - 500L * i;
                    s.consumed = 1500;
                },
                Blank.BACKLOG);
        put(
                Verdict.WATERMARK_STALLED,
                VerdictCase::stalled,
                Blank.STATE_ROWS,
                Blank.HORIZON,
                Blank.WATERMARKS,
                Blank.IDLE_SINCE);
        put(
                Verdict.STATE_GROWTH,
                (i, s) -> s.stateRows = 1000 + 100L * i,
                Blank.STATE_ROWS,
                Blank.HORIZON,
                Blank.WATERMARKS);
        put(Verdict.POISONED_CLOCK, (i, s) -> s.watermark = s.timeNs + 61 * SampleSpec.SECOND, Blank.WATERMARKS);
        put(Verdict.LATE_LOSS, (i, s) -> s.late = 11, Blank.LATE, Blank.PROCESSED, Blank.TARGET);
        put(
                Verdict.WATERMARK_LAG,
                (i, s) -> s.freshnessNs = 10 * SampleSpec.SECOND + SampleSpec.MILLI,
                Blank.FRESHNESS,
                Blank.BACKLOG,
                Blank.ARRIVED);
        put(
                Verdict.FIXED_COST,
                VerdictCase::fixedCost,
                Blank.P95,
                Blank.ARRIVED,
                Blank.BUSY,
                Blank.PROCESSED,
                Blank.SINK);
        put(Verdict.HEALTHY, (i, s) -> {}, Blank.ARRIVED, Blank.BACKLOG, Blank.FRESHNESS);
    }

    private VerdictCase() {}

    /** What makes a series that produces the verdict. */
    static BiConsumer<Integer, SampleSpec> of(Verdict verdict) {
        return SERIES.get(verdict);
    }

    /** Figures without which there is no such verdict. */
    static Set<Blank> needs(Verdict verdict) {
        return NEEDS.get(verdict);
    }

    /** A backlog that grows by 200 rows a second. */
    static BiConsumer<Integer, SampleSpec> rising(BiConsumer<Integer, SampleSpec> change) {
        return (i, s) -> {
            s.consumed = 800;
            s.processed = 800;
            s.backlog = 1000 + 200L * i;
            change.accept(i, s);
        };
    }

    static void idle(int i, SampleSpec s) {
        s.arrived = 0;
        s.consumed = 0;
        s.processed = 0;
        s.busyNs = 0;
        s.idleSince = SampleSpec.START;
        s.freshnessNs = (5 + i) * SampleSpec.SECOND;
    }

    static void stuck(int i, SampleSpec s) {
        s.consumed = 0;
        s.processed = 0;
        s.busyNs = 0;
        s.backlog = 1000L * i;
        s.activeSince = SampleSpec.START;
    }

    static void stalled(int i, SampleSpec s) {
        s.stateRows = 1000 + 100L * i;
        s.watermark = SampleSpec.START - 60 * SampleSpec.SECOND;
        s.idleSince = Sample.UNKNOWN;
        s.moreSources.add(SourceFigures.of("fixings")
                .rows(0, 0)
                .backlog(0, 0, 0)
                .watermark(s.watermark)
                .idleSince(SampleSpec.START)
                .build());
    }

    static void fixedCost(int i, SampleSpec s) {
        s.arrived = 100;
        s.consumed = 100;
        s.processed = 100;
        s.busyNs = 500 * SampleSpec.MILLI;
        s.p95Ns = 101 * SampleSpec.MILLI;
    }

    private static void put(Verdict verdict, BiConsumer<Integer, SampleSpec> series, Blank... needs) {
        SERIES.put(verdict, series);
        NEEDS.put(verdict, EnumSet.copyOf(List.of(needs)));
    }

    /** Makes one figure unknown. */
    enum Blank {
        ARRIVED(s -> s.arrived = Sample.UNKNOWN),
        CONSUMED(s -> s.consumed = Sample.UNKNOWN),
        BACKLOG(s -> s.backlog = Sample.UNKNOWN),
        FRESHNESS(s -> s.freshnessNs = Sample.UNKNOWN),
        P95(s -> s.p95Ns = Sample.UNKNOWN),
        ACTIVE_SINCE(s -> s.activeSince = Sample.UNKNOWN),
        BUSY(s -> s.busyNs = Sample.UNKNOWN),
        PROCESSED(s -> s.processed = Sample.UNKNOWN),
        LATE(s -> s.late = Sample.UNKNOWN),
        TARGET(s -> s.target = Double.NaN),
        TOP_KEYS(s -> s.topKeys = List.of()),
        STATE_ROWS(s -> s.stateRows = Sample.UNKNOWN),
        HORIZON(s -> s.horizonNs = Sample.UNKNOWN),
        OPERATOR(s -> s.operator = Double.NaN),
        COMMIT(s -> s.commit = Double.NaN),
        REMOVAL(s -> s.removal = Double.NaN),
        SINK(s -> s.sink = Double.NaN),
        HELD_BACK(s -> {
            s.throttled = Double.NaN;
            s.paused = Double.NaN;
        }),
        WATERMARKS(s -> {
            s.watermark = Sample.UNKNOWN;
            s.sourceWatermark = Sample.UNKNOWN;
        }),
        IDLE_SINCE(s -> s.moreSources.replaceAll(source -> SourceFigures.of(source.name())
                .rows(source.rowsArrived(), source.rowsConsumed())
                .backlog(source.backlogRows(), source.backlogBytes(), source.oldestUnreadAgeNs())
                .watermark(source.watermarkNs())
                .build()));

        private final Consumer<SampleSpec> change;

        Blank(Consumer<SampleSpec> change) {
            this.change = change;
        }

        void apply(SampleSpec spec) {
            change.accept(spec);
        }
    }
}
