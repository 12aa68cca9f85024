package io.tidemark;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.Functions;
import io.tidemark.expr.Spans;
import io.tidemark.operator.asof.WindowJoin;
import io.tidemark.time.WindowJoinTimes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A window join that is being described: each row of the left stream gets aggregates over the rows of the right stream around it, such as
 * the average quote around the trade. Immutable. By default the interval is the very time of the left row.
 */
public final class WindowJoinFrame {
    private final StreamFrame left;
    private final StreamFrame right;
    private final WindowJoin join;

    WindowJoinFrame(StreamFrame left, StreamFrame right) {
        this(left, right, new WindowJoin(List.of(), List.of(), new WindowJoinTimes(0, 0), List.of()));
    }

    private WindowJoinFrame(StreamFrame left, StreamFrame right, WindowJoin join) {
        this.left = left;
        this.right = right;
        this.join = join;
    }

    /** Adds columns that have the same names on both sides to the keys. Without keys all rows belong together. */
    public WindowJoinFrame on(String first, String... more) {
        WindowJoinFrame result = on(Functions.col(first), Functions.col(first));
        for (String name : more) {
            result = result.on(Functions.col(name), Functions.col(name));
        }
        return result;
    }

    /** Adds a key: an expression over left rows and one of the same type over right rows. */
    public WindowJoinFrame on(Column leftKey, Column rightKey) {
        return new WindowJoinFrame(
                left,
                right,
                join.withKey(Objects.requireNonNull(leftKey, "leftKey"), Objects.requireNonNull(rightKey, "rightKey")));
    }

    /** Takes the right rows from {@code before} before the left row to {@code after} after it, both ends included. */
    public WindowJoinFrame between(Duration before, Duration after) {
        return new WindowJoinFrame(
                left,
                right,
                join.with(new WindowJoinTimes(Spans.nanos(before, "before"), Spans.nanos(after, "after"))));
    }

    /** All left rows, each with these aggregates over its right rows. */
    public StreamFrame agg(Aggregate... aggregates) {
        return left.with(join.with(List.of(aggregates)), right);
    }
}
