package io.tidemark.time;

/**
 * Groups of equal event time, for keys that are the event time itself or the end of a window of it. A group is complete when no further row of its time
 * can be in time.
 *
 * @param inclusive whether a group is complete when the watermark has reached its time, and not only when it has passed it
 */
public record TimeGroups(boolean inclusive) implements GroupTimes {
    /** Groups of event times; the settings say whether a row exactly at the watermark is late. */
    public static TimeGroups of(TimeSettings settings) {
        return new TimeGroups(settings.equality() == TimeSettings.Equality.SPARK);
    }

    /** Groups of windows that were complete when their end was reached. */
    public static TimeGroups ofEnds() {
        return new TimeGroups(true);
    }

    @Override
    public boolean isInRange(long timeNs) {
        return timeNs > Long.MIN_VALUE && timeNs < Long.MAX_VALUE;
    }

    @Override
    public long pane(long timeNs) {
        return timeNs;
    }

    @Override
    public boolean isInGroup(long pane) {
        return true;
    }

    @Override
    public long lastEnd(long pane) {
        return inclusive ? pane : pane + 1;
    }

    @Override
    public long firstEnd(long pane, long afterNs) {
        long end = lastEnd(pane);
        return end > afterNs ? end : end + 1;
    }

    @Override
    public long nextEnd(long endNs) {
        return endNs + 1;
    }

    @Override
    public long firstPane(long endNs) {
        return inclusive ? endNs : endNs - 1;
    }

    @Override
    public boolean isDirect() {
        return true;
    }
}
