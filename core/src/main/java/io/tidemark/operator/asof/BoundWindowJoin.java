package io.tidemark.operator.asof;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.accumulator.AggregateList;
import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.SpanText;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A window join whose names and types are resolved. */
record BoundWindowJoin(WindowJoin node, JoinSides sides, AggregateList aggregates, StreamType output)
        implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public List<Trait> traits(Lineage lineage) {
        List<Trait> traits = new ArrayList<>(sides.traits(lineage));
        traits.add(Trait.setting("before", SpanText.of(node.times().beforeNs()), Rule.DECISION));
        traits.add(Trait.setting("after", SpanText.of(node.times().afterNs()), Rule.DECISION));
        // Rows are kept, and aggregated only when they are asked for.
        traits.add(Trait.setting("aggregates", node.aggregates(), Rule.HARMLESS));
        return traits;
    }

    @Override
    public String describe() {
        Duration before = Duration.ofNanos(node.times().beforeNs());
        Duration after = Duration.ofNanos(node.times().afterNs());
        String calls = node.aggregates().stream().map(Aggregate::toString).collect(Collectors.joining(", "));
        return "on " + sides.keysText() + ", rows of '" + sides.rightTime() + "' from " + before + " before '"
                + sides.leftTime() + "' to " + after + " after it: " + calls + "; state <= right rows of " + before
                + ", of the delays and of the lead of the right side; left rows that wait for the watermark of the right"
                + " side and " + after;
    }

    @Override
    public List<String> origins(Lineage lineage) {
        List<String> origins =
                new ArrayList<>(lineage.of(0).columns(sides.left().schema()));
        for (Aggregate aggregate : node.aggregates()) {
            origins.add(Trait.member(aggregate, List.of(), lineage.of(1)).meaning() + " within " + node.times());
        }
        return origins;
    }

    @Override
    public StateBound stateBound() {
        return sides.stateBound();
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        JoinParts parts = sides.create(context, node.times(), true, false, false, true);
        int leftColumns = sides.left().schema().size();
        Accumulator accumulators = aggregates.create(context, parts.rightTime(), leftColumns);
        Answers answers = context.nodes()
                .<Answers>create(
                        WindowAnswers.class,
                        parts,
                        node.times(),
                        accumulators,
                        aggregates.valueBytes(),
                        output.schema(),
                        next);
        return context.nodes().<Operator>create(AsOfOperator.class, parts, answers, next);
    }
}
