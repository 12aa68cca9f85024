package io.tidemark.metrics.lateness;

/**
 * What a delay of the watermark loses and costs.
 *
 * @param name why this delay is looked at: {@code now/2}, {@code now}, {@code given}, a target such as {@code 99.5 %}, or {@code max}
 * @param delayNs the delay
 * @param rowsLost rows that would be late
 * @param completeness share of rows that are in time, 0 to 1
 * @param completenessAtLeast the same for rows to come, by its lower bound at a confidence of 95 %
 * @param rowsLostPerDay rows lost in a day of event time
 * @param valueLost sum of the absolute values of the rows lost; 0 without a value
 * @param valueShareLost their share in the sum of all absolute values
 * @param groups groups that are open at one time; without windows the rows that are kept for the delay
 * @param extraGroups how many more these are than with the delay of now, or with no delay where that is not known
 * @param extraBytes bytes of the extra groups
 * @param meanResultNs time from a row until its final result, the mean of rows that are spread over their windows evenly
 * @param worstResultNs the same for the first row of a window
 */
public record DelayEffect(
        String name,
        long delayNs,
        long rowsLost,
        double completeness,
        double completenessAtLeast,
        double rowsLostPerDay,
        double valueLost,
        double valueShareLost,
        long groups,
        long extraGroups,
        long extraBytes,
        long meanResultNs,
        long worstResultNs) {}
