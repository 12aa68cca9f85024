package io.tidemark.expr;

import java.util.Objects;

/**
 * Windows over a time expression, as data.
 *
 * @param time the time by which rows are put into windows
 * @param spec how time is cut
 * @param name prefix of the result columns {@code <name>_start} and {@code <name>_end}, and {@code <name>_session} where windows have names
 */
public record Window(Expression time, WindowSpec spec, String name) {
    /** Checks that nothing is null; the rest is checked when the query is built. */
    public Window {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(name, "name");
    }

    /** The same window with another prefix for its columns. */
    public Window as(String newName) {
        return new Window(time, spec, newName);
    }

    @Override
    public String toString() {
        return spec.word() + "(" + time + ", " + spec + ") as " + name;
    }
}
