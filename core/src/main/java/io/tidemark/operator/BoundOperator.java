package io.tidemark.operator;

/** A node whose names and types are resolved: it knows its output and can make the running operator. */
public interface BoundOperator {
    /** Schema and times of the rows that come out. */
    StreamType output();

    /**
     * Whether the operator keeps rows or groups in state that come out later or again, so that order and output mode concern it. A table that is only looked
     * up is none.
     */
    boolean stateful();

    /** One line for {@code explain()}: settings, state bound, what is watermarked. */
    String describe();

    /** How much state it keeps at most. */
    default StateBound stateBound() {
        return StateBound.NONE;
    }

    /** Makes the running operator. */
    Operator create(OperatorContext context, RowConsumer next);
}
