package io.tidemark.function;

import io.tidemark.expr.eval.Decimal128;
import io.tidemark.row.BytesView;

/** The arguments of an aggregate for one row, counted from 0, in the types of its signature. Valid during the call. */
public interface AggregateArguments {
    /** Whether an argument is null; then its value is undefined. */
    boolean isNull(int argument);

    /** Value of a bool. */
    boolean getBool(int argument);

    /** Value of an int or long, or a timestamp in nanoseconds since 1970. */
    long getLong(int argument);

    /** Value of a double. */
    double getDouble(int argument);

    /** Copies the unscaled value of a decimal. */
    void getDecimal(int argument, Decimal128 value);

    /** Points {@code view} at the bytes of a text or binary and returns it. */
    BytesView getBytes(int argument, BytesView view);

    /** Position of the row in its journal, or of the row that caused it: the order of arrival. */
    long position();
}
