package io.tidemark.function;

/**
 * The slots of a group, 8 bytes each, counted from 0. A slot holds a long or a double. Valid during the call it was handed to.
 *
 * <p>A slot that was not declared throws {@code IndexOutOfBoundsException}; writing where state is only to be read throws
 * {@code IllegalStateException}.
 */
public interface AggregateSlots {
    /** The slot as a long. */
    long getLong(int slot);

    /** Sets the slot to a long. */
    void putLong(int slot, long value);

    /** The slot as a double. */
    double getDouble(int slot);

    /** Sets the slot to a double. */
    void putDouble(int slot, double value);
}
