package io.tidemark.accumulator;

import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/**
 * Aggregates of a running operator. Their state lies in the value of a group, which starts as zeros, and in bytes of the store that
 * the value refers to. Made by {@link AggregateList#create}; the fields of implementations are final. Engine thread only.
 */
public interface Accumulator {
    /** Whether what the row adds fits the state; {@code false} drops the row before anything is changed. */
    default boolean fits(RowView row, int maxBytes) {
        return true;
    }

    /** Whether {@link #fits} has to be asked: what a row adds has no fixed size. */
    default boolean sized() {
        return false;
    }

    /**
     * Takes in a row.
     *
     * @param value address of the value of the group, ready to be written
     * @param store where the bytes of the group are
     */
    void add(RowView row, long value, BytesStore store);

    /**
     * Takes a row back that was taken in before. Only where the list was bound for an input that takes rows back.
     *
     * @param value address of the value of the group, ready to be written
     * @param store where the bytes of the group are
     */
    default void retract(RowView row, long value, BytesStore store) {
        throw new IllegalStateException("not bound for rows that are taken back");
    }

    /**
     * Takes in the state of another group of the same aggregates, which covers later event times. Groups are merged in the order of their
     * times, so the result is the same however rows were cut into them, up to the last digits of double sums. Both may have the same
     * store. The other group is only read and keeps its bytes: {@link #release} it where it goes.
     *
     * @param from address of the value of the other group
     * @param fromStore where the bytes of the other group are
     * @param to address of the value of this group, ready to be written
     * @param toStore where the bytes of this group are
     */
    void merge(long from, BytesStore fromStore, long to, BytesStore toStore);

    /**
     * Frees the bytes that a group owns. Its value is dead then: it may be freed, or made zeros. Not needed where the store frees all
     * bytes as a whole.
     *
     * @param value address of the value, only read
     */
    default void release(long value, BytesStore store) {
        // Most aggregates own no bytes.
    }

    /** Stores the results in their columns; a null result leaves its column null. Changes nothing in the group. */
    void write(long value, BytesStore store, RowWriter out);
}
