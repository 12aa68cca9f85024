package io.tidemark.time;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;

/**
 * The grid of windows {@code [start, start + size)} that passes through {@code offset}: {@code start = time - floorMod(time -
 * offset, size)}. Remembers the last window, so that rows of one window cost two compares.
 */
public final class TumblingWindows {
    private final long sizeNs;
    private final long offsetNs;
    private long lastStart = 1;
    private long lastEnd;

    /**
     * A grid.
     *
     * @param sizeNs length of a window, above 0
     * @param offsetNs shift of the grid, of an absolute value below the size
     */
    public TumblingWindows(long sizeNs, long offsetNs) {
        if (sizeNs <= 0 || Math.abs(offsetNs) >= sizeNs) {
            throw new TidemarkException(
                    ErrorCode.WINDOW_SPEC_INVALID,
                    "A window of " + sizeNs + " ns with an offset of " + offsetNs + " ns is not usable.",
                    "Use a size above 0 and an offset whose absolute value is below the size.");
        }
        this.sizeNs = sizeNs;
        this.offsetNs = offsetNs;
    }

    /** Length of a window in nanoseconds. */
    public long sizeNs() {
        return sizeNs;
    }

    /** Whether the window of this time lies within the range of times. */
    public boolean contains(long timeNs) {
        if (timeNs >= lastStart && timeNs < lastEnd) {
            return true;
        }
        // |offset| < size, so the distance to the start is below size even where time - offset overflows.
        long start = timeNs - distance(timeNs);
        return start <= timeNs && start != Watermark.NONE && start + sizeNs > start;
    }

    /** Start of the window of a time that {@link #contains} accepts. */
    public long start(long timeNs) {
        if (timeNs >= lastStart && timeNs < lastEnd) {
            return lastStart;
        }
        lastStart = timeNs - distance(timeNs);
        lastEnd = lastStart + sizeNs;
        return lastStart;
    }

    /** End of the window that starts at {@code startNs}. */
    public long end(long startNs) {
        return startNs + sizeNs;
    }

    private long distance(long timeNs) {
        return Math.floorMod(Math.floorMod(timeNs, sizeNs) - Math.floorMod(offsetNs, sizeNs), sizeNs);
    }
}
