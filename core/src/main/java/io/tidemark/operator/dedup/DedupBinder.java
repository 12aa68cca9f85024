package io.tidemark.operator.dedup;

import io.tidemark.error.ErrorCode;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.EventTimeColumn;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.StreamType;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Checks names, event time and the bound of state of a deduplication. */
final class DedupBinder {
    private final Deduplicate node;
    private final BindScope scope;
    private final StreamType input;
    private final List<Integer> keys = new ArrayList<>();
    private final List<Integer> conflicts = new ArrayList<>();
    private int version = -1;

    DedupBinder(Deduplicate node, BindScope scope) {
        this.node = node;
        this.scope = scope;
        this.input = scope.input();
    }

    /** The bound operator, or null after reporting what is wrong. */
    BoundOperator bind() {
        bindColumns();
        int time = EventTimeColumn.index(scope);
        long spanNs = span(time);
        checkKeep(time, spanNs);
        if (scope.failed()) {
            return null;
        }
        boolean updates = node.keep().replaces() && scope.settings().mode() == OutputMode.UPDATE;
        if (updates && scope.settings().changelog()) {
            scope.problem(
                    ErrorCode.CHANGELOG_MISMATCH,
                    "changelog",
                    "A deduplication that keeps " + node.keep() + " replaces rows and cannot take the old ones back.",
                    "Use the append mode, or leave changelog() out.");
            return null;
        }
        StreamType output = updates ? input.with(EdgeKind.UPSERT) : input;
        return new BoundDeduplicate(node, scope, keys, time, spanNs, rank(time), conflicts, updates, output);
    }

    private void bindColumns() {
        Schema schema = input.schema();
        if (node.keys().isEmpty()) {
            IntStream.range(0, schema.size()).forEach(keys::add);
        } else {
            node.keys().forEach(name -> add(keys, name));
        }
        if (node.keep().rule() == Keep.Rule.GREATEST) {
            List<Integer> found = new ArrayList<>();
            add(found, node.keep().version());
            version = found.isEmpty() ? -1 : found.get(0);
        }
        if (node.conflicts().wanted()) {
            if (node.conflicts().columns().isEmpty()) {
                IntStream.range(0, schema.size())
                        .filter(column -> !keys.contains(column))
                        .forEach(conflicts::add);
            }
            node.conflicts().columns().forEach(name -> add(conflicts, name));
        }
    }

    private void add(List<Integer> columns, String name) {
        int index = input.schema().indexOf(name);
        if (index < 0) {
            scope.problem(
                    ErrorCode.COLUMN_UNKNOWN,
                    name,
                    "The deduplication names a column that the input does not have.",
                    "Use one of " + input.schema().names() + ".");
        } else if (!columns.contains(index)) {
            columns.add(index);
        }
    }

    /** How long a key is remembered, or {@link RowGate#FOREVER}. */
    private long span(int time) {
        if (node.horizon() instanceof Horizon.EventTimeKey) {
            if (keys.contains(time)) {
                return 0;
            }
            if (!scope.settings().sparkCounts()) {
                unbounded(time);
            }
            return RowGate.FOREVER;
        }
        if (node.horizon() instanceof Horizon.Forever forever) {
            if (forever.reason().isBlank()) {
                unbounded(time);
            }
            return RowGate.FOREVER;
        }
        requireTime(time, "The time for which a key is remembered is counted in event time");
        if (node.horizon() instanceof Horizon.Span span) {
            if (span.spanNs() < 0) {
                scope.problem(
                        ErrorCode.SETTING_INVALID,
                        "",
                        "A key cannot be remembered for a negative time.",
                        "Use a span of 0 or more.");
            }
            return span.spanNs();
        }
        return input.delayNs();
    }

    private void unbounded(int time) {
        List<String> names = keys.stream().map(this::name).toList();
        String spans = "remember them for a time: within(span) or dropDuplicatesWithinWatermark(...), or say"
                + " unboundedState(\"why there are few keys\").";
        if (time >= 0) {
            scope.problem(
                    ErrorCode.STATE_UNBOUNDED,
                    String.join(", ", names),
                    "The keys " + names + " do not hold the event time '" + name(time)
                            + "', so none of them could ever be forgotten.",
                    "Add '" + name(time) + "' to the keys, " + spans);
        } else {
            scope.problem(
                    ErrorCode.STATE_UNBOUNDED,
                    String.join(", ", names),
                    "No column of the stream carries a watermark, so none of the keys " + names
                            + " could ever be forgotten.",
                    "Declare one with withWatermark(...) and add its column to the keys, " + spans);
        }
    }

    private void checkKeep(int time, long spanNs) {
        if (!node.keep().replaces()) {
            return;
        }
        if (node.keep().rule() != Keep.Rule.GREATEST) {
            requireTime(time, "Which row is kept goes by event time");
        }
        if (spanNs == RowGate.FOREVER && scope.settings().mode() != OutputMode.UPDATE && !scope.failed()) {
            scope.problem(
                    ErrorCode.STATE_UNBOUNDED,
                    "",
                    "Keys are never forgotten, so with keep " + node.keep()
                            + " no row would ever be final and come out.",
                    "Remember keys for a time with within(span), or use the mode update.");
        }
    }

    private void requireTime(int time, String reason) {
        if (time < 0) {
            EventTimeColumn.missing(scope, reason);
        }
    }

    /** Index of the column by which rows of a key are ranked, or -1. */
    private int rank(int time) {
        return switch (node.keep().rule()) {
            case FIRST_ARRIVAL -> -1;
            case EARLIEST_EVENT, LATEST_EVENT -> time;
            case GREATEST -> version;
        };
    }

    private String name(int column) {
        return input.schema().field(column).name();
    }
}
