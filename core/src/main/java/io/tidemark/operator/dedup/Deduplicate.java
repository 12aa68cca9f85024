package io.tidemark.operator.dedup;

import io.tidemark.expr.Spans;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.StreamType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Lets one row of each key through. Rows that are late by their own event time are dropped first, as {@code LATE}; then those whose key is
 * known, as {@code DUPLICATE}, or as {@code CONFLICTING} when they are no copies. Null equals null, NaN equals NaN and the two
 * zeros are equal; a row comes out as it came in.
 *
 * <pre>
 *   Deduplicate.by("exec_id").within(Duration.ofMinutes(30)).conflictsOn("price", "quantity")
 *   Deduplicate.by("order_id", "ts").keep(Keep.greatest("version"))
 * </pre>
 *
 * @param keys names of the key columns; empty for all columns
 * @param horizon how long a key is remembered
 * @param keep which row of a key counts
 * @param conflicts which columns tell copies from other rows
 */
public record Deduplicate(List<String> keys, Horizon horizon, Keep keep, Conflicts conflicts) implements OperatorNode {
    /** Copies the keys. */
    public Deduplicate {
        keys = List.copyOf(keys);
        Objects.requireNonNull(horizon, "horizon");
        Objects.requireNonNull(keep, "keep");
        Objects.requireNonNull(conflicts, "conflicts");
    }

    /**
     * Deduplication by columns, or by all of them when none is named. If one of them is the event time, a key is forgotten when that is past;
     * else say for how long it is remembered.
     */
    public static Deduplicate by(String... keys) {
        return new Deduplicate(List.of(keys), new Horizon.EventTimeKey(), Keep.FIRST_ARRIVAL, Conflicts.IGNORED);
    }

    /** Remembers a key for a span of event time after its first row; further rows do not extend it. */
    public Deduplicate within(Duration span) {
        return new Deduplicate(keys, new Horizon.Span(Spans.nanos(span, "span")), keep, conflicts);
    }

    /** Remembers a key for the delay of the watermark after its first row; further rows do not extend it. */
    public Deduplicate withinWatermark() {
        return new Deduplicate(keys, new Horizon.WatermarkDelay(), keep, conflicts);
    }

    /** Remembers keys for ever, and says why they stay few; part of the plan. */
    public Deduplicate unboundedState(String reason) {
        return new Deduplicate(keys, new Horizon.Forever(reason), keep, conflicts);
    }

    /**
     * Chooses which row of a key counts; the first to arrive by default. Any other is known only when the key is forgotten: then it comes out,
     * or, in update mode, each better row comes out at once as an update of its key.
     */
    public Deduplicate keep(Keep newKeep) {
        return new Deduplicate(keys, horizon, newKeep, conflicts);
    }

    /** Drops a row that equals the kept one in its key and not in these columns as {@code CONFLICTING}. */
    public Deduplicate conflictsOn(String first, String... more) {
        String[] columns = new String[more.length + 1];
        columns[0] = Objects.requireNonNull(first, "first");
        System.arraycopy(more, 0, columns, 1, more.length);
        return new Deduplicate(keys, horizon, keep, new Conflicts(true, List.of(columns)));
    }

    /** The same with all columns that are not keys. */
    public Deduplicate conflictsOnAllOthers() {
        return new Deduplicate(keys, horizon, keep, new Conflicts(true, List.of()));
    }

    @Override
    public String kind() {
        return "deduplicate";
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        return new DedupBinder(this, scope).bind();
    }

    @Override
    public StreamType outputDespiteProblems(StreamType input) {
        return input;
    }
}
