package io.tidemark.operator.join;

import io.tidemark.error.ErrorCode;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.TimeBound;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.List;

/** Checks names, types and the bound of state of a join, and finds its output. */
final class JoinBinder {
    private final StreamJoin node;
    private final BindScope scope;
    private final BindScope left;
    private final BindScope right;
    private final boolean spark;

    JoinBinder(StreamJoin node, BindScope scope) {
        this.node = node;
        this.scope = scope;
        this.left = scope.over(scope.inputs().get(0));
        this.right = scope.over(scope.inputs().get(1));
        this.spark = scope.settings().sparkCounts();
    }

    /** The bound operator, or null after reporting what is wrong. */
    BoundOperator bind() {
        checkNames();
        checkMode();
        if (scope.failed()) {
            return null;
        }
        BindScope pair = scope.over(pairType());
        DataType type = pair.typeOf(node.condition());
        if (type == null) {
            return null;
        }
        if (!type.equals(DataType.BOOL)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    node.condition().toString(),
                    "A join needs a truth value and this is a " + type + ".",
                    "Compare columns of the two sides, such as col(\"id\").eq(col(\"order_id\")).");
            return null;
        }
        ConditionSplit parts = new ConditionSplit(node.condition(), left, right);
        checkKeys(parts);
        SideTime leftTime = time(Side.LEFT, parts);
        SideTime rightTime = time(Side.RIGHT, parts);
        List<TimeBound> usable = usable(parts, leftTime, rightTime);
        new BoundCheck(node, scope, parts, usable, leftTime, rightTime).run();
        if (scope.failed()) {
            return null;
        }
        JoinBounds bounds = bounds(usable, leftTime, rightTime);
        return new BoundJoin(
                node,
                scope,
                parts,
                leftTime,
                rightTime,
                bounds,
                pair.input().schema(),
                new JoinOutputType(node.type(), left.input(), right.input(), leftTime, rightTime, bounds, spark));
    }

    private void checkNames() {
        for (Field field : right.input().schema().fields()) {
            if (left.input().schema().indexOf(field.name()) >= 0) {
                scope.problem(
                        ErrorCode.COLUMN_DUPLICATE,
                        field.name(),
                        "Both sides have a column of this name, and the condition and the result could not tell them apart.",
                        "Rename it on one side before the join: select(col(\"" + field.name() + "\").as(\"right_"
                                + field.name() + "\"), ...).");
            }
        }
    }

    private void checkMode() {
        OutputMode mode = scope.settings().mode();
        boolean pairsOnly = node.type() == JoinType.INNER || node.type() == JoinType.LEFT_SEMI;
        if (spark && node.type() == JoinType.LEFT_ANTI) {
            scope.problem(
                    ErrorCode.JOIN_TYPE_UNSUPPORTED,
                    "",
                    "Apache Spark has no anti join of two streams.",
                    "Run the query without spark(), or use a left outer join and keep the rows without a partner.");
        } else if (mode == OutputMode.COMPLETE || mode == OutputMode.UPDATE && !pairsOnly) {
            scope.problem(
                    ErrorCode.MODE_UNSUPPORTED,
                    "outputMode",
                    "A join " + node.type() + " brings out each row once, and the mode is " + mode + ".",
                    "Use append.");
        }
    }

    private void checkKeys(ConditionSplit parts) {
        if (parts.keys().isEmpty()) {
            scope.problem(
                    ErrorCode.JOIN_NO_EQUALITY,
                    node.condition().toString(),
                    "No part of the condition says that something of the left side equals something of the right side.",
                    "Add an equality with and(...), such as col(\"id\").eq(col(\"order_id\")).");
        }
    }

    private SideTime time(Side side, ConditionSplit parts) {
        StreamType own = side == Side.LEFT ? left.input() : right.input();
        StreamType other = side == Side.LEFT ? right.input() : left.input();
        List<Integer> columns = SideTime.watermarkedColumns(own);
        if (spark && columns.size() > 1) {
            scope.problem(
                    ErrorCode.EVENT_TIME_AMBIGUOUS,
                    own.schema().field(columns.get(1)).name(),
                    "The " + side + " input has several event times, "
                            + columns.stream()
                                    .map(one -> own.schema().field(one).name())
                                    .toList() + ".",
                    "Leave all but one out with select(...).");
        }
        return SideTime.of(side, own, parts.times(), SideTime.watermarkedColumns(other));
    }

    /** What the conditions say of the times of the two sides. */
    private List<TimeBound> usable(ConditionSplit parts, SideTime leftTime, SideTime rightTime) {
        List<TimeBound> bounds = new ArrayList<>();
        for (TimeCondition time : parts.times()) {
            if (time.left() == leftTime.column() && time.right() == rightTime.column()) {
                bounds.addAll(time.bounds());
            }
        }
        // Apache Spark takes a lower bound of any column for one of the time, and of several bounds the loosest: rows
        // then never go.
        if (spark && node.type().bringsOutUnmatched(Side.LEFT) && parts.hasLowerBound(Side.LEFT)) {
            bounds.add(TimeBound.atMost(Long.MAX_VALUE, true));
        }
        if (spark && node.type().bringsOutUnmatched(Side.RIGHT) && parts.hasLowerBound(Side.RIGHT)) {
            bounds.add(TimeBound.atLeast(Long.MIN_VALUE, true));
        }
        return bounds;
    }

    private JoinBounds bounds(List<TimeBound> bounds, SideTime leftTime, SideTime rightTime) {
        boolean keyed = bounds.stream().anyMatch(TimeBound::key) && (leftTime.watermarked() || rightTime.watermarked());
        // Apache Spark lets a side go only when both have a watermark.
        boolean both = leftTime.watermarked() && rightTime.watermarked();
        return JoinBounds.of(
                bounds,
                scope.settings().time(),
                keyed || (spark ? both : rightTime.watermarked()),
                keyed || (spark ? both : leftTime.watermarked()),
                leftTime.windowEnd() ? 1 : 0,
                rightTime.windowEnd() ? 1 : 0);
    }

    /** Rows of both sides; what can be null in the result can be null here. */
    private StreamType pairType() {
        List<Field> fields = new ArrayList<>();
        for (Side side : Side.values()) {
            StreamType input = side == Side.LEFT ? left.input() : right.input();
            for (Field field : input.schema().fields()) {
                boolean nullable = field.nullable() || node.type().suppliesNulls(side);
                fields.add(new Field(field.name(), field.type(), nullable));
            }
        }
        List<TimeProvenance> times = new ArrayList<>(left.input().times());
        times.addAll(right.input().times());
        boolean ingest = left.input().recordsIngestTime() && right.input().recordsIngestTime();
        return new StreamType(Schema.of(fields), times, "", 0, ingest, EdgeKind.APPEND);
    }
}
