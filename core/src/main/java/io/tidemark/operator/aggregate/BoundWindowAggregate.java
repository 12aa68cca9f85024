package io.tidemark.operator.aggregate;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import io.tidemark.state.TableSpec;
import io.tidemark.time.TumblingWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A windowed aggregation whose types are resolved: lays out the state of a group and makes the operator. */
record BoundWindowAggregate(
        WindowAggregate node, BindScope scope, Schema keySchema, List<AggregateShape> shapes, StreamType output)
        implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public String describe() {
        String keys = node.keys().stream().map(Column::toString).collect(Collectors.joining(", ", " by [", "]"));
        String aggregates = node.aggregates().stream().map(Aggregate::toString).collect(Collectors.joining(", "));
        return node.window() + (node.keys().isEmpty() ? "" : keys) + ": " + aggregates
                + "; state <= keys x open windows x " + rowBytes() + " B, a window open for its size plus the delay";
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        NodeFactory nodes = context.nodes();
        LongEvaluator time = scope.compile(node.window().time(), nodes).asLong();
        List<TypedEvaluator> keys = new ArrayList<>();
        for (Column key : node.keys()) {
            keys.add(normalised(scope.compile(key.expression(), nodes), nodes));
        }
        int keyBytes = keySchema.isVariableLength() ? TableSpec.VARIABLE : keySchema.fixedBytes();
        return nodes.create(
                WindowAggregateOperator.class,
                new TumblingWindows(node.window().sizeNs(), node.window().offsetNs()),
                time,
                keySchema,
                ColumnWriter.ofAll(keys, nodes),
                accumulators(context, time),
                output.schema(),
                context.state().table("groups", valueBytes(), keyBytes),
                context,
                next);
    }

    private Accumulator accumulators(OperatorContext context, LongEvaluator time) {
        NodeFactory nodes = context.nodes();
        Accumulator chain = nodes.create(Accumulator.None.class);
        int slots = valueBytes();
        for (int i = shapes.size() - 1; i >= 0; i--) {
            Aggregate aggregate = node.aggregates().get(i);
            slots -= shapes.get(i).stateBytes();
            List<TypedEvaluator> arguments = new ArrayList<>();
            for (Expression argument : aggregate.arguments()) {
                arguments.add(scope.compile(argument, nodes));
            }
            AccumulatorSite site = new AccumulatorSite(
                    context.uid(),
                    aggregate.call(),
                    arguments,
                    time,
                    scope.settings().ansi(),
                    slots,
                    i,
                    2 + keySchema.size() + i,
                    shapes.get(i),
                    nodes);
            Accumulator one = AggregateRegistry.find(aggregate.function()).create(site);
            chain = i == shapes.size() - 1 ? one : nodes.create(Accumulator.Pair.class, one, chain);
        }
        return chain;
    }

    /** Doubles of a key with one zero, so that equal keys have equal bytes; NaN is made one by the row writer. */
    private static TypedEvaluator normalised(TypedEvaluator key, NodeFactory nodes) {
        return key.type().equals(DataType.DOUBLE)
                ? new TypedEvaluator(nodes.create(OneZero.class, key.asDouble()), key.type(), key.nullable())
                : key;
    }

    /** One flag byte per aggregate, padded, then the slots in order. */
    private int valueBytes() {
        return flagBytes()
                + shapes.stream().mapToInt(AggregateShape::stateBytes).sum();
    }

    private int flagBytes() {
        return (shapes.size() + 7) & ~7;
    }

    private String rowBytes() {
        int fixed = valueBytes() + keySchema.fixedBytes();
        return keySchema.isVariableLength() ? "(" + (fixed + Long.BYTES) + " + text)" : String.valueOf(fixed);
    }
}
