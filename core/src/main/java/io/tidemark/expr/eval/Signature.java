package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.List;

/**
 * How a function is used at one place.
 *
 * @param parameters types to which the arguments are converted, one each
 * @param result type of the result
 * @param nullable whether the result can be null
 */
public record Signature(List<DataType> parameters, DataType result, boolean nullable) {
    /** Copies the list. */
    public Signature {
        parameters = List.copyOf(parameters);
    }
}
