package io.tidemark.expr;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.Duration;
import java.util.Objects;

/** Spans of time as nanoseconds. */
public final class Spans {
    private Spans() {}

    /**
     * Nanoseconds of a span.
     *
     * @param what name of the span for the message
     * @throws TidemarkException {@code LITERAL_INVALID} when it is longer than 292 years
     */
    public static long nanos(Duration span, String what) {
        try {
            return Objects.requireNonNull(span, what).toNanos();
        } catch (ArithmeticException e) {
            throw new TidemarkException(
                    ErrorCode.LITERAL_INVALID,
                    "The " + what + " of " + span + " is longer than 292 years, which nanoseconds in 64 bits hold.",
                    "Use a shorter one.",
                    e);
        }
    }
}
