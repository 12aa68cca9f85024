package io.tidemark.operator.join;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.expr.eval.NumericTypes;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.TimeBound;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a condition, split on {@code and}: equalities between the sides, bounds of times, what speaks of one side alone, and the rest.
 * A part stands in one list; an equality of times in two.
 */
final class ConditionSplit {
    private final BindScope left;
    private final BindScope right;
    private final List<KeyPair> keys = new ArrayList<>();
    private final List<TimeCondition> times = new ArrayList<>();
    private final List<Expression> timeTexts = new ArrayList<>();
    private final List<Expression> leftOnly = new ArrayList<>();
    private final List<Expression> rightOnly = new ArrayList<>();
    private final List<Expression> rest = new ArrayList<>();

    /** Splits a condition whose names and types are right. */
    ConditionSplit(Expression condition, BindScope left, BindScope right) {
        this.left = left;
        this.right = right;
        split(condition);
    }

    List<KeyPair> keys() {
        return keys;
    }

    List<TimeCondition> times() {
        return times;
    }

    /** Conjunction of what speaks of left rows alone, or null. */
    Expression leftOnly() {
        return all(leftOnly);
    }

    /** Conjunction of what speaks of right rows alone, or null. */
    Expression rightOnly() {
        return all(rightOnly);
    }

    /** Whether something speaks of one side alone and says that a number is greater than a constant. */
    boolean hasLowerBound(Side side) {
        return (side == Side.LEFT ? leftOnly : rightOnly).stream().anyMatch(ConditionSplit::isLowerBound);
    }

    private static boolean isLowerBound(Expression part) {
        if (!(part instanceof Call call) || call.arguments().size() != 2) {
            return false;
        }
        boolean greater = call.function().equals(">") || call.function().equals(">=");
        boolean less = call.function().equals("<") || call.function().equals("<=");
        Expression column = call.arguments().get(greater ? 0 : 1);
        Expression constant = call.arguments().get(greater ? 1 : 0);
        return (greater || less)
                && column instanceof ColumnRef
                && constant instanceof Literal literal
                && literal.value() instanceof Number;
    }

    /** Conjunction of what is tested for each pair, or null: the rest, and bounds of other times than these. */
    Expression rest(int leftTime, int rightTime) {
        List<Expression> tested = new ArrayList<>(rest);
        for (int i = 0; i < times.size(); i++) {
            TimeCondition time = times.get(i);
            if (!time.isKey() && (time.left() != leftTime || time.right() != rightTime)) {
                tested.add(timeTexts.get(i));
            }
        }
        return all(tested);
    }

    private void split(Expression part) {
        if (part instanceof Call call && call.function().equals("and")) {
            call.arguments().forEach(this::split);
        } else if (part instanceof Call call && call.function().equals("between") && isTime(call)) {
            List<Expression> arguments = call.arguments();
            split(new Call(">=", List.of(arguments.get(0), arguments.get(1))));
            split(new Call("<=", List.of(arguments.get(0), arguments.get(2))));
        } else {
            place(part);
        }
    }

    private boolean isTime(Call between) {
        return between.arguments().stream().allMatch(one -> linear(one, left) != null || linear(one, right) != null);
    }

    private void place(Expression part) {
        boolean usesLeft = uses(part, left.input().schema());
        boolean usesRight = uses(part, right.input().schema());
        if (usesLeft && !usesRight) {
            leftOnly.add(part);
        } else if (usesRight && !usesLeft) {
            rightOnly.add(part);
        } else if (!(part instanceof Call call && call.arguments().size() == 2 && placeCall(call))) {
            rest.add(part);
        }
    }

    private boolean placeCall(Call call) {
        Expression first = call.arguments().get(0);
        Expression second = call.arguments().get(1);
        boolean straight = only(first, left, right) && only(second, right, left);
        if (!straight && !(only(first, right, left) && only(second, left, right))) {
            return false;
        }
        Expression ofLeft = straight ? first : second;
        Expression ofRight = straight ? second : first;
        if (call.function().equals("=") || call.function().equals("<=>")) {
            return placeKey(call, ofLeft, ofRight);
        }
        // Seen from the right: right time op left time.
        String operator = straight ? mirrored(call.function()) : call.function();
        TimeBound bound = null;
        LinearTime leftTime = linear(ofLeft, left);
        LinearTime rightTime = linear(ofRight, right);
        if (leftTime != null && rightTime != null) {
            bound = bound(operator, leftTime.offsetNs() - rightTime.offsetNs());
        }
        if (bound != null) {
            add(new TimeCondition(leftTime.column(), rightTime.column(), List.of(bound), call.toString()), call);
        }
        return bound != null;
    }

    private boolean placeKey(Call call, Expression ofLeft, Expression ofRight) {
        DataType type = NumericTypes.key(left.typeOf(ofLeft), right.typeOf(ofRight));
        if (type == null) {
            return false;
        }
        boolean nullSafe = call.function().equals("<=>");
        keys.add(new KeyPair(ofLeft, ofRight, type, nullSafe));
        LinearTime leftTime = linear(ofLeft, left);
        LinearTime rightTime = linear(ofRight, right);
        if (leftTime != null && rightTime != null && !nullSafe) {
            long offset = leftTime.offsetNs() - rightTime.offsetNs();
            List<TimeBound> halves = List.of(TimeBound.ofKey(true, offset), TimeBound.ofKey(false, offset));
            add(new TimeCondition(leftTime.column(), rightTime.column(), halves, call.toString()), call);
        }
        return true;
    }

    private void add(TimeCondition time, Expression text) {
        times.add(time);
        timeTexts.add(text);
    }

    private static LinearTime linear(Expression expression, BindScope side) {
        return LinearTime.of(expression, side.input());
    }

    private static TimeBound bound(String operator, long offsetNs) {
        return switch (operator) {
            case ">=" -> TimeBound.atLeast(offsetNs, true);
            case ">" -> TimeBound.atLeast(offsetNs, false);
            case "<=" -> TimeBound.atMost(offsetNs, true);
            case "<" -> TimeBound.atMost(offsetNs, false);
            default -> null;
        };
    }

    private static String mirrored(String operator) {
        return switch (operator) {
            case ">=" -> "<=";
            case ">" -> "<";
            case "<=" -> ">=";
            case "<" -> ">";
            default -> operator;
        };
    }

    private static boolean only(Expression part, BindScope side, BindScope other) {
        return uses(part, side.input().schema()) && !uses(part, other.input().schema());
    }

    private static boolean uses(Expression part, Schema schema) {
        if (part instanceof ColumnRef ref) {
            return schema.indexOf(ref.name()) >= 0;
        } else if (part instanceof Cast cast) {
            return uses(cast.input(), schema);
        }
        return part instanceof Call call && call.arguments().stream().anyMatch(one -> uses(one, schema));
    }

    private static Expression all(List<Expression> parts) {
        return parts.stream()
                .reduce((one, other) -> new Call("and", List.of(one, other)))
                .orElse(null);
    }
}
