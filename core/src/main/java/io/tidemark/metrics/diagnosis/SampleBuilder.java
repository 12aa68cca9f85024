package io.tidemark.metrics.diagnosis;

import java.util.ArrayList;
import java.util.List;

/** Builds a sample. What is not set is unknown. Not for use by several threads. */
public final class SampleBuilder {
    private final long timeNs;
    private final long intervalNs;
    private final List<SourceFigures> sources = new ArrayList<>();
    private final List<OperatorFigures> operators = new ArrayList<>();
    private boolean active = true;
    private StepFigures step = StepFigures.NONE;
    private long rowsProcessed = Sample.UNKNOWN;
    private long rowsDroppedLate = Sample.UNKNOWN;
    private long rowsDropped = Sample.UNKNOWN;
    private long watermarkNs = Sample.UNKNOWN;
    private long freshnessNs = Sample.UNKNOWN;
    private long stateBytes = Sample.UNKNOWN;
    private long stateLimitBytes = Sample.UNKNOWN;
    private double targetCompleteness = Double.NaN;
    private List<KeyShare> topKeys = List.of();
    private List<Long> shardBusyNs = List.of();

    SampleBuilder(long timeNs, long intervalNs) {
        this.timeNs = timeNs;
        this.intervalNs = intervalNs;
    }

    /** Whether the query runs. */
    public SampleBuilder active(boolean runs) {
        active = runs;
        return this;
    }

    /** Figures of one more source. */
    public SampleBuilder source(SourceFigures source) {
        sources.add(source);
        return this;
    }

    /** Figures of one more operator with state. */
    public SampleBuilder operator(OperatorFigures operator) {
        operators.add(operator);
        return this;
    }

    /** What steps did. */
    public SampleBuilder step(StepFigures figures) {
        step = figures;
        return this;
    }

    /** Rows that were processed, that were late, and that were lost for any reason, late ones included. */
    public SampleBuilder rows(long processed, long droppedLate, long dropped) {
        rowsProcessed = processed;
        rowsDroppedLate = droppedLate;
        rowsDropped = dropped;
        return this;
    }

    /** Watermark of the query. */
    public SampleBuilder watermark(long watermark) {
        watermarkNs = watermark;
        return this;
    }

    /** Age of what was published last. */
    public SampleBuilder freshness(long ageNs) {
        freshnessNs = ageNs;
        return this;
    }

    /** Bytes of state, and their limit. */
    public SampleBuilder state(long bytes, long limitBytes) {
        stateBytes = bytes;
        stateLimitBytes = limitBytes;
        return this;
    }

    /** Part of the rows that has to come in time. */
    public SampleBuilder targetCompleteness(double share) {
        targetCompleteness = share;
        return this;
    }

    /** Keys with most rows, greatest first. */
    public SampleBuilder topKeys(List<KeyShare> keys) {
        topKeys = keys;
        return this;
    }

    /** Busy time of each shard. */
    public SampleBuilder shardBusy(List<Long> busyNs) {
        shardBusyNs = busyNs;
        return this;
    }

    /** The sample. */
    public Sample build() {
        return new Sample(
                timeNs,
                intervalNs,
                active,
                sources,
                operators,
                step,
                rowsProcessed,
                rowsDroppedLate,
                rowsDropped,
                watermarkNs,
                freshnessNs,
                stateBytes,
                stateLimitBytes,
                targetCompleteness,
                topKeys,
                shardBusyNs);
    }
}
