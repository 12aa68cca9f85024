package io.tidemark.time;

/** All rows in one pane and one group that ends with the stream: aggregation without a window. */
public record OneGroup() implements GroupTimes {
    private static final long PANE = 0;

    @Override
    public boolean isInRange(long timeNs) {
        return true;
    }

    @Override
    public long pane(long timeNs) {
        return PANE;
    }

    @Override
    public boolean isInGroup(long pane) {
        return true;
    }

    @Override
    public long lastEnd(long pane) {
        return Watermark.END;
    }

    @Override
    public long firstEnd(long pane, long afterNs) {
        return Watermark.END;
    }

    @Override
    public long nextEnd(long endNs) {
        return Watermark.END;
    }

    @Override
    public long firstPane(long endNs) {
        return PANE;
    }

    @Override
    public boolean isDirect() {
        return true;
    }
}
