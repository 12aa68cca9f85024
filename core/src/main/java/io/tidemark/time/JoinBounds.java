package io.tidemark.time;

import java.time.Duration;
import java.util.List;

/**
 * Which event times of two sides can meet, and how long a row has to wait for a partner. All in exact nanoseconds; what leaves their range
 * stands at its end, so that a row then waits longer than it had to, never shorter.
 *
 * <p>A row goes when its last possible partner would be late. That moment is said as the first watermark at which it goes: it is gone when
 * {@code goneAt <= W}. A side whose rows nothing bounds never lets go.
 *
 * @param equalIsLate whether a time that equals the watermark is late
 * @param leastNs least time of a right row less that of a left one, or the least long
 * @param mostNs greatest such difference, or the greatest long
 * @param ranged whether any condition on the times holds
 * @param leftBounded whether left rows go at all
 * @param leftStayNs how far the watermark has to be past the time of a left row that goes
 * @param rightBounded whether right rows go at all
 * @param rightStayNs the same for a right row
 */
public record JoinBounds(
        boolean equalIsLate,
        long leastNs,
        long mostNs,
        boolean ranged,
        boolean leftBounded,
        long leftStayNs,
        boolean rightBounded,
        long rightStayNs) {
    /** A side of the join. */
    public enum Side {
        /** The first input. */
        LEFT,
        /** The second input. */
        RIGHT;

        /** The other side. */
        public Side other() {
            return this == LEFT ? RIGHT : LEFT;
        }
    }

    private static final long MILLISECOND = 1_000_000;
    /** Rows of a side never go. */
    private static final long FOR_EVER = Long.MAX_VALUE;

    /**
     * What all conditions say together.
     *
     * @param bounds conditions on the times, all of which hold for a pair
     * @param leftWaits whether the conditions may bound left rows: what comes on the right side is bounded by a watermark
     * @param rightWaits the same for right rows
     * @param leftKeyNs what Apache Spark compares with the watermark where a key carries it, less the time of a left row
     * @param rightKeyNs the same for right rows
     */
    public static JoinBounds of(
            List<TimeBound> bounds,
            TimeSettings settings,
            boolean leftWaits,
            boolean rightWaits,
            long leftKeyNs,
            long rightKeyNs) {
        long least = Long.MIN_VALUE;
        long most = Long.MAX_VALUE;
        for (TimeBound bound : bounds) {
            long edge = inclusive(bound);
            least = bound.lower() ? Math.max(least, edge) : least;
            most = bound.lower() ? most : Math.min(most, edge);
        }
        boolean left = leftWaits && bounds.stream().anyMatch(bound -> !bound.lower());
        boolean right = rightWaits && bounds.stream().anyMatch(TimeBound::lower);
        boolean spark = settings.thresholds() == TimeSettings.Thresholds.SPARK;
        boolean equalIsLate = settings.equality() == TimeSettings.Equality.SPARK;
        long late = equalIsLate ? 0 : 1;
        boolean keyed = spark && bounds.stream().anyMatch(TimeBound::key);
        long leftStay = keyed ? leftKeyNs : spark ? loosest(bounds, false) : add(most, late);
        long rightStay = keyed ? rightKeyNs : spark ? loosest(bounds, true) : add(negate(least), late);
        return new JoinBounds(equalIsLate, least, most, !bounds.isEmpty(), left, leftStay, right, rightStay);
    }

    /** Whether any condition on the times holds, so that a row without a time can never match. */
    public boolean isRanged() {
        return ranged;
    }

    /** Whether rows of a side go at all. */
    public boolean isBounded(Side side) {
        return side == Side.LEFT ? leftBounded : rightBounded;
    }

    /** Whether some partner could exist within the range of times. */
    public boolean hasPartners(Side side, long timeNs) {
        long from = side == Side.LEFT ? leastNs : negate(mostNs);
        long to = side == Side.LEFT ? mostNs : negate(leastNs);
        boolean after = from > 0 && timeNs > Long.MAX_VALUE - from;
        boolean before = to < 0 && timeNs < Long.MIN_VALUE - to;
        return from <= to && !after && !before;
    }

    /** Time of the first possible partner of a row that {@link #hasPartners}. */
    public long firstPartner(Side side, long timeNs) {
        return side == Side.LEFT
                ? leastNs == Long.MIN_VALUE ? Long.MIN_VALUE : add(timeNs, leastNs)
                : mostNs == Long.MAX_VALUE ? Long.MIN_VALUE : add(timeNs, negate(mostNs));
    }

    /** Time of the last possible partner of a row that {@link #hasPartners}. */
    public long lastPartner(Side side, long timeNs) {
        return side == Side.LEFT
                ? mostNs == Long.MAX_VALUE ? Long.MAX_VALUE : add(timeNs, mostNs)
                : leastNs == Long.MIN_VALUE ? Long.MAX_VALUE : add(timeNs, negate(leastNs));
    }

    /**
     * The first watermark at which a row of a bounded side is gone. Between the earliest and the last watermark there can be, both left out,
     * so that a drain lets all go.
     */
    public long goneAt(Side side, long timeNs) {
        long at = add(timeNs, side == Side.LEFT ? leftStayNs : rightStayNs);
        return Math.max(Watermark.NONE + 1, Math.min(Watermark.END - 1, at));
    }

    /** Whether a row with this moment is gone. */
    public static boolean isGone(long goneAtNs, long watermarkNs) {
        return goneAtNs <= watermarkNs;
    }

    /**
     * The watermark that holds for the times of a side in what comes out: no row that is still there, and none that is to come, is late by it.
     *
     * @param watermarkNs watermark by which rows of this side go
     */
    public long outputWatermark(Side side, long watermarkNs) {
        if (watermarkNs == Watermark.NONE || watermarkNs == Watermark.END) {
            return watermarkNs;
        }
        long stay = side == Side.LEFT ? leftStayNs : rightStayNs;
        long floor = add(watermarkNs, negate(stay));
        return Math.max(Watermark.NONE, equalIsLate ? floor : add(floor, 1));
    }

    /** For people: until when a row of a bounded side is kept, such as {@code W > ts + PT5M}. */
    public String describe(Side side, String time) {
        long stayNs = side == Side.LEFT ? leftStayNs : rightStayNs;
        if (stayNs == FOR_EVER) {
            return "the end";
        }
        long shownNs = equalIsLate ? stayNs : add(stayNs, -1);
        return "W " + (equalIsLate ? ">= " : "> ") + time + (shownNs < 0 ? " - " : " + ")
                + Duration.ofNanos(shownNs).abs();
    }

    private static long inclusive(TimeBound bound) {
        if (bound.inclusive()) {
            return bound.offsetNs();
        }
        return add(bound.offsetNs(), bound.lower() ? 1 : -1);
    }

    /** The longest stay that some condition gives, a millisecond more at inclusive ones. */
    private static long loosest(List<TimeBound> bounds, boolean lower) {
        long longest = Long.MIN_VALUE;
        for (TimeBound bound : bounds) {
            if (bound.lower() == lower) {
                long offset = lower ? negate(bound.offsetNs()) : bound.offsetNs();
                longest = Math.max(longest, bound.inclusive() ? add(offset, MILLISECOND) : offset);
            }
        }
        return longest == Long.MIN_VALUE ? FOR_EVER : longest;
    }

    private static long negate(long value) {
        return value == Long.MIN_VALUE ? Long.MAX_VALUE : -value;
    }

    private static long add(long left, long right) {
        long sum = left + right;
        if (((left ^ sum) & (right ^ sum)) < 0) {
            return left < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }
}
