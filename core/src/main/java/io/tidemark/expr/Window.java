package io.tidemark.expr;

import java.util.Objects;

/**
 * Windows over a time expression, as data: {@code [start, start + size)} every {@code slide}, on the grid that passes through
 * {@code offset} nanoseconds after 1970-01-01T00:00:00Z. Tumbling windows slide by their size.
 *
 * @param time the time by which rows are put into windows
 * @param sizeNs length of a window in nanoseconds
 * @param slideNs distance of neighbouring starts in nanoseconds
 * @param offsetNs shift of the grid in nanoseconds
 * @param allowGaps whether the slide may be greater than the size, so that there are times in no window
 * @param name prefix of the result columns {@code <name>_start} and {@code <name>_end}
 */
public record Window(Expression time, long sizeNs, long slideNs, long offsetNs, boolean allowGaps, String name) {
    /** Checks that nothing is null; sizes are checked when the query is built. */
    public Window {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(name, "name");
    }

    /** The same window with another prefix for its columns. */
    public Window as(String newName) {
        return new Window(time, sizeNs, slideNs, offsetNs, allowGaps, newName);
    }

    @Override
    public String toString() {
        return "window(" + time + ", " + sizeNs + " ns" + (slideNs == sizeNs ? "" : " every " + slideNs + " ns")
                + (offsetNs == 0 ? "" : ", offset " + offsetNs + " ns")
                + ") as " + name;
    }
}
