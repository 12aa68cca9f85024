package io.tidemark.time;

/**
 * One condition on the event times of two rows that are joined: a bound of the right time less the left time.
 *
 * @param lower whether the difference is at least the offset ({@code true}) or at most
 * @param offsetNs the bound in nanoseconds
 * @param inclusive whether the difference may be the offset itself
 * @param key whether it stems from an equality of columns
 */
public record TimeBound(boolean lower, long offsetNs, boolean inclusive, boolean key) {
    /** {@code left + offset <= right}, or {@code <}. */
    public static TimeBound atLeast(long offsetNs, boolean inclusive) {
        return new TimeBound(true, offsetNs, inclusive, false);
    }

    /** {@code right <= left + offset}, or {@code <}. */
    public static TimeBound atMost(long offsetNs, boolean inclusive) {
        return new TimeBound(false, offsetNs, inclusive, false);
    }

    /** The lower or upper half of {@code left + offset = right}. */
    public static TimeBound ofKey(boolean lower, long offsetNs) {
        return new TimeBound(lower, offsetNs, true, true);
    }
}
