package io.tidemark.time;

/**
 * The rules of as-of joins: which rows of the right side may be the partner of a left row, until when a right row that is still to come could
 * be a better one, and how long right rows are needed. A left row of time {@code l} looks for the right row of time {@code r} with
 *
 * <ul>
 *   <li>BACKWARD: the greatest {@code r <= l}, strict {@code r < l};
 *   <li>FORWARD: the smallest {@code r >= l}, strict {@code r > l};
 *   <li>NEAREST: the smallest {@code |l - r|}, of two the earlier, strict {@code r != l};
 * </ul>
 *
 * and takes it if {@code |l - r| <= tolerance}. Due times are compared with the least time that a right row to come can have. Distances
 * are unsigned, so that no pair of times overflows.
 *
 * @param direction where the partner lies
 * @param strict whether a right row of the same time is none
 * @param toleranceNs greatest distance of the two in nanoseconds, or {@link #UNBOUNDED}
 */
public record AsOfTimes(AsOfDirection direction, boolean strict, long toleranceNs) implements KeepTimes {
    /** No tolerance: however far away, a right row is a partner. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    /** The same in another direction. */
    public AsOfTimes with(AsOfDirection other) {
        return new AsOfTimes(other, strict, toleranceNs);
    }

    /** The same without partners of the very time. */
    public AsOfTimes withoutEqual() {
        return new AsOfTimes(direction, true, toleranceNs);
    }

    /** The same with a greatest distance. */
    public AsOfTimes within(long newToleranceNs) {
        return new AsOfTimes(direction, strict, newToleranceNs);
    }

    /** Whether there is a greatest distance. */
    public boolean isBounded() {
        return toleranceNs != UNBOUNDED;
    }

    /** Whether right rows before a left row can be its partner. */
    public boolean looksBack() {
        return direction != AsOfDirection.FORWARD;
    }

    /** Whether right rows after a left row can be its partner. */
    public boolean looksAhead() {
        return direction != AsOfDirection.BACKWARD;
    }

    /** Whether a right row is near enough. */
    public boolean isWithin(long leftNs, long rightNs) {
        return !isBounded() || Long.compareUnsigned(distance(leftNs, rightNs), toleranceNs) <= 0;
    }

    /** Whether of two right rows, one before and one after a left row, the one before is the nearer or as near. */
    public boolean isEarlierNearer(long leftNs, long earlierNs, long laterNs) {
        return Long.compareUnsigned(leftNs - earlierNs, laterNs - leftNs) <= 0;
    }

    /** The earliest due time that a left row can have, whatever right rows there are. */
    public long firstDue(long leftNs) {
        return strict && looksBack() ? leftNs : KeepTimes.after(leftNs, 0);
    }

    /** When a left row without a partner is due; {@link Watermark#END} when no time makes it so. */
    public long due(long leftNs) {
        if (!looksAhead()) {
            return firstDue(leftNs);
        }
        return isBounded() ? KeepTimes.after(leftNs, toleranceNs) : Watermark.END;
    }

    /** When a left row with a partner of this time is due: no right row at or after that moment is a better one, or as good. */
    public long due(long leftNs, long partnerNs) {
        if (!looksAhead()) {
            return firstDue(leftNs);
        }
        if (partnerNs >= leftNs) {
            return KeepTimes.after(partnerNs, 0);
        }
        long distance = leftNs - partnerNs;
        if (distance == 1) {
            return firstDue(leftNs);
        }
        // A right row as far away on the other side loses, so the last rival lies one unit nearer.
        return distance < 0 ? Watermark.END - 1 : KeepTimes.after(leftNs, distance - 1);
    }

    @Override
    public long earliestWaiting(long dueNs) {
        return strict && looksBack() ? dueNs : dueNs - 1;
    }

    @Override
    public long droppedFrom(long rightNs) {
        if (!looksBack()) {
            return strict ? rightNs : KeepTimes.after(rightNs, 0);
        }
        return isBounded() ? KeepTimes.after(rightNs, toleranceNs) : Watermark.END;
    }

    @Override
    public long replacesFrom(long rightNs) {
        if (!looksBack()) {
            return Watermark.END;
        }
        return strict ? KeepTimes.after(rightNs, 0) : rightNs;
    }

    /** Earliest left row that a new right row can be the partner of; {@code previousNs} is the time of the right row before it. */
    public long firstServed(long rightNs, long previousNs) {
        if (!looksAhead()) {
            return rightNs;
        }
        return isBounded() ? Math.max(previousNs, Watermark.saturatedAdd(rightNs, -toleranceNs)) : previousNs;
    }

    /** Latest left row that a new right row can be the partner of; {@code nextNs} is the time of the right row after it. */
    public long lastServed(long rightNs, long nextNs) {
        if (!looksBack()) {
            return rightNs;
        }
        return isBounded() ? Math.min(nextNs, Watermark.saturatedAdd(rightNs, toleranceNs)) : nextNs;
    }

    /** The same, without the left rows that no due time but the first one was given to yet. */
    public long lastServed(long rightNs, long nextNs, long toComeNs) {
        return Math.min(lastServed(rightNs, nextNs), toComeNs);
    }

    private static long distance(long left, long right) {
        return left >= right ? left - right : right - left;
    }
}
