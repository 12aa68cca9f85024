package io.tidemark.operator.aggregate;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Window;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Groups rows by a tumbling window of event time and by keys, and gives one row per group once its window is complete, in the order in
 * which the groups came into being. Columns out: start and end of the window, the keys, the aggregates.
 *
 * @param window the window
 * @param keys group keys; null is a group of its own
 * @param aggregates aggregates over the rows of a group
 */
public record WindowAggregate(Window window, List<Column> keys, List<Aggregate> aggregates) implements OperatorNode {
    /** Copies the lists. */
    public WindowAggregate {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    @Override
    public String kind() {
        return "aggregate";
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        checkWindow(scope);
        List<Field> fields = new ArrayList<>();
        fields.add(new Field(window.name() + "_start", DataType.TIMESTAMP, false));
        fields.add(new Field(window.name() + "_end", DataType.TIMESTAMP, false));
        List<Field> keyFields = new ArrayList<>();
        for (Column key : keys) {
            DataType type = scope.typeOf(key.expression());
            if (type != null) {
                keyFields.add(new Field(key.outputName(), type, scope.nullable(key.expression())));
            }
        }
        fields.addAll(keyFields);
        List<AggregateShape> shapes = new ArrayList<>();
        for (Aggregate aggregate : aggregates) {
            AggregateShape shape = shape(scope, aggregate);
            if (shape != null) {
                shapes.add(shape);
                fields.add(new Field(aggregate.outputName(), shape.result(), shape.nullable()));
            }
        }
        checkNames(scope);
        if (scope.failed()) {
            return null;
        }
        StreamType output = new StreamType(
                Schema.of(fields),
                Collections.nCopies(fields.size(), TimeProvenance.NONE),
                scope.input().watermarked(),
                scope.input().recordsIngestTime());
        return new BoundWindowAggregate(this, scope, Schema.of(keyFields), shapes, output);
    }

    private void checkWindow(BindScope scope) {
        if (window.sizeNs() <= 0 || Math.abs(window.offsetNs()) >= window.sizeNs()) {
            scope.problem(
                    ErrorCode.WINDOW_SPEC_INVALID,
                    window.name(),
                    "A window of " + Duration.ofNanos(window.sizeNs()) + " with an offset of "
                            + Duration.ofNanos(window.offsetNs()) + " is not usable.",
                    "Use a size above 0 and an offset whose absolute value is below the size.");
        }
        DataType type = scope.typeOf(window.time());
        if (type == null) {
            return;
        }
        StreamType input = scope.input();
        String time = window.time().toString();
        if (!type.equals(DataType.TIMESTAMP)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    time,
                    "A window needs a timestamp and this is a " + type + ".",
                    "Add a column with cast(... as timestamp) or to_timestamp(...), put the watermark on it, and use it.");
        } else if (!input.hasWatermark()) {
            scope.problem(
                    ErrorCode.WATERMARK_MISSING,
                    time,
                    "The stream has no watermark, so a window would never be complete.",
                    "Declare one before the window: withWatermark(\"" + time + "\", delay).");
        } else if (window.time() instanceof Expression.ColumnRef ref) {
            if (input.times().get(input.schema().index(ref.name())) != TimeProvenance.EXACT) {
                scope.problem(
                        ErrorCode.WATERMARK_COLUMN_MISMATCH,
                        time,
                        "The window is on '" + time + "' but the watermark is on '" + input.watermarked()
                                + "', so state could never be freed.",
                        "Use window(\"" + input.watermarked() + "\", ...), or move the watermark to '" + time + "'.");
            }
        } else {
            scope.problem(
                    ErrorCode.WATERMARK_LOST_BY_EXPRESSION,
                    time,
                    "The window is on an expression, and the watermark is on '" + input.watermarked() + "'.",
                    "Use the watermarked column itself, or compute the time first and put the watermark on the result.");
        }
    }

    private static AggregateShape shape(BindScope scope, Aggregate aggregate) {
        AggregateFunction function = AggregateRegistry.find(aggregate.function());
        if (function == null) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    aggregate.call(),
                    "There is no aggregate '" + aggregate.function() + "'.",
                    "Use one of " + AggregateRegistry.names() + ".");
            return null;
        }
        List<DataType> types = new ArrayList<>();
        List<Boolean> nullable = new ArrayList<>();
        for (Expression argument : aggregate.arguments()) {
            DataType type = scope.typeOf(argument);
            if (type == null) {
                return null;
            }
            types.add(type);
            nullable.add(scope.nullable(argument));
        }
        return function.shape(scope, aggregate, types, nullable);
    }

    private void checkNames(BindScope scope) {
        Set<String> names = new HashSet<>(List.of(window.name() + "_start", window.name() + "_end"));
        List<String> outputs = new ArrayList<>();
        keys.forEach(key -> outputs.add(key.outputName()));
        aggregates.forEach(aggregate -> outputs.add(aggregate.outputName()));
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
}
