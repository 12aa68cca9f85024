package io.tidemark.time;

/**
 * When rows of sessions are late, when sessions are complete, and how long their ends are remembered. A session is {@code [start, end)};
 * one that begins at the very end of another still touches it, so both are one.
 *
 * <p>Where equal times are never late, a session is complete when {@code end < W}: one unit later than a window with this end, so that a row
 * at exactly the end can always still join. Where a row at the watermark is late, it is complete when {@code end <= W}.
 *
 * @param settings which of the two holds, and which session says whether a row is late
 */
public record SessionTimes(TimeSettings settings) {
    /** No end of a session, and no time before which it would be forgotten. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final long LATEST = Long.MAX_VALUE - 2;

    /** Whether a row of this time opens a session within the range of times; the gap is above 0. */
    public boolean isInRange(long timeNs, long gapNs) {
        return timeNs > NEVER && timeNs <= LATEST - gapNs;
    }

    /** Whether a session is complete: it comes out, and no row joins it any more. */
    public boolean isComplete(long endNs, long watermarkNs) {
        return settings.equality() == TimeSettings.Equality.SPARK
                ? watermarkNs != Watermark.NONE && endNs <= watermarkNs
                : endNs < watermarkNs;
    }

    /** Whether a row is late by the session that it alone would be, whatever sessions there are. */
    public boolean goesByOwn() {
        return settings.sessionLate() == TimeSettings.SessionLate.OWN;
    }

    /**
     * The ends of complete sessions up to this time are forgotten: they lie two gaps behind the watermark. One gap behind it there is no row
     * in time that reaches them by itself, two gaps behind it none that reaches them by a session which a row in time opened.
     *
     * @param longestGapNs longest gap of a row
     * @return the time, or {@link #NEVER}
     */
    public long forgotten(long watermarkNs, long longestGapNs) {
        if (watermarkNs == Watermark.END) {
            return Watermark.END;
        }
        long reach = longestGapNs > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * longestGapNs;
        return watermarkNs < NEVER + 1 + reach ? NEVER : watermarkNs - reach - 1;
    }

    /**
     * The watermark of what comes out. A session that is still open ends at {@code W} or later, and its rows go on with the time just before
     * its end.
     */
    public long outputWatermark(long watermarkNs) {
        return settings.equality() == TimeSettings.Equality.SPARK || watermarkNs == Watermark.END
                ? watermarkNs
                : watermarkNs - 1;
    }
}
