package io.tidemark.time;

/**
 * The column that says when the row of an operator without windows happened: an event time, or the end of a window whose rows a row sums up. Such an
 * end counts as the last time within the window. All tests go by a due time: something is due when {@code due <= W}.
 *
 * @param settings says whether a row exactly at the watermark is late
 * @param provenance what the values are: {@link TimeProvenance#EXACT} or {@link TimeProvenance#WINDOW_END}
 */
public record EventTimes(TimeSettings settings, TimeProvenance provenance) {
    /** Latest due time: due at the end of the stream alone. */
    public static final long LAST_DUE = Watermark.END - 1;

    /** The first watermark by which a row of this value would be late. */
    public long due(long value) {
        boolean at = provenance == TimeProvenance.WINDOW_END || settings.equality() == TimeSettings.Equality.SPARK;
        return at ? Math.min(value, LAST_DUE) : value >= LAST_DUE ? LAST_DUE : value + 1;
    }

    /**
     * The first watermark that is more than a span past a value: {@code value + span < W}, or {@code value + span <= W} where a row
     * exactly at the watermark is late.
     *
     * @param spanNs 0 or more
     */
    public long dueAfter(long value, long spanNs) {
        long due = due(value);
        return due > LAST_DUE - spanNs ? LAST_DUE : due + spanNs;
    }

    /** Whether a row of this value is late. */
    public boolean isLate(long value, long watermarkNs) {
        return watermarkNs != Watermark.NONE && isDue(due(value), watermarkNs);
    }

    /** Whether something is due. */
    public static boolean isDue(long dueNs, long watermarkNs) {
        return dueNs <= watermarkNs;
    }

    /** The greatest watermark, up to a given one, by which a row that still waits to come out is in time. */
    public long heldBack(long watermarkNs, long waitingValue) {
        return Math.min(watermarkNs, due(waitingValue) - 1);
    }
}
