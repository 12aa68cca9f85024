package io.tidemark.testkit;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.agrona.concurrent.NanoClock;

/** A clock that is moved by hand and never goes back. One thread. */
public final class ManualClock implements NanoClock {
    private final Instant start;
    private Instant now;

    /** A clock that shows this time until it is moved. */
    public ManualClock(Instant start) {
        this.start = Objects.requireNonNull(start, "start");
        this.now = start;
    }

    /**
     * Moves the clock forward.
     *
     * @throws TidemarkException {@code SETTING_INVALID} for a negative span
     */
    public void advance(Duration span) {
        Spans.nanos(span, "span");
        if (span.isNegative()) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The clock cannot be moved by " + span + ".",
                    "Move it forward; rows of the past are given with their times.");
        }
        now = now.plus(span);
    }

    /** The time that it shows. */
    public Instant instant() {
        return now;
    }

    /** The time since the start, in nanoseconds. */
    @Override
    public long nanoTime() {
        return Spans.nanos(Duration.between(start, now), "time since the start");
    }

    /** The time that it shows, in nanoseconds since 1970, as journals record it. */
    long epochNanos() {
        return Spans.nanos(Duration.between(Instant.EPOCH, now), "time since 1970");
    }
}
