package io.tidemark.operator.watermark;

import io.tidemark.expr.Spans;
import java.time.Duration;

/**
 * Bounds on how far the event time of a row may lie from its recorded ingest time. Rows outside are dropped and counted, and do
 * not move the watermark: one wrong clock can then not make all honest rows late.
 *
 * @param maxFutureSkewNs greatest lead over the ingest time in nanoseconds, or {@link #UNBOUNDED}
 * @param maxAgeNs greatest lag behind the ingest time in nanoseconds, or {@link #UNBOUNDED}
 */
public record ClockGuard(long maxFutureSkewNs, long maxAgeNs) {
    /** No bound on this side. */
    public static final long UNBOUNDED = -1;
    /** No guard. */
    public static final ClockGuard NONE = new ClockGuard(UNBOUNDED, UNBOUNDED);

    /** Drops rows further ahead of their ingest time than {@code skew}. */
    public static ClockGuard maxFutureSkew(Duration skew) {
        return new ClockGuard(Spans.nanos(skew, "skew"), UNBOUNDED);
    }

    /** The same guard, which also drops rows further behind their ingest time than {@code age}. */
    public ClockGuard maxAge(Duration age) {
        return new ClockGuard(maxFutureSkewNs, Spans.nanos(age, "age"));
    }

    /** Whether some bound is set. */
    boolean isOn() {
        return maxFutureSkewNs != UNBOUNDED || maxAgeNs != UNBOUNDED;
    }

    /** Whether both bounds are absent or not negative. */
    boolean isValid() {
        return maxFutureSkewNs >= UNBOUNDED && maxAgeNs >= UNBOUNDED;
    }
}
