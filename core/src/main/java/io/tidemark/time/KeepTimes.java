package io.tidemark.time;

/**
 * How long rows are kept that later rows of the other side may need. The <em>bound</em> is the least event time of a row that can still ask;
 * {@link Watermark#END} when none can. All times are in nanoseconds.
 */
public interface KeepTimes {
    /** The bound from which on a kept row of this time is not needed, whatever else is kept; {@link Watermark#END} when it always is. */
    long droppedFrom(long keptNs);

    /** The bound from which on a kept row of this time makes all earlier ones needless; {@link Watermark#END} when it never does. */
    long replacesFrom(long keptNs);

    /** The earliest time at which a row can wait that is due, at the earliest, when this is. */
    long earliestWaiting(long dueNs);

    /** Whether a bound, or the least time of rows to come, has reached the moment from which on something holds. */
    static boolean isReached(long momentNs, long nowNs) {
        return momentNs <= nowNs;
    }

    /** The least time of a row that can still ask: one that waits, or one that is still to come. */
    static long bound(long earliestWaitingNs, long earliestToComeNs) {
        return Math.min(earliestWaitingNs, earliestToComeNs);
    }

    /** When to look again at a row that ended and could not go yet: each time after twice as long. */
    static long retry(long endNs, long boundNs) {
        if (boundNs < endNs) {
            return endNs;
        }
        long passedNs = boundNs - endNs;
        return passedNs < 0 ? Watermark.END - 1 : after(boundNs, passedNs);
    }

    /** Whether rows of a time can be joined: the very last nanoseconds of the range stand for the end of a stream. */
    static boolean isInRange(long timeNs) {
        return timeNs < Watermark.END - 1;
    }

    /** A moment just after a time; after all times, but never {@link Watermark#END}, where that leads out of the range. */
    static long after(long timeNs, long spanNs) {
        return Math.min(Watermark.saturatedAdd(timeNs, spanNs), Watermark.END - 2) + 1;
    }
}
