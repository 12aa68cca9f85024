package io.tidemark.operator.asof;

import io.tidemark.accumulator.AggregateList;
import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OperatorNode;
import io.tidemark.row.Field;
import io.tidemark.time.WindowJoinTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Puts beside each left row aggregates over the right rows with the same keys whose times lie around its own. Every left row comes out once,
 * when no right row of its interval can come any more. Columns out: those of the left row, then the aggregates.
 *
 * @param leftKeys keys of the left rows; none means that all rows belong together
 * @param rightKeys keys of the right rows, of the same types
 * @param times the interval
 * @param aggregates aggregates over right rows
 */
public record WindowJoin(
        List<Column> leftKeys, List<Column> rightKeys, WindowJoinTimes times, List<Aggregate> aggregates)
        implements OperatorNode {
    /** Copies the lists. */
    public WindowJoin {
        leftKeys = List.copyOf(leftKeys);
        rightKeys = List.copyOf(rightKeys);
        Objects.requireNonNull(times, "times");
        aggregates = List.copyOf(aggregates);
    }

    /** The same with one key more. */
    public WindowJoin withKey(Column left, Column right) {
        List<Column> lefts = new ArrayList<>(leftKeys);
        List<Column> rights = new ArrayList<>(rightKeys);
        lefts.add(left);
        rights.add(right);
        return new WindowJoin(lefts, rights, times, aggregates);
    }

    /** The same with another interval. */
    public WindowJoin with(WindowJoinTimes other) {
        return new WindowJoin(leftKeys, rightKeys, other, aggregates);
    }

    /** The same with other aggregates. */
    public WindowJoin with(List<Aggregate> other) {
        return new WindowJoin(leftKeys, rightKeys, times, other);
    }

    @Override
    public String kind() {
        return "windowjoin";
    }

    @Override
    public int inputCount() {
        return 2;
    }

    /** The binder looks closer: the sides differ in what they take. */
    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.allOf(EdgeKind.class);
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        JoinSides sides = new JoinSides(scope, leftKeys, rightKeys);
        sides.check("a window join");
        checkInterval(scope);
        if (sides.right().edge() != EdgeKind.APPEND) {
            scope.problem(
                    ErrorCode.CHANGELOG_MISMATCH,
                    "",
                    "The rows of the right side are " + sides.right().edge() + ", and a window join takes final rows.",
                    "Use a step on the right side that gives final rows.");
        }
        if (aggregates.isEmpty()) {
            scope.problem(ErrorCode.QUERY_INCOMPLETE, "", "There is no aggregate.", "Name at least one in agg(...).");
        }
        AggregateList list = AggregateList.bind(aggregates, sides.rightScope(), true);
        ResultColumns columns = new ResultColumns(scope);
        for (Field field : list == null ? List.<Field>of() : list.fields()) {
            columns.add(field, "Give the aggregate another name with as(...).");
        }
        return scope.failed() || list == null ? null : new BoundWindowJoin(this, sides, list, columns.type());
    }

    private void checkInterval(BindScope scope) {
        if (times.beforeNs() < 0 || times.afterNs() < 0) {
            scope.problem(
                    ErrorCode.SETTING_INVALID,
                    "",
                    "The interval reaches " + Duration.ofNanos(times.beforeNs()) + " back and "
                            + Duration.ofNanos(times.afterNs()) + " ahead.",
                    "Use 0 or more for both.");
        }
    }
}
