package io.tidemark;

import io.tidemark.expr.Spans;
import io.tidemark.function.KeyedFunction;
import io.tidemark.operator.keyed.KeyedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Rows that are told apart by keys and wait for the function over them. Immutable. */
public final class KeyedFrame {
    private final StreamFrame input;
    private final List<String> keys;
    private final long ttlNs;
    private final String unboundedReason;

    KeyedFrame(StreamFrame input, List<String> keys) {
        this(input, keys, KeyedProcess.NO_TTL, "");
    }

    private KeyedFrame(StreamFrame input, List<String> keys, long ttlNs, String unboundedReason) {
        this.input = input;
        this.keys = keys;
        this.ttlNs = ttlNs;
        this.unboundedReason = unboundedReason;
    }

    /** Forgets a key, with its values and timers, when the watermark is more than a span of event time past its latest row. */
    public KeyedFrame ttl(Duration span) {
        return new KeyedFrame(input, keys, Spans.nanos(span, "span"), unboundedReason);
    }

    /** Consents to state without a bound of time, and says why it stays small; part of the plan. */
    public KeyedFrame unboundedState(String reason) {
        return new KeyedFrame(input, keys, ttlNs, Objects.requireNonNull(reason, "reason"));
    }

    /** The rows that a function makes of the rows of each key. */
    public StreamFrame process(KeyedFunction function) {
        return input.functions(input.functions().with(function))
                .with(new KeyedProcess(keys, function.name(), ttlNs, unboundedReason));
    }
}
