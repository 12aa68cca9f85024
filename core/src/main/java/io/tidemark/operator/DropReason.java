package io.tidemark.operator;

/** Why a row went no further. Every dropped row has exactly one reason. The ordinal is stored: never reorder. */
public enum DropReason {
    /** The record could not be decoded, or its time cannot be put into a window. */
    INVALID,
    /** The event time is null. */
    NULL_TIME,
    /** The event time lies too far after the ingest time. */
    FUTURE,
    /** The event time lies too far before the ingest time. */
    ANCIENT,
    /** Every window of the row was already final. */
    LATE,
    /** A filter was not true for the row. */
    FILTERED,
    /** Key and state of the row do not fit a state page. */
    TOO_LARGE,
    /** The time lies between two windows. */
    NO_WINDOW,
    /** A row with this key came before. */
    DUPLICATE,
    /** A row with this key and other content came before. */
    CONFLICTING,
    /** A key of a join is null, so no row can match. */
    NULL_KEY,
    /** The gap of a session is null or not positive. */
    INVALID_GAP,
    /** No row of the other side belongs to this one. */
    NO_PARTNER;

    private static final DropReason[] VALUES = values();

    /** The reason with this ordinal. */
    public static DropReason of(int ordinal) {
        return VALUES[ordinal];
    }

    /** Number of reasons. */
    public static int count() {
        return VALUES.length;
    }
}
