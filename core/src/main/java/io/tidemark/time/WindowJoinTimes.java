package io.tidemark.time;

/**
 * The rules of window joins: a left row of time {@code l} takes the right rows in {@code [l - before, l + after]}, both ends included. It is
 * due when no right row of that interval can come any more. Ends outside the range of times are its ends.
 *
 * @param beforeNs how far the interval reaches back, 0 or more
 * @param afterNs how far it reaches ahead, 0 or more
 */
public record WindowJoinTimes(long beforeNs, long afterNs) implements KeepTimes {
    /** First time of the interval of a left row. */
    public long from(long leftNs) {
        return Watermark.saturatedAdd(leftNs, -beforeNs);
    }

    /** Last time of the interval of a left row. */
    public long to(long leftNs) {
        return Watermark.saturatedAdd(leftNs, afterNs);
    }

    /** When a left row is due. */
    public long due(long leftNs) {
        return KeepTimes.after(leftNs, afterNs);
    }

    @Override
    public long earliestWaiting(long dueNs) {
        return dueNs - 1 - afterNs;
    }

    @Override
    public long droppedFrom(long rightNs) {
        return KeepTimes.after(rightNs, beforeNs);
    }

    @Override
    public long replacesFrom(long rightNs) {
        return Watermark.END;
    }
}
