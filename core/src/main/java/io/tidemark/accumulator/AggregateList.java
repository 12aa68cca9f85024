package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.Trait;
import io.tidemark.operator.ValueMove;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The aggregates of an operator, bound to the types of their arguments: what comes out, how much state a group has, what runs it. */
public final class AggregateList {
    private final BindScope scope;
    private final boolean mayBeEmpty;
    private final boolean counted;
    private final List<Bound> bound = new ArrayList<>();

    private AggregateList(BindScope scope, boolean mayBeEmpty, boolean counted) {
        this.scope = scope;
        this.mayBeEmpty = mayBeEmpty;
        this.counted = counted;
    }

    /**
     * Checks functions, arguments and filters.
     *
     * @param scope where the arguments are found, and where problems go: all of them
     * @param mayBeEmpty whether there can be a group without a row; most results can be null then
     * @return the list, or null after reporting why there is none
     */
    public static AggregateList bind(List<Aggregate> aggregates, BindScope scope, boolean mayBeEmpty) {
        return bind(aggregates, scope, mayBeEmpty, false);
    }

    /**
     * The same where a group may lose rows again, or its number of rows is asked for.
     *
     * @param counted whether the number of rows of each group is kept, see {@link #sizeOffset}
     */
    public static AggregateList bind(List<Aggregate> aggregates, BindScope scope, boolean mayBeEmpty, boolean counted) {
        AggregateList list = new AggregateList(scope, mayBeEmpty, counted);
        aggregates.forEach(list::bind);
        return list.bound.size() == aggregates.size() ? list : null;
    }

    /** Columns of the results, in order. */
    public List<Field> fields() {
        return bound.stream()
                .map(one -> new Field(one.call.outputName(), one.shape.result(), one.shape.nullable()))
                .toList();
    }

    /** Bytes of the value of a group: one flag byte per aggregate, padded, then the slots in order. */
    public int valueBytes() {
        return sizeOffset() + (counted ? Long.BYTES : 0);
    }

    /** Where in the value of a group its number of rows stands, a long, if it is kept. */
    public int sizeOffset() {
        return slots(bound.size());
    }

    /** What gives the state of each aggregate its meaning, in order. */
    public List<Trait> traits(Lineage lineage) {
        return bound.stream()
                .map(one -> Trait.member(one.call, types(one.call), lineage))
                .toList();
    }

    /**
     * Why a group of another list cannot become one of this list, or empty.
     *
     * @param members for each aggregate of this list the index of the same one of {@code before}, or -1
     */
    public String refusal(AggregateList before, int[] members) {
        return new AggregateMove(before, this, members).refusal();
    }

    /** How the value of a group of another list becomes one of this list, where there is no {@link #refusal}. */
    public ValueMove moveFrom(AggregateList before, int[] members, int firstColumn) {
        return new AggregateMove(before, this, members).move(firstColumn);
    }

    /** Whether the value of a group of another list is one of this list as it is. */
    public boolean sameLayout(AggregateList before, int[] members) {
        AggregateMove move = new AggregateMove(before, this, members);
        return move.refusal().isEmpty() && move.changesNothing();
    }

    List<Bound> bound() {
        return bound;
    }

    boolean counted() {
        return counted;
    }

    List<DataType> types(Aggregate call) {
        return call.arguments().stream().map(scope::typeOf).toList();
    }

    /** Whether the only argument of an aggregate can be null for a row of a group. */
    boolean mayBeNull(Aggregate call) {
        return mayBeEmpty(call) || call.arguments().stream().anyMatch(scope::nullable);
    }

    /** Bound of the state of a group, for people: {@code 40 B and at most 1000 values of count_distinct(user)}. */
    public String stateBytesText() {
        return valueBytes() + " B" + moreStateText();
    }

    /** What a group can have beside its value, for people, such as {@code  and at most 1000 values of count_distinct(user)}; mostly empty. */
    public String moreStateText() {
        return bound.stream()
                .filter(one -> one.keepsState() && !one.shape.more().isEmpty())
                .map(one -> " and at most " + one.shape.more() + " of " + one.call.call())
                .collect(Collectors.joining());
    }

    /**
     * Makes the accumulators of all aggregates, as one.
     *
     * @param time event time by which first and last go, or null: then the watermarked column of the input if there is one, else the
     *     order of arrival
     * @param firstColumn column of the first result
     */
    public Accumulator create(OperatorContext context, LongEvaluator time, int firstColumn) {
        return create(context.uid(), context.nodes(), time, firstColumn);
    }

    Accumulator create(String uid, NodeFactory nodes, LongEvaluator time, int firstColumn) {
        LongEvaluator order = time == null ? watermarked(nodes) : time;
        List<Accumulator> parts = new ArrayList<>();
        for (int i = 0; i < bound.size(); i++) {
            parts.add(create(bound.get(i), uid, nodes, order, firstColumn + i));
        }
        if (counted) {
            parts.add(nodes.<Accumulator>create(GroupSize.class, sizeOffset()));
        }
        return parts.isEmpty() ? nodes.<Accumulator>create(NoAccumulator.class) : pair(parts, nodes);
    }

    /** A balanced tree of pairs, so that calls nest as little as can be. */
    private static Accumulator pair(List<Accumulator> parts, NodeFactory nodes) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        int middle = parts.size() >>> 1;
        return nodes.<Accumulator>create(
                AccumulatorPair.class,
                pair(parts.subList(0, middle), nodes),
                pair(parts.subList(middle, parts.size()), nodes));
    }

    private Accumulator create(Bound one, String uid, NodeFactory nodes, LongEvaluator time, int column) {
        Accumulator made = one.function.create(new AccumulatorSite(
                uid,
                one.call,
                one.call.arguments().stream().map(scope::typeOf).toList(),
                arguments(one, nodes),
                time,
                scope.settings().ansi(),
                slots(one.keeper),
                one.keeper,
                column,
                one.shape,
                nodes));
        if (!one.keepsState()) {
            return nodes.<Accumulator>create(ResultOnly.class, made);
        }
        return one.call.filter() == null
                ? made
                : nodes.<Accumulator>create(
                        Filtered.class, scope.compile(one.call.filter(), nodes).asBool(), made);
    }

    /** Uid of the operator. */
    String uid() {
        return scope.uid();
    }

    /** Offset of the slots of an aggregate. */
    int slots(int index) {
        int offset = (bound.size() + 7) & ~7;
        for (Bound before : bound.subList(0, index)) {
            offset += before.keepsState() ? before.shape.stateBytes() : 0;
        }
        return offset;
    }

    private List<TypedEvaluator> arguments(Bound one, NodeFactory nodes) {
        List<TypedEvaluator> arguments = new ArrayList<>();
        for (int i = 0; i < one.call.arguments().size(); i++) {
            TypedEvaluator typed = scope.compile(argument(one, i), nodes);
            arguments.add(
                    new TypedEvaluator(typed.evaluator(), typed.type(), typed.nullable() || mayBeEmpty(one.call)));
        }
        return arguments;
    }

    /** An argument in the type in which its aggregate takes it. */
    private Expression argument(Bound one, int index) {
        Expression given = one.call.arguments().get(index);
        List<DataType> parameters = one.shape.parameters();
        return parameters.isEmpty() || parameters.get(index).equals(scope.typeOf(given))
                ? given
                : new Cast(given, parameters.get(index));
    }

    private LongEvaluator watermarked(NodeFactory nodes) {
        int index = scope.input().times().indexOf(TimeProvenance.EXACT);
        return index < 0
                ? nodes.<LongEvaluator>create(ArrivalOrder.class)
                : scope.compile(
                                new ColumnRef(
                                        scope.input().schema().field(index).name()),
                                nodes)
                        .asLong();
    }

    private void bind(Aggregate call) {
        AggregateFunction function = AggregateRegistry.find(call, scope);
        if (function == null) {
            return;
        }
        List<DataType> types = new ArrayList<>();
        List<Boolean> nullable = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            DataType type = scope.typeOf(argument);
            if (type == null) {
                return;
            }
            types.add(type);
            nullable.add(mayBeEmpty(call) || scope.nullable(argument));
        }
        checkFilter(call);
        if (scope.input().edge() == EdgeKind.RETRACT) {
            AggregateFunction changing = function.changing(types);
            if (changing == null) {
                scope.problem(
                        ErrorCode.FUNCTION_NOT_RETRACTABLE,
                        call.call(),
                        "The rows that it aggregates change later, and it cannot take a value back.",
                        "Use count, count_if, or sum and avg of integers or decimals, or use the append mode.");
                return;
            }
            function = changing;
        }
        AggregateShape shape = function.shape(scope, call, types, nullable);
        if (shape != null) {
            bound.add(new Bound(call, function, shape, bound.size(), keeper(function, call)));
        }
    }

    /** Index of the aggregate that keeps the state of a call: mostly its own. */
    private int keeper(AggregateFunction function, Aggregate call) {
        String state = function.sharedState(call);
        for (Bound before : bound) {
            if (state != null
                    && state.equals(before.function.sharedState(before.call))
                    && Objects.equals(call.filter(), before.call.filter())) {
                return before.index;
            }
        }
        return bound.size();
    }

    private void checkFilter(Aggregate call) {
        if (call.filter() == null) {
            return;
        }
        DataType type = scope.typeOf(call.filter());
        if (type != null && !type.equals(DataType.BOOL)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    call.filter().toString(),
                    "The filter of an aggregate needs a truth value and this is a " + type + ".",
                    "Compare it with something, or cast it to bool.");
        }
    }

    /** Whether there can be a group none of whose rows an aggregate takes. */
    private boolean mayBeEmpty(Aggregate call) {
        return mayBeEmpty || call.filter() != null;
    }

    record Bound(Aggregate call, AggregateFunction function, AggregateShape shape, int index, int keeper) {
        boolean keepsState() {
            return index == keeper;
        }
    }
}
