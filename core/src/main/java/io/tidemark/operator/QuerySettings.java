package io.tidemark.operator;

/**
 * Settings that change what a plan means. All are part of its fingerprint.
 *
 * @param ansi whether overflow, division by zero and casts that fail are errors ({@code true}) or give null
 */
public record QuerySettings(boolean ansi) {
    /** The defaults: errors, not nulls. */
    public static QuerySettings defaults() {
        return new QuerySettings(true);
    }
}
