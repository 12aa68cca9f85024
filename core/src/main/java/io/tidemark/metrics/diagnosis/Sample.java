package io.tidemark.metrics.diagnosis;

import java.util.List;
import java.util.Objects;

/**
 * Figures of one query at one moment. Counts of rows and times of work are those of the interval that ends at {@code timeNs}; all
 * else is as of that moment. A count or time that is not known is {@link #UNKNOWN}, a share that is not known {@code NaN}, a list that is
 * not known empty. What is not known leads to no verdict.
 *
 * @param timeNs the observer's clock, in ns since 1970
 * @param intervalNs time since the sample before
 * @param active whether the query runs; without that there is no verdict
 * @param sources figures of each source
 * @param operators figures of each operator that holds state
 * @param step what the steps of the engine did
 * @param rowsProcessed rows that went into the operators in the interval
 * @param rowsDroppedLate rows of those that were dropped as late
 * @param rowsDropped rows of those that were lost: dropped for any reason but a filter and being a duplicate
 * @param watermarkNs watermark of the query, or {@code Watermark.NONE} if there is none yet
 * @param freshnessNs observer's clock - greatest event time published; before anything is, the time since the query began
 * @param stateBytes bytes of state
 * @param stateLimitBytes declared limit of those
 * @param targetCompleteness part of the rows that has to come in time, 0 to 1; where it is unknown that of the service level counts
 * @param topKeys keys with most rows, greatest first
 * @param shardBusyNs busy time of each shard in the interval; empty where there is one
 */
public record Sample(
        long timeNs,
        long intervalNs,
        boolean active,
        List<SourceFigures> sources,
        List<OperatorFigures> operators,
        StepFigures step,
        long rowsProcessed,
        long rowsDroppedLate,
        long rowsDropped,
        long watermarkNs,
        long freshnessNs,
        long stateBytes,
        long stateLimitBytes,
        double targetCompleteness,
        List<KeyShare> topKeys,
        List<Long> shardBusyNs) {
    /** Stands for a figure that is not known. No watermark and no clock has this value. */
    public static final long UNKNOWN = Long.MIN_VALUE + 2;

    /** Copies the lists. */
    public Sample {
        Objects.requireNonNull(step, "step");
        sources = List.copyOf(sources);
        operators = List.copyOf(operators);
        topKeys = List.copyOf(topKeys);
        shardBusyNs = List.copyOf(shardBusyNs);
    }

    /** A sample of a running query, no other figure of which is known before it is set. */
    public static SampleBuilder at(long timeNs, long intervalNs) {
        return new SampleBuilder(timeNs, intervalNs);
    }

    /** A figure as a number, {@code NaN} where it is unknown. */
    static double known(long figure) {
        return figure == UNKNOWN ? Double.NaN : figure;
    }

    /** Seconds from one time to another, {@code NaN} where one is unknown; exact to the nanosecond for what fits 64 bits. */
    static double secondsBetween(long fromNs, long toNs) {
        if (fromNs == UNKNOWN || toNs == UNKNOWN) {
            return Double.NaN;
        }
        long difference = toNs - fromNs;
        boolean overflows = ((toNs ^ fromNs) & (toNs ^ difference)) < 0;
        return (overflows ? (double) toNs - fromNs : difference) / 1e9;
    }
}
