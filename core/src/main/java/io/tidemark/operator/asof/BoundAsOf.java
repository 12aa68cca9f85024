package io.tidemark.operator.asof;

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
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.AsOfJoin.Type;
import io.tidemark.time.AsOfTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An as-of join whose names and types are resolved. */
record BoundAsOf(AsOfJoin node, JoinSides sides, StreamType output) implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public List<Trait> traits(Lineage lineage) {
        List<Trait> traits = new ArrayList<>(sides.traits(lineage));
        AsOfTimes times = node.times();
        traits.add(Trait.setting("direction", times.direction() + (times.strict() ? " strict" : ""), Rule.DECISION));
        traits.add(Trait.setting(
                "tolerance", times.isBounded() ? SpanText.of(times.toleranceNs()) : "none", Rule.DECISION));
        traits.add(Trait.setting("ties", node.ties(), Rule.DECISION));
        traits.add(Trait.setting("emit", node.emit(), Rule.DECISION));
        traits.add(Trait.setting("type", node.type(), Rule.DECISION));
        traits.add(Trait.setting(
                "valid until", node.validUntil().isEmpty() ? "the next row" : node.validUntil(), Rule.DECISION));
        return traits;
    }

    @Override
    public List<String> origins(Lineage lineage) {
        List<String> origins =
                new ArrayList<>(lineage.of(0).columns(sides.left().schema()));
        origins.addAll(lineage.of(1).columns(sides.right().schema()));
        return origins;
    }

    @Override
    public String describe() {
        AsOfTimes times = node.times();
        return node.type() + " on " + sides.keysText() + ", " + times.direction() + (times.strict() ? " strict" : "")
                + " from '" + sides.leftTime() + "' to '" + sides.rightTime() + "'"
                + (times.isBounded() ? " within " + Duration.ofNanos(times.toleranceNs()) : "")
                + (node.validUntil().isEmpty() ? "" : ", valid until '" + node.validUntil() + "'") + ", ties "
                + node.ties() + ", emit " + node.emit() + "; state <= " + bound();
    }

    private String bound() {
        AsOfTimes times = node.times();
        String rows = "right rows " + (times.isBounded() ? "of the tolerance, " : "")
                + "of the delays and of the lead of the right side";
        if (times.looksBack() && !times.isBounded()) {
            rows += sides.keyless()
                    ? ", and one more"
                    : ", and one more for each key ever seen: without a bound of time";
        }
        if (node.emit() == Emit.IMMEDIATE) {
            return rows;
        }
        String wait = times.looksAhead() ? (times.isBounded() ? " and the tolerance" : " and the next right row") : "";
        return rows + "; left rows that wait for the watermark of the right side" + wait;
    }

    @Override
    public StateBound stateBound() {
        return sides.stateBound();
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        boolean waits = node.emit() != Emit.IMMEDIATE;
        boolean looksAhead = node.times().looksAhead();
        boolean chained = waits && (looksAhead || node.emit() == Emit.CORRECTING);
        JoinParts parts = sides.create(context, node.times(), waits, chained, waits && looksAhead, false);
        JoinOutput out = new JoinOutput(
                output.schema(), sides.left().schema().size(), parts.right(), parts.cause(), context.counters(), next);
        Partners partners = new Partners(node.times(), node.ties(), parts.right());
        Versions versions = new Versions(
                node.times(),
                node.ties(),
                parts.right(),
                node.validUntil().isEmpty() ? null : sides.rightColumn(node.validUntil(), context.nodes()));
        Class<? extends Answers> kind = switch (node.emit()) {
            case ON_WATERMARK -> WatermarkAnswers.class;
            case IMMEDIATE -> ImmediateAnswers.class;
            case CORRECTING -> CorrectingAnswers.class;
        };
        Answers answers =
                context.nodes().<Answers>create(kind, parts, partners, versions, node.type() == Type.INNER, out);
        return context.nodes().<Operator>create(AsOfOperator.class, parts, answers, next);
    }
}
