package io.tidemark.metrics;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.agrona.concurrent.NanoClock;

/**
 * Takes the time of some of a query's duty cycles: of one in {@value #ONE_OF}, of one in {@value #ONE_OF_LARGE} after one that read at least {@value #LARGE} rows, and of
 * each one after one that took at least a millisecond. What is taken counts with a weight, as that many cycles. No row has a clock of its own, but for appends to the sink in one timed cycle of
 * {@value #ONE_OF}, and in each after a cycle that took a millisecond. Written by the engine thread; intervals are taken by the monitor.
 */
public final class StepTimes {
    static final int ONE_OF = 16;
    static final int ONE_OF_LARGE = 4;
    static final int LARGE = 128;
    private static final long LONG_NS = 1_000_000;
    private static final long GREATEST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 2;

    private final NanoClock clock;
    private final SingleWriterRecorder steps = new SingleWriterRecorder(GREATEST_NS, DIGITS);
    private final SingleWriterRecorder appends = new SingleWriterRecorder(GREATEST_NS, DIGITS);
    private int untilTimed = 1;
    private int untilSink = 1;
    private int weight = 1;
    private boolean timed;
    private boolean sinkTimed;
    private boolean lastWasLong;
    private long beganNs;
    private long snapshotBeganNs;
    private long busyNs;
    private long busyRows;
    private long snapshotNs;
    private long sinkCycleNs;
    private long sinkNs;
    private long sinkNsNow;
    private Histogram stepInterval;
    private Histogram appendInterval;

    /** Nothing was timed yet. */
    public StepTimes(NanoClock clock) {
        this.clock = clock;
    }

    /** A duty cycle begins. */
    public void begin() {
        timed = --untilTimed <= 0;
        if (timed) {
            sinkTimed = --untilSink <= 0;
            sinkNsNow = 0;
            beganNs = clock.nanoTime();
        }
    }

    /** Its rows are done, checkpoints come next. */
    public void rowsDone() {
        if (timed) {
            snapshotBeganNs = clock.nanoTime();
        }
    }

    /**
     * It ends.
     *
     * @param read records that it read
     * @param worked whether it did anything
     */
    public void end(int read, boolean worked) {
        if (!timed) {
            return;
        }
        timed = false;
        if (!worked) {
            untilTimed = ONE_OF;
            weight = ONE_OF;
            sinkTimed = false;
            return;
        }
        long nowNs = clock.nanoTime();
        long tookNs = nowNs - beganNs;
        lastWasLong = tookNs >= LONG_NS;
        take(tookNs, nowNs - snapshotBeganNs, read);
        weight = lastWasLong ? 1 : read >= LARGE ? ONE_OF_LARGE : ONE_OF;
        untilTimed = weight;
        sinkTimed = false;
    }

    private void take(long tookNs, long ofSnapshotNs, int read) {
        if (sinkTimed) {
            untilSink = lastWasLong ? 1 : ONE_OF;
            sinkCycleNs += tookNs;
            sinkNs += sinkNsNow;
        }
        steps.recordValueWithCount(Math.max(0, Math.min(tookNs, GREATEST_NS)), weight);
        busyNs += tookNs * weight;
        busyRows += (long) read * weight;
        snapshotNs += ofSnapshotNs * weight;
    }

    /** Whether the time of appends to the sink is to be taken now. */
    public boolean timesSink() {
        return sinkTimed;
    }

    /** The clock. */
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** An append to the sink took so long. */
    public void appended(long tookNs) {
        sinkNsNow += tookNs;
        appends.recordValue(Math.max(0, Math.min(tookNs, GREATEST_NS)));
    }

    void publish(CounterRow query) {
        query.set(QueryField.BUSY_NS.ordinal(), busyNs);
        query.set(QueryField.BUSY_ROWS.ordinal(), busyRows);
        query.set(QueryField.SNAPSHOT_NS.ordinal(), snapshotNs);
        query.set(QueryField.SINK_CYCLE_NS.ordinal(), sinkCycleNs);
        query.set(QueryField.SINK_NS.ordinal(), sinkNs);
    }

    /** Times of steps since the last call. The monitor's thread. */
    Percentiles steps() {
        stepInterval = steps.getIntervalHistogram(stepInterval);
        return Percentiles.of(stepInterval);
    }

    /** What {@link #steps} took last, or null. The monitor's thread. */
    Histogram stepInterval() {
        return stepInterval;
    }

    /** What {@link #appends} took last, or null. The monitor's thread. */
    Histogram appendInterval() {
        return appendInterval;
    }

    /** Times of appends since the last call. The monitor's thread. */
    Percentiles appends() {
        appendInterval = appends.getIntervalHistogram(appendInterval);
        return Percentiles.of(appendInterval);
    }
}
