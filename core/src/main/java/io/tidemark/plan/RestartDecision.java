package io.tidemark.plan;

import java.util.Locale;

/** What becomes of the state of an operator, or of another part of a query, whose plan changed. */
public enum RestartDecision {
    /** It is used as it is. */
    KEEP,
    /** The old plan runs to its end first: everything comes out, then the new one starts empty. */
    DRAIN,
    /** It is dropped and starts empty. */
    DISCARD,
    /** It stays stored for a plan that has the operator again. */
    KEEP_PARKED,
    /** It is built anew from the journals. */
    REBUILD;

    /** As it is printed: {@code keep parked}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
