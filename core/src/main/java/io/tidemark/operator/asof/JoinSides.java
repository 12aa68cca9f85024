package io.tidemark.operator.asof;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.OneZero;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StateBound.Factor;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.state.TableSpec;
import io.tidemark.time.KeepTimes;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.List;

/** The two sides of a join by time while it is bound: checks their times and keys, and makes what handles them. */
final class JoinSides {
    /** What a kept row takes beside its columns, about: its place in the chain of its key and in the order of what is due. */
    private static final long ROW_BYTES = 96;

    private final BindScope scope;
    private final BindScope leftScope;
    private final BindScope rightScope;
    private final List<Column> leftKeys;
    private final List<Column> rightKeys;
    private final List<Field> keyFields = new ArrayList<>();
    private final String leftTime;
    private final String rightTime;

    JoinSides(BindScope scope, List<Column> leftKeys, List<Column> rightKeys) {
        this.scope = scope;
        this.leftScope = scope.over(left(scope));
        this.rightScope = scope.over(right(scope));
        this.leftKeys = leftKeys;
        this.rightKeys = rightKeys;
        this.leftTime = time(left(scope));
        this.rightTime = time(right(scope));
    }

    private static StreamType left(BindScope scope) {
        return scope.inputs().get(0);
    }

    private static StreamType right(BindScope scope) {
        return scope.inputs().get(1);
    }

    StreamType left() {
        return left(scope);
    }

    StreamType right() {
        return right(scope);
    }

    BindScope rightScope() {
        return rightScope;
    }

    /** The column that carries the watermark, or else the end of the windows that it belongs to, or empty. */
    private static String time(StreamType type) {
        String exact = type.eventTimeColumn();
        int end = type.times().indexOf(TimeProvenance.WINDOW_END);
        return exact.isEmpty() && end >= 0 ? type.schema().field(end).name() : exact;
    }

    /** Reports everything that is wrong with the sides. */
    void check(String what) {
        checkTime(left(), leftTime, "left");
        checkTime(right(), rightTime, "right");
        checkKeys();
        if (left().edge() != EdgeKind.APPEND) {
            scope.problem(
                    ErrorCode.CHANGELOG_MISMATCH,
                    "",
                    "The rows of the left side are " + left().edge() + ", and " + what + " takes final rows there.",
                    "Put the step that corrects its rows after " + what + ", or on the right side.");
        }
        if (scope.settings().sparkCounts()) {
            scope.problem(
                    ErrorCode.JOIN_TYPE_UNSUPPORTED,
                    "",
                    "Apache Spark has no " + what.substring(what.indexOf(' ') + 1) + " of streams.",
                    "Run the query without spark(), or use an inner join with bounds on the times.");
        }
    }

    private void checkTime(StreamType type, String time, String side) {
        if (!type.hasWatermark()) {
            scope.problem(
                    ErrorCode.WATERMARK_MISSING,
                    "",
                    "The " + side + " side has no watermark, so nothing says which rows are still to come.",
                    "Declare one on both sides: withWatermark(column, delay).");
        } else if (time.isEmpty()) {
            scope.problem(
                    ErrorCode.WATERMARK_COLUMN_MISMATCH,
                    type.watermarked(),
                    "The watermark of the " + side + " side is on '" + type.watermarked()
                            + "', and no column carries it any more.",
                    "Keep that column as it is, renamed or not.");
        }
    }

    private void checkKeys() {
        if (leftKeys.size() != rightKeys.size()) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    "",
                    "The left side has " + leftKeys.size() + " keys and the right side " + rightKeys.size() + ".",
                    "Give each key of one side its counterpart.");
            return;
        }
        for (int i = 0; i < leftKeys.size(); i++) {
            DataType left = leftScope.typeOf(leftKeys.get(i).expression());
            DataType right = rightScope.typeOf(rightKeys.get(i).expression());
            if (left != null && right != null && !left.equals(right)) {
                scope.problem(
                        ErrorCode.TYPE_MISMATCH,
                        leftKeys.get(i).expression().toString(),
                        "The key is a " + left + " on the left side and a " + right + " on the right.",
                        "Cast one of them.");
            } else if (left != null && right != null) {
                keyFields.add(new Field("k" + i, left, true));
            }
        }
    }

    /** Whether the time of the left rows is the end of their windows. */
    boolean leftEndsWindows() {
        return left().eventTimeColumn().isEmpty();
    }

    String leftTime() {
        return leftTime;
    }

    String rightTime() {
        return rightTime;
    }

    /** The keys in words. */
    String keysText() {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < leftKeys.size(); i++) {
            pairs.add(leftKeys.get(i).expression() + " = " + rightKeys.get(i).expression());
        }
        return pairs.isEmpty() ? "all rows" : String.join(", ", pairs);
    }

    /** What gives the rows of both sides their meaning: keys, times, columns. */
    List<Trait> traits(Lineage lineage) {
        List<Trait> traits = new ArrayList<>();
        List<DataType> types = keyFields.stream().map(Field::type).toList();
        traits.add(Trait.columns("left keys", leftKeys, types, lineage.of(0)));
        traits.add(Trait.columns("right keys", rightKeys, types, lineage.of(1)));
        traits.add(Trait.expression("left time", new ColumnRef(leftTime), lineage.of(0), Rule.DECISION));
        traits.add(Trait.expression("right time", new ColumnRef(rightTime), lineage.of(1), Rule.DECISION));
        traits.add(Trait.rows("left rows", left().schema(), lineage.of(0)));
        traits.add(Trait.rows("right rows", right().schema(), lineage.of(1)));
        return traits;
    }

    /** Whether there is one key only. */
    boolean keyless() {
        return leftKeys.isEmpty();
    }

    /**
     * Opens state and makes what handles the sides.
     *
     * @param waits whether left rows wait
     * @param chained whether waiting rows must be found by key and time
     * @param byTime whether the earliest waiting row must be found by its time
     * @param origins whether the origin of right rows is kept
     */
    JoinParts create(
            OperatorContext context, KeepTimes times, boolean waits, boolean chained, boolean byTime, boolean origins) {
        NodeFactory nodes = context.nodes();
        Schema keySchema = Schema.of(keyFields);
        context.state().describeKeys(keySchema);
        int keyBytes = keySchema.isVariableLength() ? TableSpec.VARIABLE : keySchema.fixedBytes();
        EntryTable keys = context.state().entries("keys", KeyEntry.BYTES, keyBytes);
        RightRows rows = new RightRows(
                keys,
                new SortedChain(keys, origins ? RightRows.PAYLOAD_BYTES_WITH_ORIGIN : RightRows.PAYLOAD_BYTES),
                origins,
                context.state().timeIndex("trims"),
                context.state().scalar("arrivals", 0),
                times,
                right().schema());
        WaitingRows waiting = waits
                ? new WaitingRows(
                        keys,
                        chained ? new SortedChain(keys, Long.BYTES) : null,
                        context.state().timeIndex("due"),
                        byTime ? context.state().timeIndex("waiting") : null,
                        times,
                        left().schema())
                : null;
        return new JoinParts(
                new JoinClock(context, scope.inputs(), scope.settings().time(), leftEndsWindows()),
                column(leftScope, leftTime, nodes),
                column(rightScope, rightTime, nodes),
                key(leftScope, leftKeys, keySchema, nodes),
                key(rightScope, rightKeys, keySchema, nodes),
                rows,
                waiting,
                new Cause(context),
                context);
    }

    /** Evaluator of a time of the right side. */
    LongEvaluator rightColumn(String name, NodeFactory nodes) {
        return column(rightScope, name, nodes);
    }

    private static LongEvaluator column(BindScope side, String name, NodeFactory nodes) {
        return side.compile(new ColumnRef(name), nodes).asLong();
    }

    private static SideKey key(BindScope side, List<Column> keys, Schema schema, NodeFactory nodes) {
        List<TypedEvaluator> evaluators = new ArrayList<>();
        boolean nullable = false;
        for (Column key : keys) {
            nullable |= side.nullable(key.expression());
            // Equal keys must have equal bytes; NaN is made one by the row writer.
            evaluators.add(OneZero.of(side.compile(key.expression(), nodes), nodes));
        }
        return new SideKey(schema, ColumnWriter.ofAll(evaluators, nodes), nullable, new RowWriter());
    }

    /** What is kept of both sides at most. */
    StateBound stateBound() {
        return side(right(), "right rows kept").and(side(left(), "left rows waiting"));
    }

    private static StateBound side(StreamType type, String rows) {
        return StateBound.of(
                ROW_BYTES + type.schema().fixedBytes(), type.schema().isVariableLength(), Factor.declared(rows));
    }
}
