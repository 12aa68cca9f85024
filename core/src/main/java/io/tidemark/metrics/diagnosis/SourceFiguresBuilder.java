package io.tidemark.metrics.diagnosis;

/** Builds the figures of a source. What is not set is unknown. Not for use by several threads. */
public final class SourceFiguresBuilder {
    private final String name;
    private long rowsArrived = Sample.UNKNOWN;
    private long rowsConsumed = Sample.UNKNOWN;
    private long backlogRows = Sample.UNKNOWN;
    private long backlogBytes = Sample.UNKNOWN;
    private long oldestUnreadAgeNs = Sample.UNKNOWN;
    private long watermarkNs = Sample.UNKNOWN;
    private long maxEventTimeNs = Sample.UNKNOWN;
    private long p999EventTimeNs = Sample.UNKNOWN;
    private long idleSinceNs = Sample.UNKNOWN;
    private double throttledShare = Double.NaN;
    private double alignmentPausedShare = Double.NaN;

    SourceFiguresBuilder(String name) {
        this.name = name;
    }

    /** Rows that arrived and rows that were consumed in the interval. */
    public SourceFiguresBuilder rows(long arrived, long consumed) {
        rowsArrived = arrived;
        rowsConsumed = consumed;
        return this;
    }

    /** What waits in the journal, and for how long its oldest row has. */
    public SourceFiguresBuilder backlog(long rows, long bytes, long oldestAgeNs) {
        backlogRows = rows;
        backlogBytes = bytes;
        oldestUnreadAgeNs = oldestAgeNs;
        return this;
    }

    /** Watermark of the source. */
    public SourceFiguresBuilder watermark(long timeNs) {
        watermarkNs = timeNs;
        return this;
    }

    /** Greatest event time, and the one that 99.9 % of the last rows do not exceed. */
    public SourceFiguresBuilder eventTimes(long maxNs, long p999Ns) {
        maxEventTimeNs = maxNs;
        p999EventTimeNs = p999Ns;
        return this;
    }

    /** Observer's time since which nothing has arrived. */
    public SourceFiguresBuilder idleSince(long timeNs) {
        idleSinceNs = timeNs;
        return this;
    }

    /** Parts of the interval in which a rate limit, and alignment, held reading back. */
    public SourceFiguresBuilder heldBack(double throttled, double alignmentPaused) {
        throttledShare = throttled;
        alignmentPausedShare = alignmentPaused;
        return this;
    }

    /** The figures. */
    public SourceFigures build() {
        return new SourceFigures(
                name,
                rowsArrived,
                rowsConsumed,
                backlogRows,
                backlogBytes,
                oldestUnreadAgeNs,
                watermarkNs,
                maxEventTimeNs,
                p999EventTimeNs,
                idleSinceNs,
                throttledShare,
                alignmentPausedShare);
    }
}
