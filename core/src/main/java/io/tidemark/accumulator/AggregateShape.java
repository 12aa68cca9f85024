package io.tidemark.accumulator;

import io.tidemark.row.DataType;
import java.util.List;

/**
 * What an aggregate gives and needs.
 *
 * @param result type of the result
 * @param nullable whether the result can be null
 * @param stateBytes bytes of its slots, a multiple of 8; they start as zeros
 * @param more what a group can have beside its slots, for people: {@code 1000 values}; empty when nothing
 * @param parameters types to which the arguments are converted, one each; empty when they stay as they are
 */
record AggregateShape(DataType result, boolean nullable, int stateBytes, String more, List<DataType> parameters) {
    /** Copies the list. */
    AggregateShape {
        parameters = List.copyOf(parameters);
    }

    /** An aggregate that takes its arguments as they are. */
    AggregateShape(DataType result, boolean nullable, int stateBytes) {
        this(result, nullable, stateBytes, "", List.of());
    }

    /** An aggregate that takes its arguments converted. */
    AggregateShape(DataType result, boolean nullable, int stateBytes, List<DataType> parameters) {
        this(result, nullable, stateBytes, "", parameters);
    }
}
