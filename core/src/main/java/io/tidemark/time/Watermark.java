package io.tidemark.time;

/**
 * The watermark {@code W} of a stream: the greatest event time seen, less the declared delay, taken as "every row before W is
 * in". It never goes back.
 *
 * <p>A row is late by its own time when {@code time < W}; a window is complete, and a row of it late, when {@code end <= W}.
 * So with a delay of 0 rows of equal time are never late. Before the first row there is no watermark and nothing is late.
 */
public final class Watermark {
    /** There is no watermark yet: nothing is late and nothing complete. */
    public static final long NONE = Long.MIN_VALUE;
    /** The watermark after which no row can follow, set by a drain. */
    public static final long END = Long.MAX_VALUE;

    private Watermark() {}

    /** Watermark that a greatest event time gives; the earliest possible one where the delay leads before the earliest time. */
    public static long of(long maxEventTimeNs, long delayNs) {
        long watermark = maxEventTimeNs - delayNs;
        return watermark > maxEventTimeNs || watermark == NONE ? NONE + 1 : watermark;
    }

    /** Whether a row without a window is late. */
    public static boolean isLate(long eventTimeNs, long watermarkNs) {
        return eventTimeNs < watermarkNs;
    }

    /** Whether a window that ends at {@code endNs} is complete, so that further rows of it are late. */
    public static boolean isComplete(long endNs, long watermarkNs) {
        return endNs <= watermarkNs;
    }

    /** Whether an event time lies further ahead of the ingest time than allowed. */
    public static boolean isFuture(long eventTimeNs, long ingestTimeNs, long maxSkewNs) {
        return eventTimeNs > saturatedAdd(ingestTimeNs, maxSkewNs);
    }

    /** Whether an event time lies further behind the ingest time than allowed. */
    public static boolean isAncient(long eventTimeNs, long ingestTimeNs, long maxAgeNs) {
        return eventTimeNs < saturatedAdd(ingestTimeNs, -maxAgeNs);
    }

    /** Whether one watermark is further ahead of another than allowed. */
    public static boolean leads(long watermarkNs, long slowerNs, long maxLeadNs) {
        return watermarkNs > saturatedAdd(slowerNs, maxLeadNs);
    }

    /** The sum, or the end of the range that it leads out of. */
    static long saturatedAdd(long left, long right) {
        long sum = left + right;
        if (((left ^ sum) & (right ^ sum)) < 0) {
            return left < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }
}
