package io.tidemark.operator.aggregate;

import io.tidemark.accumulator.AggregateList;
import io.tidemark.error.ErrorCode;
import io.tidemark.expr.CalendarWindow;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks names, types and the bound of state of an aggregation, and finds its output. */
final class GroupBinder {
    private final GroupAggregate node;
    private final BindScope scope;
    private final List<Field> fields = new ArrayList<>();
    private final List<TimeProvenance> times = new ArrayList<>();
    private final List<Field> keyFields = new ArrayList<>();
    private int timeKey = -1;
    private boolean exactKey;

    GroupBinder(GroupAggregate node, BindScope scope) {
        this.node = node;
        this.scope = scope;
    }

    /** The bound operator, or null after reporting what is wrong. */
    BoundOperator bind() {
        if (node.window() != null) {
            new WindowCheck(node.window(), scope).run();
            add(new Field(node.window().name() + "_start", DataType.TIMESTAMP, false), TimeProvenance.NONE);
            add(new Field(node.window().name() + "_end", DataType.TIMESTAMP, false), TimeProvenance.WINDOW_END);
            if (hasSessions()) {
                add(new Field(node.window().name() + "_session", DataType.STRING, false), TimeProvenance.NONE);
            }
        }
        node.keys().forEach(this::bindKey);
        AggregateList aggregates = AggregateList.bind(node.aggregates(), scope, node.isGlobal(), changes());
        checkNames();
        checkMode();
        if (scope.failed() || aggregates == null) {
            return null;
        }
        aggregates.fields().forEach(field -> add(field, TimeProvenance.NONE));
        StreamType output = scope.input().with(Schema.of(fields), times).with(edge());
        return new BoundGroupAggregate(node, scope, Schema.of(keyFields), aggregates, timeKey, changes(), output);
    }

    /** Whether a group may change after it came out, and whoever takes it needs to know how. */
    private boolean changes() {
        return scope.settings().mode() == OutputMode.UPDATE
                && !scope.settings().sparkCounts()
                && (scope.wanted() == EdgeKind.RETRACT || scope.input().edge() != EdgeKind.APPEND);
    }

    private EdgeKind edge() {
        if (scope.settings().mode() == OutputMode.APPEND) {
            return EdgeKind.APPEND;
        }
        boolean whole = scope.settings().mode() == OutputMode.UPDATE
                && !scope.settings().sparkCounts();
        return whole ? scope.wanted() : EdgeKind.UPSERT;
    }

    private void bindKey(Column key) {
        DataType type = scope.typeOf(key.expression());
        if (type == null) {
            return;
        }
        TimeProvenance time = TimeProvenance.NONE;
        if (node.window() == null && key.expression() instanceof ColumnRef ref) {
            time = scope.input().times().get(scope.input().schema().index(ref.name()));
            boolean better =
                    time == TimeProvenance.EXACT && !exactKey || time == TimeProvenance.WINDOW_END && timeKey < 0;
            if (better) {
                exactKey = time == TimeProvenance.EXACT;
                timeKey = keyFields.size();
            }
        }
        Field field = new Field(key.outputName(), type, scope.nullable(key.expression()));
        keyFields.add(field);
        add(field, time);
    }

    private void checkMode() {
        OutputMode mode = scope.settings().mode();
        boolean spark = scope.settings().sparkCounts();
        boolean consent = !node.unboundedReason().isBlank() || spark;
        boolean timed = node.window() != null || timeKey >= 0;
        if (mode == OutputMode.APPEND && !timed) {
            scope.problem(
                    scope.input().hasWatermark() ? ErrorCode.STATE_UNBOUNDED : ErrorCode.WATERMARK_MISSING,
                    "",
                    "Groups without a window are never final, so in append mode they would never come out.",
                    "Group by a window of the watermarked column, or use the mode update or complete.");
        } else if (mode == OutputMode.COMPLETE && timed && !consent) {
            scope.problem(
                    ErrorCode.STATE_UNBOUNDED,
                    "",
                    "In complete mode no window is ever freed.",
                    "Use append or update, or say unboundedState(\"why this is small\").");
        } else if (mode == OutputMode.UPDATE && !timed && !node.keys().isEmpty() && !consent) {
            scope.problem(
                    ErrorCode.STATE_UNBOUNDED,
                    "",
                    "Groups without a window are never freed, one for each combination of " + node.keys() + ".",
                    "Group by a window as well, or say unboundedState(\"why there are few keys\").");
        } else if (mode == OutputMode.COMPLETE && !timed && !node.keys().isEmpty() && !consent) {
            scope.problem(
                    ErrorCode.STATE_UNBOUNDED,
                    "",
                    "In complete mode a group is kept for each combination of " + node.keys() + ".",
                    "Say unboundedState(\"why there are few keys\").");
        }
    }

    private void checkNames() {
        Set<String> names = new HashSet<>();
        List<String> outputs = new ArrayList<>();
        if (node.window() != null) {
            names.add(node.window().name() + "_start");
            names.add(node.window().name() + "_end");
            if (hasSessions()) {
                names.add(node.window().name() + "_session");
            }
        }
        node.keys().forEach(key -> outputs.add(key.outputName()));
        node.aggregates().forEach(aggregate -> outputs.add(aggregate.outputName()));
        for (String name : outputs) {
            if (!names.add(name)) {
                scope.problem(
                        ErrorCode.COLUMN_DUPLICATE,
                        name,
                        "Two result columns have this name.",
                        "Give one of them another name with as(...).");
            }
        }
    }

    private boolean hasSessions() {
        return node.window().spec() instanceof CalendarWindow window
                && !window.calendar().sessions().isEmpty();
    }

    private void add(Field field, TimeProvenance time) {
        fields.add(field);
        times.add(time);
    }
}
