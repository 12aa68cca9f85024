package io.tidemark.operator;

/**
 * A running operator. It sees rows and watermarks in order and nothing else: no clock, no batch, no other thread. What it must
 * remember it keeps in the tables and scalars of its {@link OperatorContext}; fields hold scratch only.
 */
public interface Operator extends RowConsumer, AutoCloseable {
    /**
     * Does a part of the work that a watermark made due: emission and freeing.
     *
     * @param budget greatest number of rows to emit or pages to free
     * @return how much was done; 0 means nothing is pending
     */
    default int work(int budget) {
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

    /** Forgets all scratch that mirrors state; called after a restore, before the next row. */
    default void restored() {}

    /** Frees native scratch. */
    @Override
    default void close() {}
}
