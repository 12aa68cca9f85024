package io.tidemark.function;

import io.tidemark.expr.eval.CallSite;
import io.tidemark.expr.eval.Signature;

/**
 * An aggregate of the user's own. Its state is a fixed number of slots of 8 bytes for each group, kept with the groups of the query:
 * snapshots, recovery and memory limits cover it. Everything it remembers lies in these slots.
 *
 * <p>One object serves all groups of all queries, so it is immutable and has no field that changes. It does the same for the same
 * rows in the same order: no clock, no random number, no input from outside. It allocates nothing in {@link #add}, {@link #merge} and
 * {@link #result} if the query is to allocate nothing. What it throws stops the query with {@code FUNCTION_FAILED}.
 *
 * <p>A group may be built from parts. Each part takes its rows in the order in which they arrive; parts are merged in the order of
 * their event times, and rows of equal event time are in the same part. The result has to be the same for every such cut.
 */
public interface UserAggregate {
    /** Name under which it is called. */
    String name();

    /**
     * Version of what it computes, part of the plan's fingerprint: state another number when results or the meaning of slots change.
     * Stored state of another version is not read.
     */
    int version();

    /** Types to which the arguments are converted and type of the result, or null after {@link CallSite#refuse} or one of its kin. */
    Signature resolve(CallSite call);

    /** Number of slots, 0 to 512. */
    int slots();

    /** Prepares the slots of a new group, which are zeros. */
    default void init(AggregateSlots state) {
        // Zeros are a good beginning for most aggregates.
    }

    /**
     * Takes in a row.
     *
     * @param arguments the arguments, valid during the call; nulls are included
     */
    void add(AggregateSlots state, AggregateArguments arguments);

    /**
     * Takes in another part of the same group.
     *
     * @param state the part with the earlier event times
     * @param later the part with the later event times, only to be read
     */
    void merge(AggregateSlots state, AggregateSlots later);

    /**
     * Gives the result; nothing set means null.
     *
     * @param state the slots, only to be read; of a group without rows they are as {@link #init} left them
     */
    void result(AggregateSlots state, AggregateResult result);
}
