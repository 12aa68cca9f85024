package io.tidemark.metrics.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** A sample of a query in good health that a test changes before it is built: 1000 rows a second, one sample a second. */
final class SampleSpec {
    static final long SECOND = 1_000_000_000L;
    static final long MILLI = 1_000_000L;
    static final long START = 1_780_000_000L * SECOND;

    final int number;
    final long timeNs;
    boolean active = true;
    long arrived = 1000;
    long consumed = 1000;
    long backlog = 0;
    long oldestAgeNs = 0;
    long sourceWatermark;
    long maxTime;
    long p999Time;
    long idleSince = Sample.UNKNOWN;
    double throttled = 0;
    double paused = 0;
    long busyNs = 100 * MILLI;
    long p95Ns = MILLI;
    long activeSince = Sample.UNKNOWN;
    double source = 0.2;
    double operator = 0.4;
    double commit = 0.1;
    double removal = 0.1;
    double sink = 0.2;
    long processed = 1000;
    long late = 0;
    long dropped = 0;
    long watermark;
    long freshnessNs = 5 * SECOND;
    long stateRows = 1000;
    long stateBytes = 64_000;
    long horizonNs = 10 * SECOND;
    double target = 0.99;
    List<KeyShare> topKeys = List.of(new KeyShare("EURUSD", 0.1), new KeyShare("USDJPY", 0.05));
    List<Long> shards = List.of();
    final List<SourceFigures> moreSources = new ArrayList<>();

    SampleSpec(int number) {
        this.number = number;
        timeNs = START + number * SECOND;
        sourceWatermark = timeNs - 5 * SECOND;
        watermark = sourceWatermark;
        maxTime = timeNs;
        p999Time = timeNs;
    }

    Sample build() {
        SampleBuilder builder = Sample.at(timeNs, SECOND)
                .active(active)
                .source(SourceFigures.of("ticks")
                        .rows(arrived, consumed)
                        .backlog(backlog, backlog == Sample.UNKNOWN ? Sample.UNKNOWN : backlog * 100, oldestAgeNs)
                        .watermark(sourceWatermark)
                        .eventTimes(maxTime, p999Time)
                        .idleSince(idleSince)
                        .heldBack(throttled, paused)
                        .build())
                .operator(new OperatorFigures("agg.bars", stateRows, stateBytes, timeNs - 10 * SECOND, horizonNs))
                .step(StepFigures.NONE
                        .withTimes(busyNs, p95Ns, activeSince)
                        .withShares(source, operator, commit, removal, sink))
                .rows(processed, late, dropped)
                .watermark(watermark)
                .freshness(freshnessNs)
                .state(stateBytes, 1_000_000)
                .targetCompleteness(target)
                .topKeys(topKeys)
                .shardBusy(shards);
        moreSources.forEach(builder::source);
        return builder.build();
    }

    /** A series of samples, each changed by its number. */
    static List<Sample> series(int samples, BiConsumer<Integer, SampleSpec> change) {
        List<Sample> series = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            SampleSpec spec = new SampleSpec(i);
            change.accept(i, spec);
            series.add(spec.build());
        }
        return series;
    }
}
