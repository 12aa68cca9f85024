package io.tidemark.metrics.diagnosis;

import java.util.Objects;

/**
 * Figures of one source. Counts of rows are those of the interval, all else is as of now. What is not known is {@link Sample#UNKNOWN},
 * for a share {@code NaN}. A watermark that is not there yet is {@code Watermark.NONE}, which is another thing than unknown.
 *
 * @param name name of the source
 * @param rowsArrived rows that were appended to the journal in the interval, whether or not they were consumed
 * @param rowsConsumed rows that the query took in the interval
 * @param backlogRows rows in the journal that were not consumed
 * @param backlogBytes bytes of those rows
 * @param oldestUnreadAgeNs how long the oldest of those rows has waited; 0 when there is none
 * @param watermarkNs watermark of the source
 * @param maxEventTimeNs greatest event time ever seen
 * @param p999EventTimeNs event time that 99.9 % of the last rows do not exceed
 * @param idleSinceNs observer's time since which nothing has arrived; unknown as well while rows arrive
 * @param throttledShare part of the interval in which a rate limit held reading back, 0 to 1
 * @param alignmentPausedShare part of the interval in which it waited for slower sources, 0 to 1
 */
public record SourceFigures(
        String name,
        long rowsArrived,
        long rowsConsumed,
        long backlogRows,
        long backlogBytes,
        long oldestUnreadAgeNs,
        long watermarkNs,
        long maxEventTimeNs,
        long p999EventTimeNs,
        long idleSinceNs,
        double throttledShare,
        double alignmentPausedShare) {
    /** Checks that there is a name. */
    public SourceFigures {
        Objects.requireNonNull(name, "name");
    }

    /** Figures of a source, none of which is known before it is set. */
    public static SourceFiguresBuilder of(String name) {
        return new SourceFiguresBuilder(name);
    }

    /** Part of the interval in which reading was held back for either reason, or {@code NaN}. One that is unknown counts as none. */
    double heldBackShare() {
        if (Double.isNaN(throttledShare)) {
            return alignmentPausedShare;
        }
        return throttledShare + (Double.isNaN(alignmentPausedShare) ? 0 : alignmentPausedShare);
    }
}
