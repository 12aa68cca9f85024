package io.tidemark.operator;

/** A node whose names and types are resolved: it knows its output and can make the running operator. */
public interface BoundOperator {
    /** Schema and times of the rows that come out. */
    StreamType output();

    /** Whether the operator keeps rows in state. */
    boolean stateful();

    /** Whether each row comes out with the row that causes it, in one go, so that no work is left for later ones. */
    default boolean emitsAtOnce() {
        return false;
    }

    /** One line for {@code explain()}: settings, state bound, what is watermarked. */
    String describe();

    /** How much state it keeps at most. */
    default StateBound stateBound() {
        return StateBound.NONE;
    }

    /** Makes the running operator. */
    Operator create(OperatorContext context, RowConsumer next);
}
