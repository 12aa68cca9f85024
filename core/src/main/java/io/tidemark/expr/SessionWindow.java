package io.tidemark.expr;

import java.util.Objects;

/**
 * Windows of activity: each row of a key opens {@code [time, time + gap)}, and what overlaps or touches is one session.
 *
 * @param gap nanoseconds of silence that end a session, as an expression over the row of type long
 */
public record SessionWindow(Expression gap) implements WindowSpec {
    /** Checks that there is a gap; its type and value are checked when the query is built. */
    public SessionWindow {
        Objects.requireNonNull(gap, "gap");
    }

    @Override
    public String word() {
        return "session";
    }

    @Override
    public String toString() {
        return "gap " + gap + " ns";
    }
}
