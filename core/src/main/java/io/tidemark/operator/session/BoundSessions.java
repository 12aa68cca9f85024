package io.tidemark.operator.session;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.accumulator.AggregateList;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.OneZero;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.SpanText;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StateBound.Factor;
import io.tidemark.operator.StateMigration;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.operator.WindowTimeCheck;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.ScalarState;
import io.tidemark.state.TableSpec;
import io.tidemark.time.SessionTimes;
import io.tidemark.time.Watermark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** An aggregation by sessions whose types are resolved: lays out the state of a session and makes the operator. */
record BoundSessions(
        SessionAggregate node, BindScope scope, Schema keySchema, AggregateList aggregates, StreamType output)
        implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public List<Trait> traits(Lineage lineage) {
        List<Trait> traits = new ArrayList<>();
        Expression gap = node.gap().gap();
        traits.add(
                gap instanceof Literal literal && literal.value() instanceof Number number
                        ? Trait.setting("gap", SpanText.of(number.longValue()), Rule.DECISION)
                        : Trait.expression("gap", gap, lineage, Rule.DECISION));
        traits.add(Trait.expression("time", node.window().time(), lineage, Rule.DECISION));
        List<DataType> types = keySchema.fields().stream().map(Field::type).toList();
        traits.add(Trait.columns("keys", node.keys(), types, lineage));
        traits.addAll(aggregates.traits(lineage));
        return traits;
    }

    @Override
    public List<String> origins(Lineage lineage) {
        int columns = output.schema().size();
        List<String> origins = new ArrayList<>(Collections.nCopies(columns, ""));
        int firstKey = columns - node.aggregates().size() - node.keys().size();
        for (int i = 0; i < node.keys().size(); i++) {
            origins.set(firstKey + i, lineage.meaning(node.keys().get(i).expression()));
        }
        return origins;
    }

    /** Sessions lie in chains of blocks, which stay as they are. */
    @Override
    public StateMigration migration(BoundOperator before, int[] members, boolean sameEmission) {
        return aggregates.sameLayout(((BoundSessions) before).aggregates, members)
                ? StateMigration.asItIs()
                : StateMigration.refused("open sessions cannot take other aggregates");
    }

    @Override
    public String describe() {
        String keys = node.keys().stream().map(Column::toString).collect(Collectors.joining(", ", "by [", "]"));
        String calls = node.aggregates().stream().map(Aggregate::toString).collect(Collectors.joining(", "));
        return node.window() + " " + (node.keys().isEmpty() ? "" : keys) + ": " + calls + "; mode "
                + scope.settings().mode() + "; state <= " + bound();
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        context.state().describeKeys(keySchema);
        NodeFactory nodes = context.nodes();
        QuerySettings settings = scope.settings();
        SessionTimes times = new SessionTimes(settings.time());
        LongEvaluator time = scope.compile(node.window().time(), nodes).asLong();
        Accumulator accumulators = aggregates.create(
                context, time, output.schema().size() - node.aggregates().size());
        Sessions sessions = Sessions.open(times, context, keyBytes(), aggregates.valueBytes(), accumulators);
        SessionOutput out = new SessionOutput(sessions, output.schema(), keySchema, context.counters(), next);
        SessionResults results = results(sessions, out, context);
        SessionLedger ledger = settings.sparkCounts() ? new SessionLedger(sessions, keySchema, context) : null;
        ScalarState watermark = context.state()
                .scalar("watermark", followsWatermark() ? settings.time().initialWatermark() : Watermark.NONE);
        ScalarState forgotten = context.state().scalar("forgotten", SessionTimes.NEVER);
        DueSessions due = settings.mode() == OutputMode.COMPLETE
                ? null
                : new DueSessions(sessions, results, ledger, context, watermark, forgotten);
        SessionParts parts = new SessionParts(
                rows(times, time, sessions, context),
                sessions,
                results,
                out,
                due,
                ledger,
                watermark,
                forgotten,
                context.state().scalar("longestGap", isBounded() ? longestGap() : 0),
                context,
                next);
        boolean deferred = isDeferred(times, context);
        return nodes.<Operator>create(
                RunningSessions.class,
                parts,
                isBounded(),
                followsWatermark(),
                deferred,
                deferred && settings.mode() == OutputMode.APPEND);
    }

    private SessionResults results(Sessions sessions, SessionOutput out, OperatorContext context) {
        return switch (scope.settings().mode()) {
            case APPEND -> new FinalSessions(out);
            case UPDATE ->
                isConflated()
                        ? new ConflatedSessions(sessions, out, context.state().timeIndex("changes"))
                        : new ChangedSessions(out);
            case COMPLETE -> new AllSessions(sessions, out, context.state().table("order", Long.BYTES, keyBytes()));
        };
    }

    private SessionRows rows(SessionTimes times, LongEvaluator time, Sessions sessions, OperatorContext context) {
        NodeFactory nodes = context.nodes();
        List<TypedEvaluator> keys = new ArrayList<>();
        for (Column key : node.keys()) {
            // Equal keys must have equal bytes; NaN is made one by the row writer.
            keys.add(OneZero.of(scope.compile(key.expression(), nodes), nodes));
        }
        return new SessionRows(
                times,
                time,
                scope.compile(node.gap().gap(), nodes).asLong(),
                keySchema,
                ColumnWriter.ofAll(keys, nodes),
                sessions.table().spec(),
                sessions.accumulators(),
                context,
                new RowWriter());
    }

    /**
     * Whether complete sessions may be closed later than at once. Where gaps have no bound, or rows go by their own session, a row may touch
     * one that is closed, so that it must be gone.
     */
    private boolean isDeferred(SessionTimes times, OperatorContext context) {
        if (!isBounded() || times.goesByOwn() || scope.settings().sparkCounts()) {
            return false;
        }
        return scope.settings().mode() == OutputMode.APPEND ? context.deferEmission() : !isConflated();
    }

    private boolean isConflated() {
        return scope.settings().conflated() || scope.settings().time().perBatch();
    }

    /** Whether rows can be late: never in complete mode, but for the Spark rule, which looks at each row alone. */
    private boolean followsWatermark() {
        return scope.input().hasWatermark()
                && WindowTimeCheck.followsWatermark(node.window().time(), scope.input())
                && (scope.settings().mode() != OutputMode.COMPLETE
                        || new SessionTimes(scope.settings().time()).goesByOwn());
    }

    private boolean isBounded() {
        return longestGap() != GapBound.NONE;
    }

    private long longestGap() {
        return GapBound.of(node.gap().gap());
    }

    private int keyBytes() {
        return keySchema.isVariableLength() ? TableSpec.VARIABLE : keySchema.fixedBytes();
    }

    @Override
    public StateBound stateBound() {
        Factor sessions = Factor.declared("open sessions");
        StateBound all = StateBound.of(Sessions.sessionBytes() + aggregates.valueBytes(), false, sessions);
        long key = Sessions.keyBytes() + keySchema.fixedBytes();
        return node.keys().isEmpty()
                ? all
                : all.and(StateBound.of(key, keySchema.isVariableLength(), Factor.declared("keys")));
    }

    private String bound() {
        String session = (Sessions.sessionBytes() + aggregates.valueBytes()) + " B";
        String key =
                (Sessions.keyBytes() + keySchema.fixedBytes()) + (keySchema.isVariableLength() ? " B + text" : " B");
        if (scope.settings().mode() == OutputMode.COMPLETE) {
            return "keys x (" + key + ") + sessions x " + session + ", without a bound of time";
        }
        return "keys x (" + key + ") + open sessions x " + session + ", a session being open for its length, the gap"
                + (isBounded() ? " of up to " + Duration.ofNanos(longestGap()) : "")
                + " and the delay, and a key being remembered for two gaps more";
    }
}
