package io.tidemark.function;

import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * A function of the user's own over the rows of each key, with state and timers. What it remembers lies in the values of its
 * {@link StateLayout}: snapshots, recovery and memory limits cover them.
 *
 * <p>One object serves all keys, so no field of it changes once it is made. It does the same for the same rows in the same order: no clock, no
 * random number, no input from outside. It allocates nothing if the query is to allocate nothing. What it throws stops the query with
 * {@code FUNCTION_FAILED}. Views and contexts are valid during the call.
 */
public interface KeyedFunction {
    /** Name of the function. */
    String name();

    /**
     * Version of what it computes, part of the plan's fingerprint: state another number when results or the meaning of state change. Stored
     * state of another version is not read.
     */
    int version();

    /** The values it keeps for each key; always the same object. */
    StateLayout state();

    /** Columns of the rows it brings out. */
    Schema output();

    /**
     * Name of the output column that is the event time of what comes out, so that windows can follow; empty for none. Such a row may
     * not be late by the watermark that was handed on: {@code ROW_BEFORE_WATERMARK}.
     */
    default String eventTime() {
        return "";
    }

    /** Takes a row that is in time. */
    void onRow(RowView row, KeyContext key, RowOutput out);

    /**
     * A timer of a key came: every row with an event time up to {@code timeNs} is in.
     *
     * @param timeNs time for which it was set, nanoseconds since 1970
     */
    default void onTimer(long timeNs, KeyContext key, RowOutput out) {
        // A function without timers.
    }
}
