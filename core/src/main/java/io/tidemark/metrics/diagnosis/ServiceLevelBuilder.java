package io.tidemark.metrics.diagnosis;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.Duration;

/** Builds a service level. A bound outside its range is {@code SETTING_INVALID}. Not for use by several threads. */
public final class ServiceLevelBuilder {
    private long freshnessNs = Sample.UNKNOWN;
    private long stepP95Ns = Sample.UNKNOWN;
    private double droppedPerSecond = Double.NaN;
    private double droppedShare = Double.NaN;
    private long stateBytes = Sample.UNKNOWN;
    private long backlogAgeNs = Sample.UNKNOWN;
    private double completeness = Double.NaN;

    ServiceLevelBuilder() {}

    /** Greatest age of what was published last. It has to be at least delay + window size + step. */
    public ServiceLevelBuilder freshness(Duration greatest) {
        freshnessNs = positive("freshness", greatest);
        return this;
    }

    /** Greatest 95th percentile of the time of a step. */
    public ServiceLevelBuilder stepP95(Duration greatest) {
        stepP95Ns = positive("step p95", greatest);
        return this;
    }

    /** Greatest number of lost rows a second; filtered rows and duplicates are not lost. */
    public ServiceLevelBuilder droppedPerSecond(double greatest) {
        if (!(greatest >= 0) || Double.isInfinite(greatest)) {
            throw invalid("droppedPerSecond", String.valueOf(greatest), "a number from 0 on");
        }
        droppedPerSecond = greatest;
        return this;
    }

    /** Greatest part of the rows that may be lost, 0 to 1; filtered rows and duplicates are not lost. */
    public ServiceLevelBuilder droppedShare(double greatest) {
        droppedShare = share("droppedShare", greatest);
        return this;
    }

    /** Greatest size of state. */
    public ServiceLevelBuilder stateBytes(long greatest) {
        if (greatest <= 0) {
            throw invalid("stateBytes", String.valueOf(greatest), "a number of bytes above 0");
        }
        stateBytes = greatest;
        return this;
    }

    /** Greatest age of the oldest row that waits. */
    public ServiceLevelBuilder backlogAge(Duration greatest) {
        backlogAgeNs = positive("backlog age", greatest);
        return this;
    }

    /** Least part of the rows that comes in time, 0 to 1. */
    public ServiceLevelBuilder completeness(double least) {
        completeness = share("completeness", least);
        return this;
    }

    /** The service level. */
    public ServiceLevel build() {
        return new ServiceLevel(
                freshnessNs, stepP95Ns, droppedPerSecond, droppedShare, stateBytes, backlogAgeNs, completeness);
    }

    private static long positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw invalid(name, value.toString(), "a span of time above 0");
        }
        try {
            return value.toNanos();
        } catch (ArithmeticException e) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A bound " + name + " of " + value + " has more nanoseconds than 64 bits hold.",
                    "Use at most 292 years, or leave the bound out.",
                    e);
        }
    }

    private static double share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw invalid(name, String.valueOf(value), "a number from 0 to 1");
        }
        return value;
    }

    private static TidemarkException invalid(String name, String value, String range) {
        return new TidemarkException(
                ErrorCode.SETTING_INVALID,
                "A bound " + name + " of " + value + " is not possible in a service level.",
                "Use " + range + ", or leave the bound out.");
    }
}
