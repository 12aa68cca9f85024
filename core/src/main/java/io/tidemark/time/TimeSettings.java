package io.tidemark.time;

/**
 * How time works in a query: what users may choose, each on its own, and two named bundles. All are part of the fingerprint.
 *
 * @param advance when the watermark moves
 * @param equality whether a row exactly at the watermark is late
 * @param origin what the watermark is before the first row
 * @param resolution unit of the watermark
 * @param scope whether each stream has a watermark of its own
 * @param merge how several watermarks make one
 * @param sessionLate which session says whether a row is late
 * @param thresholds how long joins keep rows
 * @param nullKeys when rows of a join that can never match come out
 */
public record TimeSettings(
        Advance advance,
        Equality equality,
        Origin origin,
        Resolution resolution,
        Scope scope,
        Merge merge,
        SessionLate sessionLate,
        Thresholds thresholds,
        NullKeys nullKeys) {
    /** Row by row, equal times are never late, no watermark before the first row, nanoseconds, a watermark for each stream. */
    public static final TimeSettings NATIVE = new TimeSettings(
            Advance.PER_ROW,
            Equality.NATIVE,
            Origin.UNDEFINED,
            Resolution.NANOSECONDS,
            Scope.STREAM,
            Merge.MIN,
            SessionLate.MERGED,
            Thresholds.TIGHTEST,
            NullKeys.AT_ONCE);

    /** What Apache Spark does: between batches, {@code time <= W} is late, from 1970, whole milliseconds, one watermark for all. */
    public static final TimeSettings SPARK = new TimeSettings(
            Advance.PER_BATCH,
            Equality.SPARK,
            Origin.EPOCH,
            Resolution.MILLISECONDS,
            Scope.QUERY,
            Merge.MIN,
            SessionLate.OWN,
            Thresholds.SPARK,
            NullKeys.ON_WATERMARK);

    private static final long MICROSECOND = 1_000;
    private static final long MILLISECOND = 1_000_000;

    /** When the watermark moves. */
    public enum Advance {
        /** After each row. What is late depends on the order of rows alone. */
        PER_ROW,
        /**
         * Between batches: rows of batch N are late by the watermark that batch N-1 used, and what is due at the end of batch N
         * goes by the rows of the batches before it. What is late depends on where batches are cut, so cuts are recorded.
         */
        PER_BATCH
    }

    /** Whether a row without a window that lies exactly at the watermark is late. */
    public enum Equality {
        /** {@code time < W} is late. */
        NATIVE,
        /** {@code time <= W} is late. */
        SPARK
    }

    /** The watermark before the first row. */
    public enum Origin {
        /** None: nothing is late. */
        UNDEFINED,
        /** 1970-01-01T00:00:00Z, and never before it. */
        EPOCH
    }

    /** Unit of the watermark. */
    public enum Resolution {
        /** Nanoseconds. */
        NANOSECONDS,
        /** Whole milliseconds, of event time and delay, rounded down; rows themselves have microseconds. */
        MILLISECONDS
    }

    /** Of what a watermark is. */
    public enum Scope {
        /** Each stream has its own; where streams meet they are merged. */
        STREAM,
        /** All streams of the query go by one, merged from those of all inputs. Between batches only. */
        QUERY
    }

    /** How several watermarks make one. */
    public enum Merge {
        /** The smallest: no input loses rows because another is ahead. */
        MIN,
        /** The greatest: no input holds the others back; rows of slow inputs are late. */
        MAX
    }

    /** Which session says whether a row is late. */
    public enum SessionLate {
        /** The session that the row would be part of. */
        MERGED,
        /** The session that the row alone would be. */
        OWN
    }

    /** How long joins keep rows. */
    public enum Thresholds {
        /** By the tightest bound that follows from all conditions. */
        TIGHTEST,
        /** As Apache Spark derives it: the loosest bound, a millisecond more at inclusive bounds. */
        SPARK
    }

    /** When rows of a join that can never match come out. */
    public enum NullKeys {
        /** At once. */
        AT_ONCE,
        /** When the watermark passes them, as if they might still match. */
        ON_WATERMARK
    }

    /** The same with another advance. */
    public TimeSettings with(Advance other) {
        return new TimeSettings(other, equality, origin, resolution, scope, merge, sessionLate, thresholds, nullKeys);
    }

    /** The same with another equality. */
    public TimeSettings with(Equality other) {
        return new TimeSettings(advance, other, origin, resolution, scope, merge, sessionLate, thresholds, nullKeys);
    }

    /** The same with another origin. */
    public TimeSettings with(Origin other) {
        return new TimeSettings(advance, equality, other, resolution, scope, merge, sessionLate, thresholds, nullKeys);
    }

    /** The same with another scope. */
    public TimeSettings with(Scope other) {
        return new TimeSettings(advance, equality, origin, resolution, other, merge, sessionLate, thresholds, nullKeys);
    }

    /** The same with another way to merge watermarks. */
    public TimeSettings with(Merge other) {
        return new TimeSettings(advance, equality, origin, resolution, scope, other, sessionLate, thresholds, nullKeys);
    }

    /** The same with another test of late rows of sessions. */
    public TimeSettings with(SessionLate other) {
        return new TimeSettings(advance, equality, origin, resolution, scope, merge, other, thresholds, nullKeys);
    }

    /** The same with other bounds of joins. */
    public TimeSettings with(Thresholds other) {
        return new TimeSettings(advance, equality, origin, resolution, scope, merge, sessionLate, other, nullKeys);
    }

    /** The same with another moment for rows that can never match. */
    public TimeSettings with(NullKeys other) {
        return new TimeSettings(advance, equality, origin, resolution, scope, merge, sessionLate, thresholds, other);
    }

    /** Whether all streams go by one watermark. */
    public boolean oneForAll() {
        return scope == Scope.QUERY;
    }

    /** The smallest distance of two times in nanoseconds: what the greatest time of a window lies before its end. */
    public long unitNs() {
        return resolution == Resolution.MILLISECONDS ? MICROSECOND : 1;
    }

    /** Whether the watermark moves between batches. */
    public boolean perBatch() {
        return advance == Advance.PER_BATCH;
    }

    /** The watermark before the first row. */
    public long initialWatermark() {
        return origin == Origin.EPOCH ? 0 : Watermark.NONE;
    }

    /** The watermark that a greatest event time gives. */
    public long watermark(long maxEventTimeNs, long delayNs) {
        long watermark = resolution == Resolution.MILLISECONDS
                ? Watermark.of(floorMillis(maxEventTimeNs), floorMillis(delayNs))
                : Watermark.of(maxEventTimeNs, delayNs);
        return origin == Origin.EPOCH ? Math.max(0, watermark) : watermark;
    }

    /** Whether a row without a window is late. */
    public boolean isLate(long eventTimeNs, long watermarkNs) {
        return equality == Equality.SPARK
                ? watermarkNs != Watermark.NONE && eventTimeNs <= watermarkNs
                : Watermark.isLate(eventTimeNs, watermarkNs);
    }

    /** The least event time of a row that is not late; {@link Watermark#NONE} when none is late. */
    public long earliestOnTime(long watermarkNs) {
        boolean later = equality == Equality.SPARK && watermarkNs != Watermark.NONE && watermarkNs != Watermark.END;
        return later ? watermarkNs + 1 : watermarkNs;
    }

    /**
     * The greatest watermark at which a row of this time is not late.
     *
     * @param endOfWindow whether the time is the end of a window, which is complete at that very watermark
     */
    public long watermarkBefore(long eventTimeNs, boolean endOfWindow) {
        boolean earlier = (endOfWindow || equality == Equality.SPARK)
                && eventTimeNs > Watermark.NONE
                && eventTimeNs < Watermark.END;
        return earlier ? eventTimeNs - 1 : eventTimeNs;
    }

    /**
     * The smallest delay of the watermark with which a row is not late, when the greatest event time before it is known: 0 for a row that no delay makes
     * late, a whole number of units of the watermark else.
     *
     * @param maxEventTimeNs greatest event time before the row, or {@link Watermark#NONE}
     * @param eventTimeNs time of the row, or the end of its last window
     * @param endOfWindow whether it is the end of a window
     */
    public long neededDelay(long maxEventTimeNs, long eventTimeNs, boolean endOfWindow) {
        if (maxEventTimeNs == Watermark.NONE) {
            return 0;
        }
        boolean millis = resolution == Resolution.MILLISECONDS;
        long latest = watermarkBefore(eventTimeNs, endOfWindow);
        long greatest = millis ? floorMillis(maxEventTimeNs) : maxEventTimeNs;
        if (greatest <= latest) {
            return 0;
        }
        long needed = greatest - latest;
        if (needed < 0 || millis && needed > Long.MAX_VALUE - MILLISECOND) {
            return Long.MAX_VALUE;
        }
        return millis ? floorMillis(needed + MILLISECOND - 1) : needed;
    }

    private static long floorMillis(long nanos) {
        return nanos - Math.floorMod(nanos, MILLISECOND);
    }
}
