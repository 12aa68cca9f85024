package io.tidemark.function;

/** Takes the result of an aggregate: the setter that fits its type, at most once. */
public interface AggregateResult {
    /** Sets a bool. */
    void setBool(boolean value);

    /** Sets an int or long, a timestamp in nanoseconds since 1970, or the unscaled value of a decimal of up to 18 digits. */
    void setLong(long value);

    /** Sets a double. */
    void setDouble(double value);

    /** Sets the unscaled value of a decimal; it has to fit the digits of the type. */
    void setDecimal(long high, long low);
}
