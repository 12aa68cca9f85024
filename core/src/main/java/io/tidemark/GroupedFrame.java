package io.tidemark;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.SessionWindow;
import io.tidemark.expr.Window;
import io.tidemark.operator.aggregate.GroupAggregate;
import io.tidemark.operator.session.SessionAggregate;
import java.util.List;
import java.util.Objects;

/** Rows that are grouped and wait for their aggregates. Immutable. */
public final class GroupedFrame {
    private final StreamFrame input;
    private final Window window;
    private final List<Column> keys;
    private final String unboundedReason;

    GroupedFrame(StreamFrame input, Window window, List<Column> keys) {
        this(input, window, keys, "");
    }

    private GroupedFrame(StreamFrame input, Window window, List<Column> keys, String unboundedReason) {
        this.input = input;
        this.window = window;
        this.keys = keys;
        this.unboundedReason = unboundedReason;
    }

    /** Consents to state without a bound of time, and says why it stays small; part of the plan. */
    public GroupedFrame unboundedState(String reason) {
        return new GroupedFrame(input, window, keys, Objects.requireNonNull(reason, "reason"));
    }

    /** One row per group: start and end of the window if there is one, the keys, these aggregates. */
    public StreamFrame agg(Aggregate... aggregates) {
        List<Aggregate> list = List.of(aggregates);
        return input.with(
                window != null && window.spec() instanceof SessionWindow
                        ? new SessionAggregate(window, keys, list, unboundedReason)
                        : new GroupAggregate(window, keys, list, unboundedReason));
    }
}
