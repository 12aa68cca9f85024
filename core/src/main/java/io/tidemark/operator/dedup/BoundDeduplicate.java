package io.tidemark.operator.dedup;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Functions;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.OneZero;
import io.tidemark.expr.eval.RowEncoder;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StateBound.Factor;
import io.tidemark.operator.StateMigration;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.operator.ValueMove;
import io.tidemark.row.Schema;
import io.tidemark.state.TableSpec;
import io.tidemark.time.EventTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A deduplication whose columns are resolved: lays out its state and makes the operator.
 *
 * @param keys indexes of the key columns
 * @param time index of the event time, or -1
 * @param spanNs how long a key is remembered, or {@link RowGate#FOREVER}
 * @param rank index of the column that ranks rows of a key, or -1
 * @param conflicts indexes of the columns in which copies are equal
 * @param updates whether better rows come out at once as updates
 */
record BoundDeduplicate(
        Deduplicate node,
        BindScope scope,
        List<Integer> keys,
        int time,
        long spanNs,
        int rank,
        List<Integer> conflicts,
        boolean updates,
        StreamType output)
        implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public List<Trait> traits(Lineage lineage) {
        List<Trait> traits = new ArrayList<>();
        traits.add(values("keys", keys, lineage, Rule.REBUILD));
        boolean forever = spanNs == RowGate.FOREVER;
        String horizon = node.horizon() instanceof Horizon.EventTimeKey ? "until the event time is past" : "a span";
        traits.add(Trait.setting("remembered", forever ? "for ever" : horizon, Rule.DECISION));
        if (!forever) {
            traits.add(Trait.span("horizon", spanNs));
        }
        traits.add(values("time", time < 0 ? List.of() : List.of(time), lineage, Rule.DECISION));
        traits.add(Trait.setting("keep", node.keep(), Rule.DECISION));
        traits.add(values("rank", rank < 0 ? List.of() : List.of(rank), lineage, Rule.DECISION));
        traits.add(values("conflicts", conflicts, lineage, Rule.DECISION));
        traits.add(Trait.setting("updates", updates, Rule.DECISION));
        if (node.keep().replaces() && !updates) {
            traits.add(Trait.rows("rows", input(), lineage));
        }
        return traits;
    }

    private Trait values(String name, List<Integer> columns, Lineage lineage, Rule rule) {
        List<Expression> values = columns.stream()
                .<Expression>map(column -> new ColumnRef(input().field(column).name()))
                .toList();
        return Trait.values(name, values, columns.stream().map(input()::type).toList(), lineage, rule);
    }

    @Override
    public List<String> origins(Lineage lineage) {
        return lineage.columns(input());
    }

    @Override
    public StateMigration migration(BoundOperator before, int[] members, boolean sameEmission) {
        StateMigration keys = StateMigration.asItIs().references("dues", "keys").references("times", "keys");
        if (!node.keep().replaces() && conflicts.isEmpty()) {
            return keys.values("keys", ValueMove.asItIs(Long.BYTES));
        }
        boolean waits = node.keep().replaces() && !updates;
        if (waits && !sameEmission) {
            return StateMigration.refused("rows that wait are kept otherwise when an operator with state stands below");
        }
        return waits
                ? keys.values("keys", ValueMove.asItIs(WaitingRows.VALUE_BYTES)).block("keys", WaitingRows.ROW)
                : keys.values("keys", ValueMove.asItIs(BestRowsSoFar.VALUE_BYTES))
                        .block("keys", BestRowsSoFar.KEPT);
    }

    @Override
    public boolean spreadsEmission() {
        return node.keep().replaces() && !updates;
    }

    @Override
    public String describe() {
        List<String> names =
                keys.stream().map(column -> input().field(column).name()).toList();
        return "by " + names + ", keep " + node.keep() + (updates ? " as updates" : "") + ", conflicts "
                + node.conflicts() + "; remembered " + node.horizon() + "; state <= " + bound();
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        context.state().describeKeys(keySchema());
        NodeFactory nodes = context.nodes();
        boolean spark = scope.settings().sparkCounts();
        List<TypedEvaluator> values = new ArrayList<>();
        for (int column : keys) {
            String name = input().field(column).name();
            // Equal keys must have equal bytes; NaN is made one by the row writer.
            values.add(OneZero.of(scope.compile(Functions.col(name).expression(), nodes), nodes));
        }
        RowGate gate = new RowGate(
                time < 0
                        ? null
                        : new EventTimes(
                                scope.settings().time(), scope.input().times().get(time)),
                time < 0
                        ? null
                        : scope.compile(
                                        Functions.col(scope.input()
                                                        .schema()
                                                        .field(time)
                                                        .name())
                                                .expression(),
                                        nodes)
                                .asLong(),
                spark,
                node.horizon() instanceof Horizon.EventTimeKey && keys.contains(time),
                spanNs,
                context,
                spark ? new DedupLedger(context) : null,
                RowEncoder.of(values, keySchema(), nodes));
        long initial = scope.settings().time().initialWatermark();
        if (!node.keep().replaces() && conflicts.isEmpty()) {
            boolean forever = spanNs == RowGate.FOREVER;
            SeenKeys seen = spark || forever
                    ? nodes.<SeenKeys>create(EntryKeys.class, context.state(), keyBytes(), forever, spark)
                    : nodes.<SeenKeys>create(LoggedKeys.class, context.state(), keyBytes(), skipped(values));
            return nodes.<Operator>create(FirstRows.class, gate, seen, initial, next);
        }
        boolean waits = node.keep().replaces() && !updates;
        return nodes.<Operator>create(
                waits ? FinalRows.class : BestRowsSoFar.class, gate, choice(waits), keyBytes(), initial, next);
    }

    private RowChoice choice(boolean wholeRows) {
        List<Integer> kept = new ArrayList<>();
        if (wholeRows) {
            for (int column = 0; column < input().size(); column++) {
                kept.add(column);
            }
        } else {
            if (rank >= 0) {
                kept.add(rank);
            }
            conflicts.stream().filter(column -> !kept.contains(column)).forEach(kept::add);
        }
        Ranking ranking = new Ranking(
                rank < 0 ? null : input().type(rank),
                rank,
                kept.indexOf(rank),
                node.keep().rule() == Keep.Rule.EARLIEST_EVENT ? -1 : 1);
        CopyCheck copies = conflicts.isEmpty()
                ? null
                : new CopyCheck(
                        input(),
                        conflicts,
                        conflicts.stream().map(kept::indexOf).toList());
        return new RowChoice(wholeRows ? KeptColumns.all(input()) : KeptColumns.some(input(), kept), ranking, copies);
    }

    /** The words of null bits at the start of a key are the same in all where no column is null. */
    private int skipped(List<TypedEvaluator> values) {
        boolean nullable = values.stream().anyMatch(TypedEvaluator::nullable);
        return nullable || keySchema().isVariableLength() ? 0 : keySchema().nullWords() * Long.BYTES;
    }

    private Schema input() {
        return scope.input().schema();
    }

    private Schema keySchema() {
        return Schema.of(keys.stream().map(input()::field).toList());
    }

    private int keyBytes() {
        return keySchema().isVariableLength() ? TableSpec.VARIABLE : keySchema().fixedBytes();
    }

    @Override
    public StateBound stateBound() {
        boolean row = node.keep().replaces() || !conflicts.isEmpty();
        long bytes = keySchema().fixedBytes() + 4 * Long.BYTES + (row ? input().fixedBytes() : 0);
        boolean text = keySchema().isVariableLength() || row && input().isVariableLength();
        if (spanNs == RowGate.FOREVER) {
            return StateBound.of(bytes, text, Factor.declared("keys"));
        }
        long seconds = Math.max(1, spanNs / 1_000_000_000L + 1);
        return StateBound.of(
                bytes, text, Factor.declared("new keys a second"), Factor.known("seconds remembered", seconds));
    }

    private String bound() {
        String key = "(" + keySchema().fixedBytes() + " B of key" + (keySchema().isVariableLength() ? " + text" : "")
                + (node.keep().replaces() || !conflicts.isEmpty() ? " + what is kept of a row" : "") + ")";
        if (spanNs == RowGate.FOREVER) {
            return "keys x " + key + ", without a bound of time";
        }
        return "keys first seen within " + Duration.ofNanos(spanNs) + " before the watermark and after it x " + key;
    }
}
