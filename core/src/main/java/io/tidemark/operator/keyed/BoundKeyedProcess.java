package io.tidemark.operator.keyed;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Functions;
import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.OneZero;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.function.KeyedFunction;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EventTimeColumn;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.row.DataType;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.time.EventTimes;
import io.tidemark.time.TimeProvenance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A function over keys whose columns are resolved: lays out its state and makes the operator.
 *
 * @param keys indexes of the key columns
 * @param time index of the event time, or -1
 * @param outputTime index of the event time of what comes out, or -1
 */
record BoundKeyedProcess(
        KeyedProcess node,
        BindScope scope,
        KeyedFunction function,
        List<Integer> keys,
        int time,
        int outputTime,
        StreamType output)
        implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public List<Trait> traits(Lineage lineage) {
        List<Trait> traits = new ArrayList<>();
        List<Expression> values = keys.stream()
                .<Expression>map(key -> new ColumnRef(input().field(key).name()))
                .toList();
        List<DataType> types = keys.stream().map(input()::type).toList();
        traits.add(Trait.values("keys", values, types, lineage, Rule.REBUILD));
        traits.add(Trait.setting("function", lineage.function(node.function()), Rule.REBUILD));
        traits.add(Trait.setting("state", function.state(), Rule.REBUILD));
        boolean forever = node.ttlNs() == KeyedProcess.NO_TTL;
        traits.add(Trait.setting("remembered", forever ? "until it is cleared" : "for a span", Rule.DECISION));
        if (!forever) {
            traits.add(Trait.span("time to live", node.ttlNs()));
        }
        traits.add(Trait.rows("rows in", input(), lineage).with(Rule.DECISION));
        return traits;
    }

    @Override
    public boolean spreadsEmission() {
        return false;
    }

    @Override
    public String describe() {
        String bound = node.ttlNs() == KeyedProcess.NO_TTL
                ? "keys x " + KeyStates.valueBytes(function.state()) + " B, without a bound of time: "
                        + node.unboundedReason()
                : "keys with a row within " + Duration.ofNanos(node.ttlNs()) + " before the watermark and after it x "
                        + KeyStates.valueBytes(function.state()) + " B";
        return function.name() + " version " + function.version() + " by " + node.keys() + ", state " + function.state()
                + "; state <= " + bound + ", and key, text and timers";
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        NodeFactory nodes = context.nodes();
        List<TypedEvaluator> values = new ArrayList<>();
        for (int column : keys) {
            String name = input().field(column).name();
            // Equal keys must have equal bytes; NaN is made one by the row writer.
            values.add(OneZero.of(scope.compile(Functions.col(name).expression(), nodes), nodes));
        }
        Schema keySchema = Schema.of(keys.stream().map(input()::field).toList());
        context.state().describeKeys(keySchema);
        KeyInput rows = new KeyInput(
                time == EventTimeColumn.NONE
                        ? null
                        : new EventTimes(
                                scope.settings().time(), scope.input().times().get(time)),
                time,
                scope.settings().sparkCounts(),
                keySchema,
                ColumnWriter.ofAll(values, nodes),
                context,
                new RowWriter());
        long initial = scope.settings().time().initialWatermark();
        KeyStates states = new KeyStates(context, function.state(), rows, node.ttlNs(), initial);
        boolean timed = output.hasWatermark();
        KeyedOutput out = new KeyedOutput(
                function,
                timed ? outputTime : EventTimeColumn.NONE,
                new EventTimes(scope.settings().time(), TimeProvenance.EXACT),
                context.state().scalar("handedOn", initial),
                context,
                next);
        return nodes.<Operator>create(KeyedOperator.class, function, rows, states, out, timed, context, next);
    }

    private Schema input() {
        return scope.input().schema();
    }
}
