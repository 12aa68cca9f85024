package io.tidemark.operator.session;

import io.tidemark.accumulator.AggregateList;
import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.WindowTimeCheck;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks names, types, gap and the bound of state of an aggregation by sessions, and finds its output. */
final class SessionBinder {
    private final SessionAggregate node;
    private final BindScope scope;
    private final List<Field> fields = new ArrayList<>();
    private final List<TimeProvenance> times = new ArrayList<>();
    private final List<Field> keyFields = new ArrayList<>();

    SessionBinder(SessionAggregate node, BindScope scope) {
        this.node = node;
        this.scope = scope;
    }

    /** The bound operator, or null after reporting what is wrong. */
    BoundOperator bind() {
        new WindowTimeCheck(node.window().time(), scope).run();
        checkGap();
        checkMode();
        String name = node.window().name();
        add(new Field(name + "_start", DataType.TIMESTAMP, false), TimeProvenance.NONE);
        add(new Field(name + "_end", DataType.TIMESTAMP, false), TimeProvenance.WINDOW_END);
        node.keys().forEach(this::bindKey);
        AggregateList aggregates = AggregateList.bind(node.aggregates(), scope, false);
        checkNames();
        if (scope.failed() || aggregates == null) {
            return null;
        }
        aggregates.fields().forEach(field -> add(field, TimeProvenance.NONE));
        StreamType output = scope.input().with(Schema.of(fields), times);
        EdgeKind edge = switch (scope.settings().mode()) {
            case APPEND -> EdgeKind.APPEND;
            case UPDATE -> EdgeKind.RETRACT;
            case COMPLETE -> EdgeKind.UPSERT;
        };
        return new BoundSessions(node, scope, Schema.of(keyFields), aggregates, output.with(edge));
    }

    private void checkGap() {
        Expression gap = node.gap().gap();
        DataType type = scope.typeOf(gap);
        if (type == null) {
            return;
        }
        if (!type.equals(DataType.LONG) && !type.equals(DataType.INT)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    gap.toString(),
                    "The gap of a session is a number of nanoseconds and this is a " + type + ".",
                    "Use a Duration, span(duration), or a column of the type long.");
        } else if (gap instanceof Literal
                && GapBound.of(gap) <= 0
                && !scope.settings().sparkCounts()) {
            scope.problem(
                    ErrorCode.SESSION_GAP_INVALID,
                    node.window().name(),
                    "With a gap of " + gap + " ns no row is in any session.",
                    "Use a gap above 0.");
        }
    }

    private void checkMode() {
        OutputMode mode = scope.settings().mode();
        if (mode == OutputMode.UPDATE && scope.settings().sparkCounts()) {
            scope.problem(
                    ErrorCode.MODE_UNSUPPORTED,
                    "outputMode",
                    "Apache Spark has no sessions in update mode, since a merge takes back rows that came out.",
                    "Run the query without spark(), or use append or complete.");
        } else if (mode == OutputMode.COMPLETE
                && node.unboundedReason().isBlank()
                && !scope.settings().sparkCounts()) {
            scope.problem(
                    ErrorCode.STATE_UNBOUNDED,
                    "",
                    "In complete mode no session is ever freed.",
                    "Use append or update, or say unboundedState(\"why this is small\").");
        }
    }

    private void bindKey(Column key) {
        DataType type = scope.typeOf(key.expression());
        if (type != null) {
            Field field = new Field(key.outputName(), type, scope.nullable(key.expression()));
            keyFields.add(field);
            add(field, TimeProvenance.NONE);
        }
    }

    private void checkNames() {
        Set<String> names = new HashSet<>();
        names.add(node.window().name() + "_start");
        names.add(node.window().name() + "_end");
        List<String> outputs = new ArrayList<>();
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

    private void add(Field field, TimeProvenance time) {
        fields.add(field);
        times.add(time);
    }
}
