package io.tidemark.operator;

/** A node whose names and types are resolved: it knows its output and can make the running operator. */
public interface BoundOperator {
    /** Schema and times of the rows that come out. */
    StreamType output();

    /** Whether the operator keeps rows in state. */
    boolean stateful();

    /** Whether what a watermark makes due may come out over later rows, where {@link OperatorContext#deferEmission} allows it. */
    default boolean spreadsEmission() {
        return true;
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
