package io.tidemark.operator.keyed;

import io.tidemark.error.ErrorCode;
import io.tidemark.function.KeyedFunction;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.EventTimeColumn;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Checks names, the event time and the bound of state of a function over keys. */
final class KeyedBinder {
    private final KeyedProcess node;
    private final BindScope scope;
    private final StreamType input;

    KeyedBinder(KeyedProcess node, BindScope scope) {
        this.node = node;
        this.scope = scope;
        this.input = scope.input();
    }

    /** The bound operator, or null after reporting what is wrong. */
    BoundOperator bind() {
        List<Integer> keys = keys();
        int time = EventTimeColumn.index(scope);
        checkBound(time);
        KeyedFunction function = scope.keyed(node.function());
        if (function == null) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    node.function(),
                    "There is no function '" + node.function() + "' over keys.",
                    "Call functions(...) before process(...), or add it there.");
            return null;
        }
        int outputTime = outputTime(function);
        return scope.failed()
                ? null
                : new BoundKeyedProcess(node, scope, function, keys, time, outputTime, output(function, outputTime));
    }

    private List<Integer> keys() {
        List<Integer> keys = new ArrayList<>();
        for (String name : node.keys()) {
            int index = input.schema().indexOf(name);
            if (index < 0) {
                scope.problem(
                        ErrorCode.COLUMN_UNKNOWN,
                        name,
                        "The input does not have this key.",
                        "Use one of " + input.schema().names() + ".");
            } else if (!keys.contains(index)) {
                keys.add(index);
            }
        }
        return keys;
    }

    private void checkBound(int time) {
        if (node.ttlNs() == KeyedProcess.NO_TTL) {
            if (node.unboundedReason().isBlank()) {
                scope.problem(
                        ErrorCode.STATE_UNBOUNDED,
                        String.join(", ", node.keys()),
                        "What '" + node.function() + "' keeps for each of " + node.keys()
                                + " is not forgotten unless the function does so.",
                        "Forget keys without rows: ttl(span), or say unboundedState(\"why this stays small\").");
            }
            return;
        }
        if (node.ttlNs() < 0) {
            scope.problem(
                    ErrorCode.SETTING_INVALID,
                    "",
                    "A key cannot be kept for a negative time.",
                    "Use a span of 0 or more.");
        }
        if (time == EventTimeColumn.NONE) {
            EventTimeColumn.missing(scope, "The time after which a key is forgotten is counted in event time");
        }
    }

    private int outputTime(KeyedFunction function) {
        if (function.eventTime().isEmpty()) {
            return EventTimeColumn.NONE;
        }
        int index = function.output().indexOf(function.eventTime());
        if (index < 0 || !function.output().type(index).equals(DataType.TIMESTAMP)) {
            scope.problem(
                    index < 0 ? ErrorCode.COLUMN_UNKNOWN : ErrorCode.TYPE_MISMATCH,
                    function.eventTime(),
                    "The event time of what '" + function.name() + "' brings out is no timestamp among "
                            + function.output() + ".",
                    "Let eventTime() name a timestamp of output(), or give an empty text.");
        }
        return index;
    }

    private StreamType output(KeyedFunction function, int outputTime) {
        Schema schema = function.output();
        List<TimeProvenance> times = new ArrayList<>(Collections.nCopies(schema.size(), TimeProvenance.NONE));
        if (outputTime == EventTimeColumn.NONE || !input.hasWatermark()) {
            return new StreamType(schema, times, input.recordsIngestTime());
        }
        times.set(outputTime, TimeProvenance.EXACT);
        return new StreamType(
                schema, times, function.eventTime(), input.delayNs(), input.recordsIngestTime(), EdgeKind.APPEND);
    }
}
