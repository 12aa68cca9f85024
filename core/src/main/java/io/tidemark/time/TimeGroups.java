package io.tidemark.time;

/**
 * Groups of equal event time, for keys that are the event time itself. A group is complete when no further row of its time can be in time.
 *
 * @param settings says whether a row exactly at the watermark is late
 */
public record TimeGroups(TimeSettings settings) implements GroupTimes {
    @Override
    public boolean isInRange(long timeNs) {
        return timeNs < Long.MAX_VALUE;
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
        return settings.equality() == TimeSettings.Equality.SPARK ? pane : pane + 1;
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
        return settings.equality() == TimeSettings.Equality.SPARK ? endNs : endNs - 1;
    }

    @Override
    public boolean isDirect() {
        return true;
    }
}
