package io.tidemark.time;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;

/**
 * Windows {@code [start, start + size)} that begin every {@code slide} on the grid through {@code offset}, cut into panes that windows
 * share: {@code pane = gcd(size, slide)}, each row in exactly one pane, each window a run of {@code size / pane} panes. A
 * tumbling window ({@code slide = size}) is its own only pane. With a slide greater than the size there are times in no
 * window.
 *
 * <p>A pane is known by its start, a window by its end. Remembers the last pane and its ends, so that rows of one pane cost compares and no division.
 */
public final class PaneWindows implements GroupTimes {
    private final long sizeNs;
    private final long slideNs;
    private final long paneNs;
    private final long blockNs;
    private final long earliest;
    private final long latest;
    private final boolean tumbling;
    private final long offsetInPane;
    private final long offsetInSlide;
    private long lastPane = 1;
    private long lastPaneEnd;
    private long endPane = Long.MAX_VALUE;
    private long endOfEndPane;
    private long firstEndPane = 1;
    private long firstEndOfPane;

    /**
     * A grid.
     *
     * @param sizeNs length of a window, above 0
     * @param slideNs distance of neighbouring starts, above 0
     * @param offsetNs shift of the grid, of an absolute value below the slide
     */
    public PaneWindows(long sizeNs, long slideNs, long offsetNs) {
        if (!isValid(sizeNs, slideNs, offsetNs)) {
            throw new TidemarkException(
                    ErrorCode.WINDOW_SPEC_INVALID,
                    "A window of " + sizeNs + " ns every " + slideNs + " ns with an offset of " + offsetNs
                            + " ns is not usable.",
                    "Use a size and a slide above 0 and an offset whose absolute value is below the slide.");
        }
        this.sizeNs = sizeNs;
        this.slideNs = slideNs;
        this.paneNs = gcd(sizeNs, slideNs);
        this.blockNs = (long) Math.ceil(Math.sqrt((double) sizeNs / paneNs)) * paneNs;
        this.earliest = Math.addExact(Long.MIN_VALUE, saturated(sizeNs, slideNs));
        this.latest = Long.MAX_VALUE - saturated(sizeNs, slideNs);
        this.tumbling = sizeNs == slideNs;
        this.offsetInPane = Math.floorMod(offsetNs, paneNs);
        this.offsetInSlide = Math.floorMod(offsetNs, slideNs);
    }

    /** Whether a grid of these numbers exists. */
    public static boolean isValid(long sizeNs, long slideNs, long offsetNs) {
        return sizeNs > 0 && slideNs > 0 && Math.abs(offsetNs) < slideNs;
    }

    /** Number of panes of a window. */
    public long panesPerWindow() {
        return sizeNs / paneNs;
    }

    /** Length of a block of panes, about the square root of those of a window, so that a window is put together from few parts. */
    public long blockNs() {
        return blockNs;
    }

    /** First pane of the block that holds a pane; blocks lie on the grid of panes. */
    public long firstPaneOfBlock(long pane) {
        return pane - Math.floorMod(pane - offsetInPane, blockNs);
    }

    /** Greatest number of windows that hold one time: {@code ceil(size / slide)}. */
    public long windowsPerRow() {
        return (sizeNs - 1) / slideNs + 1;
    }

    /** Whether each window is one pane that belongs to no other window. */
    @Override
    public boolean isDirect() {
        return sizeNs == slideNs || paneNs == sizeNs;
    }

    /** Length of a window in nanoseconds. */
    public long sizeNs() {
        return sizeNs;
    }

    @Override
    public boolean isInRange(long timeNs) {
        if (timeNs >= lastPane && timeNs < lastPaneEnd) {
            return true;
        }
        return timeNs >= earliest && timeNs <= latest;
    }

    @Override
    public long pane(long timeNs) {
        if (timeNs >= lastPane && timeNs < lastPaneEnd) {
            return lastPane;
        }
        lastPane = timeNs - distance(timeNs, paneNs, offsetInPane);
        lastPaneEnd = lastPane + paneNs;
        return lastPane;
    }

    @Override
    public boolean isInGroup(long pane) {
        return tumbling || lastEnd(pane) > pane;
    }

    @Override
    public long lastEnd(long pane) {
        if (tumbling) {
            return pane + sizeNs;
        }
        if (pane != endPane) {
            endOfEndPane = pane - distance(pane, slideNs, offsetInSlide) + sizeNs;
            endPane = pane;
        }
        return endOfEndPane;
    }

    @Override
    public long firstEnd(long pane, long afterNs) {
        long after = Math.max(pane, afterNs);
        if (pane != firstEndPane || after >= firstEndOfPane || after < firstEndOfPane - slideNs) {
            // Ends lie on the grid of starts, shifted by the size. A group that holds the pane ends after it.
            long start = after - sizeNs;
            firstEndOfPane = start - distance(start, slideNs, offsetInSlide) + slideNs + sizeNs;
            firstEndPane = pane;
        }
        return firstEndOfPane;
    }

    @Override
    public long nextEnd(long endNs) {
        return endNs + slideNs;
    }

    @Override
    public long firstPane(long endNs) {
        return endNs - sizeNs;
    }

    private static long distance(long timeNs, long stepNs, long offsetInStep) {
        return Math.floorMod(Math.floorMod(timeNs, stepNs) - offsetInStep, stepNs);
    }

    private static long saturated(long left, long right) {
        long sum = 2 * Math.max(left, right);
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static long gcd(long left, long right) {
        return right == 0 ? left : gcd(right, left % right);
    }
}
