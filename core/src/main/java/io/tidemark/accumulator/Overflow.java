package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;

/** The error of a sum that leaves the range of its type. */
final class Overflow {
    private Overflow() {}

    static TidemarkException error(AccumulatorSite site) {
        return new TidemarkException(new Problem(
                ErrorCode.ARITHMETIC_OVERFLOW,
                site.uid(),
                site.call(),
                "The result does not fit " + site.shape().result() + ".",
                "Cast the argument to a wider type, or switch to the lenient mode."));
    }
}
