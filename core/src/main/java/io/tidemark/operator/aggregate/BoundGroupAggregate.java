package io.tidemark.operator.aggregate;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.CalendarWindow;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.FixedWindow;
import io.tidemark.expr.Window;
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
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.TableSpec;
import io.tidemark.time.CalendarTimes;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.OneGroup;
import io.tidemark.time.PaneWindows;
import io.tidemark.time.TimeGroups;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An aggregation whose types are resolved: lays out the state of a group and makes the operator.
 *
 * @param timeKey index of the key that is the event time itself, or -1
 */
record BoundGroupAggregate(
        GroupAggregate node,
        BindScope scope,
        Schema keySchema,
        List<AggregateShape> shapes,
        int timeKey,
        StreamType output)
        implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public String describe() {
        String keys = node.keys().stream().map(Column::toString).collect(Collectors.joining(", ", "by [", "]"));
        String aggregates = node.aggregates().stream().map(Aggregate::toString).collect(Collectors.joining(", "));
        return (node.window() == null ? "" : node.window() + " ") + (node.keys().isEmpty() ? "" : keys) + ": "
                + aggregates + "; mode " + scope.settings().mode() + "; state <= " + bound();
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        NodeFactory nodes = context.nodes();
        Window window = node.window();
        LongEvaluator time = time(nodes);
        List<TypedEvaluator> keys = new ArrayList<>();
        for (Column key : node.keys()) {
            // Equal keys must have equal bytes; NaN is made one by the row writer.
            keys.add(OneZero.of(scope.compile(key.expression(), nodes), nodes));
        }
        Accumulator accumulators = accumulators(context, eventTime(nodes));
        Groups groups = new Groups(
                times(),
                time,
                time != null && scope.settings().sparkCounts(),
                keySchema,
                ColumnWriter.ofAll(keys, nodes),
                accumulators,
                context.state().table("groups", valueBytes(), keyBytes()),
                context,
                new RowWriter());
        GroupOutput out = new GroupOutput(
                window == null ? null : groups.times(),
                output.schema(),
                keySchema,
                accumulators,
                context.counters(),
                next);
        GroupLedger ledger =
                scope.settings().sparkCounts() ? new GroupLedger(groups.times(), keyBytes(), context) : null;
        MergedGroups merged = groups.times().isDirect()
                ? null
                : new MergedGroups(groups, context.state().table("merged", valueBytes(), keyBytes()));
        long initial = scope.input().hasWatermark() && followsWatermark()
                ? scope.settings().time().initialWatermark()
                : Long.MIN_VALUE;
        GroupParts parts = new GroupParts(
                groups, merged, out, ledger, initial, scope.input().hasWatermark(), followsWatermark(), context, next);
        return switch (scope.settings().mode()) {
            case APPEND -> nodes.<Operator>create(AppendGroups.class, parts);
            case UPDATE ->
                nodes.<Operator>create(
                        UpdateGroups.class,
                        parts,
                        scope.settings().conflated() || scope.settings().time().perBatch(),
                        isGlobal());
            case COMPLETE -> nodes.<Operator>create(CompleteGroups.class, parts, isGlobal());
        };
    }

    /** A window on another column is accepted by the Spark bundle alone; then nothing is late and nothing freed. */
    private boolean followsWatermark() {
        return node.window() == null
                || WindowCheck.followsWatermark(node.window().time(), scope.input());
    }

    private boolean isGlobal() {
        return node.window() == null && node.keys().isEmpty();
    }

    private GroupTimes times() {
        Window window = node.window();
        if (window != null) {
            return window.spec() instanceof FixedWindow fixed
                    ? new PaneWindows(fixed.sizeNs(), fixed.slideNs(), fixed.offsetNs())
                    : new CalendarTimes(((CalendarWindow) window.spec()).calendar());
        }
        return timeKey >= 0 ? new TimeGroups(scope.settings().time()) : new OneGroup();
    }

    /** Time by which rows are grouped, or null. */
    private LongEvaluator time(NodeFactory nodes) {
        if (node.window() != null) {
            return scope.compile(node.window().time(), nodes).asLong();
        }
        return timeKey < 0
                ? null
                : scope.compile(node.keys().get(timeKey).expression(), nodes).asLong();
    }

    /** Event time by which first and last go: that of the groups, or the watermarked column, or the order of arrival. */
    private LongEvaluator eventTime(NodeFactory nodes) {
        LongEvaluator time = time(nodes);
        if (time != null) {
            return time;
        }
        int index = scope.input().times().indexOf(TimeProvenance.EXACT);
        return index < 0
                ? nodes.<LongEvaluator>create(ArrivalOrder.class)
                : scope.compile(
                                new ColumnRef(
                                        scope.input().schema().field(index).name()),
                                nodes)
                        .asLong();
    }

    /** The accumulators of all aggregates in one chain. */
    Accumulator accumulators(OperatorContext context, LongEvaluator time) {
        NodeFactory nodes = context.nodes();
        Accumulator chain = nodes.<Accumulator>create(Accumulator.None.class);
        int slots = valueBytes();
        for (int i = shapes.size() - 1; i >= 0; i--) {
            Aggregate aggregate = node.aggregates().get(i);
            slots -= shapes.get(i).stateBytes();
            List<TypedEvaluator> arguments = new ArrayList<>();
            for (int j = 0; j < aggregate.arguments().size(); j++) {
                TypedEvaluator typed = scope.compile(argument(i, j), nodes);
                arguments.add(new TypedEvaluator(
                        typed.evaluator(), typed.type(), typed.nullable() || node.mayBeEmpty(aggregate)));
            }
            int column = output.schema().size() - shapes.size() + i;
            AccumulatorSite site = new AccumulatorSite(
                    context.uid(),
                    aggregate.call(),
                    arguments,
                    time,
                    scope.settings().ansi(),
                    slots,
                    i,
                    column,
                    shapes.get(i),
                    nodes);
            Accumulator one = AggregateRegistry.find(aggregate, scope).create(site);
            if (aggregate.filter() != null) {
                one = nodes.<Accumulator>create(
                        Filtered.class, scope.compile(aggregate.filter(), nodes).asBool(), one);
            }
            chain = i == shapes.size() - 1 ? one : nodes.<Accumulator>create(Accumulator.Pair.class, one, chain);
        }
        return chain;
    }

    /** An argument in the type in which its aggregate takes it. */
    private Expression argument(int aggregate, int argument) {
        Expression given = node.aggregates().get(aggregate).arguments().get(argument);
        List<DataType> parameters = shapes.get(aggregate).parameters();
        return parameters.isEmpty() || parameters.get(argument).equals(scope.typeOf(given))
                ? given
                : new Cast(given, parameters.get(argument));
    }

    private int keyBytes() {
        return keySchema.isVariableLength() ? TableSpec.VARIABLE : keySchema.fixedBytes();
    }

    /** One flag byte per aggregate, padded, then the slots in order. */
    int valueBytes() {
        return ((shapes.size() + 7) & ~7)
                + shapes.stream().mapToInt(AggregateShape::stateBytes).sum();
    }

    private String bound() {
        int fixed = valueBytes() + keySchema.fixedBytes();
        String row = keySchema.isVariableLength() ? "(" + (fixed + Long.BYTES) + " + text)" : String.valueOf(fixed);
        if (node.window() == null) {
            return timeKey >= 0
                    ? "keys x times within the delay x " + row + " B"
                    : isGlobal() ? row + " B" : "keys x " + row + " B, without a bound of time";
        }
        if (!(times() instanceof PaneWindows windows)) {
            return "keys x open windows x " + row + " B, a window being open for its length plus the delay";
        }
        return "keys x open panes x " + row + " B, " + windows.panesPerWindow()
                + " panes to a window, open for the size plus the delay";
    }
}
