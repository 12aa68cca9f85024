package io.tidemark.operator;

import java.util.List;

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

    /**
     * What gives its state a meaning, by which a restart under another plan judges whether the state is still right. An operator that keeps state and says
     * nothing is compared as a whole.
     *
     * @param lineage what the columns of its inputs are
     */
    default List<Trait> traits(Lineage lineage) {
        return List.of();
    }

    /**
     * What the columns that come out are, in order, where they are those of the input or expressions over them; empty texts for those that are results of the
     * operator, an empty list if all are.
     *
     * @param lineage what the columns of its inputs are
     */
    default List<String> origins(Lineage lineage) {
        return List.of();
    }

    /**
     * How state that the same operator built under another plan gets into the layout of this one. Asked only when the traits say that the state keeps its
     * meaning.
     *
     * @param before the operator of the other plan
     * @param members for each {@link Trait.Rule#MEMBER} of this operator, the index of the same one of {@code before}, or -1
     * @param sameEmission whether {@link OperatorContext#deferEmission} is what it was
     */
    default StateMigration migration(BoundOperator before, int[] members, boolean sameEmission) {
        return StateMigration.asItIs();
    }

    /** Makes the running operator. */
    Operator create(OperatorContext context, RowConsumer next);
}
