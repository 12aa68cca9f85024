package io.tidemark.expr;

/**
 * Windows of one length: {@code [start, start + size)} every {@code slide}, on the grid that passes through {@code offset} nanoseconds after
 * 1970-01-01T00:00:00Z. Tumbling windows slide by their size. The numbers are checked when the query is built.
 *
 * @param sizeNs length of a window in nanoseconds
 * @param slideNs distance of neighbouring starts in nanoseconds
 * @param offsetNs shift of the grid in nanoseconds
 * @param allowGaps whether the slide may be greater than the size, so that there are times in no window
 */
public record FixedWindow(long sizeNs, long slideNs, long offsetNs, boolean allowGaps) implements WindowSpec {
    @Override
    public String word() {
        return "window";
    }

    @Override
    public String toString() {
        return sizeNs + " ns" + (slideNs == sizeNs ? "" : " every " + slideNs + " ns")
                + (offsetNs == 0 ? "" : ", offset " + offsetNs + " ns");
    }
}
