package io.tidemark.accumulator;

import io.tidemark.accumulator.AggregateList.Bound;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.operator.SlotMove;
import io.tidemark.operator.SlotMove.Conversion;
import io.tidemark.operator.ValueMove;
import io.tidemark.row.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How the value of a group of one list of aggregates becomes one of another list. */
final class AggregateMove {
    /** Functions whose state holds one value of their argument, or a total of all of them, so that a wider type needs no other state than a wider one. */
    private static final Set<String> WIDENED = Set.of("sum", "avg", "min", "max", "first", "last", "count");
    /** Functions whose result over no row is not null. */
    private static final Set<String> COUNTS = Set.of("count", "count_if", "count_distinct", "approx_count_distinct");

    private final AggregateList before;
    private final AggregateList now;
    private final int[] members;

    AggregateMove(AggregateList before, AggregateList now, int[] members) {
        this.before = before;
        this.now = now;
        this.members = members;
    }

    /** Why it cannot, or empty. */
    String refusal() {
        if (before.counted() != now.counted()) {
            return "the number of rows of each group was " + (before.counted() ? "" : "not ") + "kept";
        }
        for (int i = 0; i < members.length; i++) {
            Bound one = now.bound().get(i);
            String refusal = members[i] < 0 ? refusalOfNew(one) : refusal(old(i), one);
            if (!refusal.isEmpty()) {
                return refusal;
            }
        }
        return "";
    }

    /** A group that is open has rows that a new aggregate never saw. */
    private static String refusalOfNew(Bound one) {
        boolean zero = COUNTS.contains(one.call().function())
                || one.call().function().equals("sum") && !one.shape().result().isDecimal();
        return zero || one.shape().nullable()
                ? ""
                : one.call().call() + " is never null, and for groups that are open it would be; give it a filter";
    }

    private String refusal(Bound old, Bound one) {
        List<DataType> oldTypes = before.types(old.call());
        List<DataType> types = now.types(one.call());
        boolean sameTypes = oldTypes.equals(types)
                && old.shape().stateBytes() == one.shape().stateBytes();
        boolean sameClass = old.function().getClass() == one.function().getClass();
        if (sameClass && (sameTypes || WIDENED.contains(one.call().function()) && widens(oldTypes, types))) {
            return "";
        }
        return one.call().call() + " keeps its state in another form for " + types + " than for " + oldTypes;
    }

    private static boolean widens(List<DataType> before, List<DataType> now) {
        DataType old = before.get(0);
        DataType type = now.get(0);
        return old.equals(type)
                || old.equals(DataType.INT) && type.equals(DataType.LONG)
                || old.isDecimal()
                        && type.isDecimal()
                        && old.scale() == type.scale()
                        && old.precision() <= type.precision();
    }

    /** Whether the old value is the new one. */
    boolean changesNothing() {
        return before.valueBytes() == now.valueBytes()
                && slots().stream().allMatch(slot -> slot.conversion() == Conversion.COPY && slot.from() == slot.to());
    }

    /** The move; bytes that groups own go along by merging them into an empty group. */
    ValueMove move(int firstColumn) {
        boolean owns = now.bound().stream().anyMatch(this::ownsBytes);
        Accumulator accumulators = owns ? now.create(now.uid(), new ReflectiveNodeFactory(), null, firstColumn) : null;
        return new ValueMove(slots(), now.valueBytes(), owns ? accumulators::merge : null);
    }

    private boolean ownsBytes(Bound one) {
        return !one.shape().more().isEmpty() || now.types(one.call()).stream().anyMatch(DataType::isVariableLength);
    }

    private List<SlotMove> slots() {
        List<SlotMove> moves = new ArrayList<>();
        for (int i = 0; i < members.length; i++) {
            Bound one = now.bound().get(i);
            if (members[i] >= 0 && one.keepsState()) {
                Bound old = old(i);
                boolean seen = one.call().function().equals("sum")
                        && !before.mayBeNull(old.call())
                        && now.mayBeNull(one.call());
                moves.add(new SlotMove(old.keeper(), i, 1, seen ? Conversion.SEEN : Conversion.COPY));
                addSlots(moves, old, one, before.slots(old.keeper()), now.slots(i));
            }
        }
        if (now.counted()) {
            moves.add(SlotMove.copy(before.sizeOffset(), now.sizeOffset(), Long.BYTES));
        }
        return moves;
    }

    /** The value comes last in the slots of a function that keeps one. */
    private static void addSlots(List<SlotMove> moves, Bound old, Bound one, int from, int to) {
        int bytes = old.shape().stateBytes();
        if (one.shape().stateBytes() == bytes) {
            if (bytes > 0) {
                moves.add(SlotMove.copy(from, to, bytes));
            }
            return;
        }
        int rest = bytes - Long.BYTES;
        if (rest > 0) {
            moves.add(SlotMove.copy(from, to, rest));
        }
        moves.add(new SlotMove(from + rest, to + rest, Long.BYTES, Conversion.WIDEN));
    }

    private Bound old(int index) {
        return before.bound().get(members[index]);
    }
}
