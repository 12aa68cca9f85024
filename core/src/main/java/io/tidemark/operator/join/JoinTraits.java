package io.tidemark.operator.join;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.SpanText;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeBound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What gives the buffered rows of a join their meaning; a condition counts as it was split, whatever its order was. */
final class JoinTraits {
    private final StreamJoin node;
    private final ConditionSplit parts;
    private final int leftTime;
    private final int rightTime;
    private final Lineage lineage;

    JoinTraits(StreamJoin node, ConditionSplit parts, int leftTime, int rightTime, Lineage lineage) {
        this.node = node;
        this.parts = parts;
        this.leftTime = leftTime;
        this.rightTime = rightTime;
        this.lineage = lineage;
    }

    List<Trait> of(Schema left, Schema right) {
        List<Trait> traits = new ArrayList<>();
        traits.add(Trait.setting("type", node.type(), Rule.DECISION));
        traits.add(keys());
        traits.add(range(left, right));
        traits.add(condition("left rows where", parts.leftOnly(), lineage.of(0)));
        traits.add(condition("right rows where", parts.rightOnly(), lineage.of(1)));
        traits.add(condition("pairs where", parts.rest(leftTime, rightTime), lineage.all()));
        traits.add(Trait.setting("watermark", node.watermark(), Rule.DECISION));
        traits.add(Trait.rows("left rows", left, lineage.of(0)));
        traits.add(Trait.rows("right rows", right, lineage.of(1)));
        return traits;
    }

    private Trait keys() {
        List<String> shown = new ArrayList<>();
        List<String> meanings = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        Map<String, String> reads = new LinkedHashMap<>();
        for (KeyPair key : parts.keys()) {
            String equals = key.nullSafe() ? " <=> " : " = ";
            shown.add(key.left() + equals + key.right());
            meanings.add(
                    lineage.of(0).meaning(key.left()) + equals + lineage.of(1).meaning(key.right()));
            types.add(key.type());
            reads.putAll(lineage.of(0).reads(key.left()));
            reads.putAll(lineage.of(1).reads(key.right()));
        }
        return new Trait("keys", shown.toString(), meanings.toString(), Rule.REBUILD, 0, types, reads);
    }

    private Trait range(Schema left, Schema right) {
        List<String> shown = new ArrayList<>();
        Map<String, String> reads = new LinkedHashMap<>();
        for (TimeCondition time : parts.times()) {
            String leftName = left.field(time.left()).name();
            String rightName = right.field(time.right()).name();
            reads.put(leftName, lineage.of(0).column(leftName));
            reads.put(rightName, lineage.of(1).column(rightName));
            for (TimeBound bound : time.bounds()) {
                shown.add(rightName + " - " + leftName + (bound.lower() ? " >" : " <")
                        + (bound.inclusive() ? "= " : " ") + SpanText.of(bound.offsetNs()));
            }
        }
        String sorted = shown.stream().sorted().toList().toString();
        String meaning = sorted + reads.values().stream().sorted().toList();
        return new Trait("range", sorted, meaning, Rule.DECISION, 0, List.of(), reads);
    }

    /** A condition, its parts in an order of their own. */
    private static Trait condition(String name, Expression condition, Lineage lineage) {
        if (condition == null) {
            return Trait.setting(name, "none", Rule.DECISION);
        }
        List<Expression> all = new ArrayList<>();
        split(condition, all);
        List<String> meanings = all.stream().map(lineage::meaning).sorted().toList();
        List<String> shown = all.stream().map(Expression::toString).sorted().toList();
        return new Trait(
                name,
                String.join(" and ", shown),
                meanings.toString(),
                Rule.DECISION,
                0,
                List.of(),
                lineage.reads(condition));
    }

    private static void split(Expression condition, List<Expression> parts) {
        if (condition instanceof Call call && call.function().equals("and")) {
            call.arguments().forEach(one -> split(one, parts));
        } else {
            parts.add(condition);
        }
    }
}
