package io.tidemark.operator.keyed;

import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.OperatorNode;
import java.util.List;
import java.util.Objects;

/**
 * Runs a function of the user's own over the rows of each key. Rows that are late by their own event time are dropped before.
 *
 * @param keys names of the key columns; null is a key of its own
 * @param function name of the function
 * @param ttlNs how long after its latest row a key is forgotten, in nanoseconds of event time, or {@link #NO_TTL}
 * @param unboundedReason why state may grow without a bound, or empty: then it may not
 */
public record KeyedProcess(List<String> keys, String function, long ttlNs, String unboundedReason)
        implements OperatorNode {
    /** Keys are not forgotten by time. */
    public static final long NO_TTL = Long.MIN_VALUE;

    /** Copies the keys. */
    public KeyedProcess {
        keys = List.copyOf(keys);
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(unboundedReason, "unboundedReason");
    }

    @Override
    public String kind() {
        return "keyed";
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        return new KeyedBinder(this, scope).bind();
    }
}
