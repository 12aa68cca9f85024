package io.tidemark.operator.dedup;

import java.util.Objects;

/**
 * Which row of a key counts. Where two rows are equal in this, the one that arrived first does.
 *
 * @param rule the rule
 * @param version name of the version column of {@link Rule#GREATEST}, else empty
 */
public record Keep(Rule rule, String version) {
    /** The first to arrive; it comes out at once. */
    public static final Keep FIRST_ARRIVAL = new Keep(Rule.FIRST_ARRIVAL, "");
    /** The one with the earliest event time. */
    public static final Keep EARLIEST_EVENT = new Keep(Rule.EARLIEST_EVENT, "");
    /** The one with the latest event time. */
    public static final Keep LATEST_EVENT = new Keep(Rule.LATEST_EVENT, "");

    /** The rules. */
    public enum Rule {
        /** The first to arrive. */
        FIRST_ARRIVAL,
        /** The earliest event time. */
        EARLIEST_EVENT,
        /** The latest event time. */
        LATEST_EVENT,
        /** The greatest value of a column. */
        GREATEST
    }

    /** Checks that nothing is null. */
    public Keep {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(version, "version");
    }

    /** The one with the greatest value in a column of any type; a null is below all values, a NaN above. */
    public static Keep greatest(String version) {
        return new Keep(Rule.GREATEST, version);
    }

    /** Whether a later row can take the place of an earlier one. */
    boolean replaces() {
        return rule != Rule.FIRST_ARRIVAL;
    }

    @Override
    public String toString() {
        return rule + (version.isEmpty() ? "" : "(" + version + ")");
    }
}
