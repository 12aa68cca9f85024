package io.tidemark.metrics.diagnosis;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.Duration;

/**
 * The numbers in the table of verdicts.
 *
 * @param window samples that are looked at together, 5 to 60
 * @param enter samples in a row after which something begins
 * @param leave samples in a row after which it ends
 * @param throttledShare part of the time from which reading counts as held back
 * @param dominantShare part of the step time from which one kind of work counts as the cause
 * @param lowShare part of the step time up to which one kind of work counts as little
 * @param hotKeyShare part of the rows from which one key counts as hot
 * @param shardFactor how many times the median a shard has to be busy to count as hot
 * @param stuckFactor how many times the p95 a step has to take to count as stuck
 * @param horizons how many times window size + delay state has to grow for
 * @param growth least growth from each third of that time to the next, as a part of 1
 * @param stillWatermark speed up to which a watermark counts as standing, event time for time
 * @param futureSkewNs how far a watermark may be ahead of the clock
 * @param timeGapNs how far the greatest event time may be ahead of that of 99.9 % of the rows
 * @param stepBudgetNs p95 above which steps count as long, where the service level says nothing
 * @param lowRowsPerSecond rows a second up to which there is little to do
 */
public record DiagnosisSettings(
        int window,
        int enter,
        int leave,
        double throttledShare,
        double dominantShare,
        double lowShare,
        double hotKeyShare,
        double shardFactor,
        double stuckFactor,
        int horizons,
        double growth,
        double stillWatermark,
        long futureSkewNs,
        long timeGapNs,
        long stepBudgetNs,
        double lowRowsPerSecond) {
    /** The settings that are used where nothing is said. */
    public static final DiagnosisSettings STANDARD = new DiagnosisSettings(
            5,
            3,
            5,
            0.2,
            0.5,
            0.25,
            0.3,
            2,
            10,
            3,
            0.01,
            0.01,
            Duration.ofMinutes(1).toNanos(),
            Duration.ofHours(1).toNanos(),
            Duration.ofMillis(100).toNanos(),
            1000);

    private static final int LEAST_WINDOW = 5;
    private static final int GREATEST_WINDOW = 60;

    /** Checks the numbers. */
    public DiagnosisSettings {
        require(window >= LEAST_WINDOW && window <= GREATEST_WINDOW, "window", window, "5 to 60 samples");
        require(enter >= 1, "enter", enter, "1 sample or more");
        require(leave >= 1, "leave", leave, "1 sample or more");
        require(horizons >= 1, "horizons", horizons, "1 or more");
        requireShare("throttledShare", throttledShare);
        requireShare("dominantShare", dominantShare);
        requireShare("lowShare", lowShare);
        requireShare("hotKeyShare", hotKeyShare);
        require(shardFactor >= 1, "shardFactor", shardFactor, "1 or more");
        require(stuckFactor >= 1, "stuckFactor", stuckFactor, "1 or more");
        require(growth >= 0, "growth", growth, "0 or more");
        require(stillWatermark >= 0, "stillWatermark", stillWatermark, "0 or more");
        require(futureSkewNs >= 0, "futureSkewNs", futureSkewNs, "0 or more");
        require(timeGapNs > 0, "timeGapNs", timeGapNs, "more than 0");
        require(stepBudgetNs > 0, "stepBudgetNs", stepBudgetNs, "more than 0");
        require(lowRowsPerSecond >= 0, "lowRowsPerSecond", lowRowsPerSecond, "0 or more");
    }

    /** The same with another number of samples that are looked at together. */
    public DiagnosisSettings withWindow(int samples) {
        return with(samples, enter, leave, futureSkewNs, timeGapNs, stepBudgetNs, lowRowsPerSecond);
    }

    /** The same with other numbers of samples after which something begins and ends. */
    public DiagnosisSettings withHysteresis(int enterSamples, int leaveSamples) {
        return with(window, enterSamples, leaveSamples, futureSkewNs, timeGapNs, stepBudgetNs, lowRowsPerSecond);
    }

    /** The same with other bounds for clocks: how far a watermark may be ahead, and how far the greatest event time. */
    public DiagnosisSettings withClockBounds(Duration futureSkew, Duration timeGap) {
        return with(window, enter, leave, futureSkew.toNanos(), timeGap.toNanos(), stepBudgetNs, lowRowsPerSecond);
    }

    /** The same with other bounds for what a long step and a low rate is. */
    public DiagnosisSettings withFixedCost(Duration stepBudget, double rowsPerSecond) {
        return with(window, enter, leave, futureSkewNs, timeGapNs, stepBudget.toNanos(), rowsPerSecond);
    }

    private DiagnosisSettings with(
            int newWindow,
            int newEnter,
            int newLeave,
            long newFutureSkewNs,
            long newTimeGapNs,
            long newStepBudgetNs,
            double newLowRowsPerSecond) {
        return new DiagnosisSettings(
                newWindow,
                newEnter,
                newLeave,
                throttledShare,
                dominantShare,
                lowShare,
                hotKeyShare,
                shardFactor,
                stuckFactor,
                horizons,
                growth,
                stillWatermark,
                newFutureSkewNs,
                newTimeGapNs,
                newStepBudgetNs,
                newLowRowsPerSecond);
    }

    private static void requireShare(String name, double value) {
        require(value >= 0 && value <= 1, name, value, "0 to 1");
    }

    private static void require(boolean fulfilled, String name, double value, String range) {
        if (!fulfilled) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A diagnosis with " + name + " = " + value + " is not possible.",
                    "Use " + range + ".");
        }
    }
}
