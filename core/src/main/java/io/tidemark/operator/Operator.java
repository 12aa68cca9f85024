package io.tidemark.operator;

import io.tidemark.row.RowView;
import io.tidemark.time.Watermark;

/**
 * A running operator. It sees rows and watermarks in order and nothing else: no clock, no batch, no other thread. What it must
 * remember it keeps in the tables and scalars of its {@link OperatorContext}; fields hold scratch only.
 */
public interface Operator extends AutoCloseable {
    /** Takes the rows of one input; called once for each input when the plan is wired. */
    RowConsumer input(int ordinal);

    /**
     * Does a part of the work that a watermark made due: emission and freeing.
     *
     * @param budget greatest number of rows to emit or pages to free
     * @return how much was done; 0 means nothing is pending
     */
    default int work(int budget) {
        return 0;
    }

    /**
     * Removes a part of the state that counts as gone already. Nothing comes out, so unlike {@link #work} it need not be done before the next
     * row, and not at a cut; it is called when there is time.
     *
     * @param budget greatest number of entries to remove
     * @return how much was done; 0 means nothing is left
     */
    default int reclaim(int budget) {
        return 0;
    }

    /** Whether a cut without rows would move a watermark. */
    default boolean cutDue() {
        return false;
    }

    /** Whether the operator would bring out or remove something when the watermark moves, in a batch without rows. */
    default boolean evictsByTime() {
        return false;
    }

    /**
     * An input became idle or active again, see {@link OperatorContext#idle}: an operator that merges watermarks merges them anew.
     *
     * @param cause the last row before; only its origin may be used
     */
    default void inputsChanged(RowView cause) {}

    /** The watermark that the rows seen so far give, of an operator that makes one; else {@link Watermark#NONE}. */
    default long ownWatermark() {
        return Watermark.NONE;
    }

    /** Greatest event time seen, of an operator that makes a watermark; else {@link Watermark#NONE}. */
    default long greatestEventTimeNs() {
        return Watermark.NONE;
    }

    /** Number of rows in state, where that is not the number of entries of all tables and indexes; else -1: then those are counted. */
    default long stateRows() {
        return -1;
    }

    /** Least event time of what is open in state, where groups go by time; else {@link Watermark#NONE}. Cheap: asked after each duty cycle. */
    default long oldestOpenNs() {
        return Watermark.NONE;
    }

    /** Watermark at which something is due next, where that is not what the first of the operator's time indexes says; else {@link Watermark#NONE}. Cheap. */
    default long nextDeadlineNs() {
        return Watermark.NONE;
    }

    /** Forgets all scratch that mirrors state; called after a restore, before the next row. */
    default void restored() {}

    /** Frees native scratch. */
    @Override
    default void close() {}
}
