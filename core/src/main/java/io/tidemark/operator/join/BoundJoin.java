package io.tidemark.operator.join;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.OneZero;
import io.tidemark.expr.eval.RowEncoder;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.InputMerge;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StateBound.Factor;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.state.ScalarState;
import io.tidemark.state.TableSpec;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.TimeProvenance;
import io.tidemark.time.TimeSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A join whose types are resolved.
 *
 * @param pairs columns of both sides
 * @param result schema and times of what comes out
 */
record BoundJoin(
        StreamJoin node,
        BindScope scope,
        ConditionSplit parts,
        SideTime leftTime,
        SideTime rightTime,
        JoinBounds bounds,
        Schema pairs,
        JoinOutputType result)
        implements BoundOperator {
    /** What a buffered row takes beside its columns, about: its place in the chain of its key and in the order of what is due. */
    private static final long ROW_BYTES = 96;
    /** 50 years. In a log the order of due times is that of event times, which it is not where times end and due times are capped. */
    private static final long LONGEST_LOGGED_NS = 50L * 365 * 86_400 * 1_000_000_000;

    @Override
    public StreamType output() {
        return result.type(pairs);
    }

    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public List<Trait> traits(Lineage lineage) {
        return new JoinTraits(node, parts, leftTime.column(), rightTime.column(), lineage)
                .of(type(Side.LEFT).schema(), type(Side.RIGHT).schema());
    }

    @Override
    public List<String> origins(Lineage lineage) {
        List<String> origins =
                new ArrayList<>(lineage.of(0).columns(type(Side.LEFT).schema()));
        if (!node.type().leftOnly()) {
            origins.addAll(lineage.of(1).columns(type(Side.RIGHT).schema()));
        }
        return origins;
    }

    @Override
    public String describe() {
        String keys = parts.keys().stream()
                .map(key -> key.left() + (key.nullSafe() ? " <=> " : " = ") + key.right())
                .collect(Collectors.joining(", ", "[", "]"));
        Expression rest = rest();
        return node.type() + " on " + keys
                + (parts.leftOnly() == null ? "" : "; left rows where " + parts.leftOnly())
                + (parts.rightOnly() == null ? "" : "; right rows where " + parts.rightOnly())
                + (rest == null ? "" : "; pairs where " + rest)
                + "; watermark " + node.watermark() + "; state <= " + kept(Side.LEFT) + ", " + kept(Side.RIGHT)
                + (node.unboundedReason().isBlank() ? "" : "; unbounded state: " + node.unboundedReason());
    }

    @Override
    public StateBound stateBound() {
        return bound(Side.LEFT).and(bound(Side.RIGHT));
    }

    private StateBound bound(Side side) {
        Schema schema = type(side).schema();
        String rows = (side == Side.LEFT ? "left rows " : "right rows ") + (bounds.isBounded(side) ? "kept" : "ever");
        return StateBound.of(ROW_BYTES + schema.fixedBytes(), schema.isVariableLength(), Factor.declared(rows));
    }

    private String kept(Side side) {
        String who = side == Side.LEFT ? "left rows " : "right rows ";
        if (!bounds.isBounded(side)) {
            return who + "for ever";
        }
        String name = type(side).schema().field(time(side).column()).name();
        return who + "until " + bounds.describe(side, name);
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        context.state().describeKeys(keySchema());
        NodeFactory nodes = context.nodes();
        TimeSettings time = scope.settings().time();
        boolean spark = scope.settings().sparkCounts();
        JoinSide left = side(Side.LEFT, context);
        JoinSide right = side(Side.RIGHT, context);
        Expression rest = rest();
        BoolEvaluator restTest = rest == null
                ? null
                : scope.over(pairType()).compile(rest, nodes).asBool();
        JoinOutput out =
                JoinOutput.of(pairs, right.firstColumn(), node.type().leftOnly(), restTest, context.counters(), next);
        JoinLedger ledger = spark ? new JoinLedger(context) : null;
        boolean bringsOut = left.unmatchedComeOut() || right.unmatchedComeOut();
        boolean atOnce = spark || bringsOut && !context.deferEmission();
        InputMerge inputs = new InputMerge(context, scope.inputs(), time);
        Evictions evictions = Evictions.of(left, right, out, ledger, atOnce, time.initialWatermark(), context);
        ScalarState arrivals = context.state().scalar("arrivals", 0);
        JoinParts joined = new JoinParts(
                left,
                right,
                bounds,
                out,
                evictions,
                ledger,
                inputs,
                time,
                node.watermark() == JoinWatermark.PER_INPUT,
                leftTime.watermarked() || rightTime.watermarked(),
                result.carries(Side.LEFT),
                result.carries(Side.RIGHT),
                node.type().leftOnly(),
                spark && node.type() == JoinType.FULL_OUTER,
                time.nullKeys() == TimeSettings.NullKeys.ON_WATERMARK,
                context,
                next);
        return nodes.<Operator>create(
                JoinOperator.class,
                joined,
                rows(joined, left, right, arrivals),
                rows(joined, right, left, arrivals),
                arrivals);
    }

    private SideInput rows(JoinParts joined, JoinSide own, JoinSide other, ScalarState arrivals) {
        NodeFactory nodes = joined.context().nodes();
        Matching matching = node.type().leftOnly()
                ? nodes.<Matching>create(
                        SemiMatching.class,
                        own,
                        other,
                        bounds,
                        joined.out(),
                        joined.evictions(),
                        joined.ledger(),
                        !joined.spark(),
                        node.type() == JoinType.LEFT_SEMI)
                : nodes.<Matching>create(
                        PairMatching.class, own, other, bounds, joined.out(), joined.evictions(), !joined.spark());
        Keeping keeping = nodes.<Keeping>create(RowKeeping.class, joined, own, arrivals);
        return nodes.<SideInput>create(
                SideRows.class,
                joined,
                own,
                nodes.<Matching>cut(MatchingCut.class, matching),
                nodes.<Keeping>cut(KeepingCut.class, keeping));
    }

    private JoinSide side(Side side, OperatorContext context) {
        NodeFactory nodes = context.nodes();
        BindScope own = scope.over(type(side));
        SideTime time = time(side);
        Expression filter = side == Side.LEFT ? parts.leftOnly() : parts.rightOnly();
        List<TypedEvaluator> keys = new ArrayList<>();
        for (KeyPair pair : parts.keys()) {
            Expression key = side == Side.LEFT ? pair.left() : pair.right();
            Expression typed = own.typeOf(key).equals(pair.type()) ? key : new Cast(key, pair.type());
            // Equal keys must have equal bytes; NaN is made one by the row writer.
            keys.add(OneZero.of(own.compile(typed, nodes), nodes));
        }
        Schema keySchema = keySchema();
        boolean leavesEarly = node.type().leftOnly() && side == Side.LEFT;
        boolean anyBounded = bounds.isBounded(Side.LEFT) || bounds.isBounded(Side.RIGHT);
        return new JoinSide(
                side,
                time.column() == SideTime.NONE ? null : timeOf(own, time, nodes),
                time.watermarked() && (anyBounded || scope.settings().sparkCounts()),
                bounds.isBounded(side),
                node.type().bringsOutUnmatched(side),
                filter == null ? null : own.compile(filter, nodes).asBool(),
                JoinKey.of(RowEncoder.of(keys, keySchema, nodes), keySchema, nullSafe()),
                buffer(side, keySchema, leavesEarly, context),
                side == Side.LEFT ? 0 : type(Side.LEFT).schema().size());
    }

    /** Rows that all go by the watermark and not before it stand in a log, if they are of fixed length and need not be counted one by one. */
    private JoinBuffer buffer(Side side, Schema keySchema, boolean leavesEarly, OperatorContext context) {
        String name = side == Side.LEFT ? "left" : "right";
        Schema schema = type(side).schema();
        int keyBytes = keySchema.isVariableLength() ? TableSpec.VARIABLE : keySchema.fixedBytes();
        boolean logged = bounds.isBounded(side)
                && bounds.goneAt(side, 0) < LONGEST_LOGGED_NS
                && !leavesEarly
                && !scope.settings().sparkCounts();
        return logged && LoggedRows.accepts(schema, keyBytes)
                ? context.nodes()
                        .<JoinBuffer>create(
                                LoggedRows.class,
                                name,
                                schema,
                                keyBytes,
                                node.type().bringsOutUnmatched(side),
                                context)
                : context.nodes().<JoinBuffer>create(ChainedRows.class, name, schema, keyBytes, leavesEarly, context);
    }

    private static LongEvaluator timeOf(BindScope own, SideTime time, NodeFactory nodes) {
        Expression column =
                new ColumnRef(own.input().schema().field(time.column()).name());
        Expression moment = time.windowEnd() ? new Call("window_time", List.of(column)) : column;
        return own.compile(moment, nodes).asLong();
    }

    private Expression rest() {
        return parts.rest(leftTime.column(), rightTime.column());
    }

    private Schema keySchema() {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < parts.keys().size(); i++) {
            DataType type = parts.keys().get(i).type();
            fields.add(new Field("key" + i, type, true));
        }
        return Schema.of(fields);
    }

    private boolean[] nullSafe() {
        boolean[] safe = new boolean[parts.keys().size()];
        for (int i = 0; i < safe.length; i++) {
            safe[i] = parts.keys().get(i).nullSafe();
        }
        return safe;
    }

    private StreamType pairType() {
        return new StreamType(pairs, Collections.nCopies(pairs.size(), TimeProvenance.NONE), false);
    }

    private StreamType type(Side side) {
        return scope.inputs().get(side.ordinal());
    }

    private SideTime time(Side side) {
        return side == Side.LEFT ? leftTime : rightTime;
    }
}
