package io.tidemark;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.Window;
import io.tidemark.operator.aggregate.WindowAggregate;
import java.util.List;

/** Rows that are grouped and wait for their aggregates. Immutable. */
public final class GroupedFrame {
    private final StreamFrame input;
    private final Window window;
    private final List<Column> keys;

    GroupedFrame(StreamFrame input, Window window, List<Column> keys) {
        this.input = input;
        this.window = window;
        this.keys = keys;
    }

    /** One row per group: start and end of the window, the keys, these aggregates. */
    public StreamFrame agg(Aggregate... aggregates) {
        return input.with(new WindowAggregate(window, keys, List.of(aggregates)));
    }
}
