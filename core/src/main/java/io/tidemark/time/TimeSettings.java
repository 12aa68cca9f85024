package io.tidemark.time;

/**
 * How time works in a query: what users may choose, each on its own, and two named bundles. All are part of the fingerprint.
 *
 * @param advance when the watermark moves
 * @param equality whether a row exactly at the watermark is late
 * @param origin what the watermark is before the first row
 * @param resolution unit of the watermark
 */
public record TimeSettings(Advance advance, Equality equality, Origin origin, Resolution resolution) {
    /** Row by row, equal times are never late, no watermark before the first row, nanoseconds. */
    public static final TimeSettings NATIVE =
            new TimeSettings(Advance.PER_ROW, Equality.NATIVE, Origin.UNDEFINED, Resolution.NANOSECONDS);

    /** What Apache Spark does: between batches, {@code time <= W} is late, from 1970, whole milliseconds. */
    public static final TimeSettings SPARK =
            new TimeSettings(Advance.PER_BATCH, Equality.SPARK, Origin.EPOCH, Resolution.MILLISECONDS);

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
        /** Whole milliseconds, of event time and delay, rounded down. */
        MILLISECONDS
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

    private static long floorMillis(long nanos) {
        return nanos - Math.floorMod(nanos, MILLISECOND);
    }
}
