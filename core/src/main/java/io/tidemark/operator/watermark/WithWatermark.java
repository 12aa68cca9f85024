package io.tidemark.operator.watermark;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Declares the event time of a stream and how much later than the greatest one a row may come. Every row moves the watermark
 * after it went on; a row without a time, or one that the guard stops, is dropped before.
 *
 * @param column name of the timestamp column
 * @param delayNs delay in nanoseconds, 0 or more
 * @param guard bounds against wrong clocks
 */
public record WithWatermark(String column, long delayNs, ClockGuard guard) implements OperatorNode {
    @Override
    public String kind() {
        return "watermark";
    }

    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.allOf(EdgeKind.class);
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        StreamType input = scope.input();
        int index = input.schema().indexOf(column);
        if (index < 0) {
            scope.problem(
                    ErrorCode.COLUMN_UNKNOWN,
                    column,
                    "The watermark is on a column that the input does not have.",
                    "Use one of " + input.schema().names() + ".");
        } else if (!input.schema().type(index).equals(DataType.TIMESTAMP)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    column,
                    "A watermark needs a timestamp and this is a "
                            + input.schema().type(index) + ".",
                    "Add a column with cast(... as timestamp) or to_timestamp(...) and use that one.");
        }
        if (input.hasWatermark()) {
            scope.problem(
                    ErrorCode.WATERMARK_REDEFINED,
                    column,
                    "The stream already has a watermark, on '" + input.watermarked() + "'.",
                    "Keep one of them.");
        }
        if (delayNs < 0) {
            scope.problem(
                    ErrorCode.WATERMARK_DELAY_INVALID,
                    column,
                    "The delay is " + Duration.ofNanos(delayNs) + ".",
                    "Use a delay of 0 or more.");
        }
        if (!guard.isValid()) {
            scope.problem(
                    ErrorCode.SETTING_INVALID,
                    column,
                    "The clock guard has a negative bound.",
                    "Use bounds of 0 or more.");
        }
        if (guard.isOn() && !input.recordsIngestTime()) {
            scope.problem(
                    ErrorCode.INGEST_TIME_MISSING,
                    column,
                    "The clock guard compares event times with ingest times, and this source records none.",
                    "Leave the guard out, or read the rows through a journal that records ingest times.");
        }
        return scope.failed() ? null : new Bound(this, scope, input.schema(), output(input, index));
    }

    @Override
    public StreamType outputDespiteProblems(StreamType input) {
        int index = input.schema().indexOf(column);
        return index < 0 ? null : output(input, index);
    }

    private StreamType output(StreamType input, int index) {
        List<TimeProvenance> times = new ArrayList<>(input.times());
        times.set(index, TimeProvenance.EXACT);
        return new StreamType(input.schema(), times, column, delayNs, input.recordsIngestTime(), input.edge());
    }

    private record Bound(WithWatermark node, BindScope scope, Schema schema, StreamType output)
            implements BoundOperator {
        @Override
        public boolean stateful() {
            return false;
        }

        @Override
        public List<Trait> traits(Lineage lineage) {
            return List.of(
                    Trait.expression("column", new ColumnRef(node.column), lineage, Rule.DECISION),
                    Trait.span("delay", node.delayNs),
                    Trait.setting("guard", node.guard, Rule.HARMLESS));
        }

        @Override
        public List<String> origins(Lineage lineage) {
            return lineage.columns(schema);
        }

        @Override
        public String describe() {
            return "on " + node.column + ", delay " + Duration.ofNanos(node.delayNs)
                    + (node.guard.isOn() ? ", " + node.guard : "");
        }

        @Override
        public Operator create(OperatorContext context, RowConsumer next) {
            LongEvaluator time =
                    scope.compile(new ColumnRef(node.column), context.nodes()).asLong();
            return context.nodes().create(WatermarkOperator.class, time, node, scope.settings(), context, next);
        }
    }
}
