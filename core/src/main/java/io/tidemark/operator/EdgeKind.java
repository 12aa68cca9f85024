package io.tidemark.operator;

/** What the rows between two operators, or of a whole query, do to the result that they describe. */
public enum EdgeKind {
    /** Each row is final; nothing takes it back. */
    APPEND,
    /** A row replaces the earlier row of the same key, or removes it when it is a {@code DELETE}. */
    UPSERT,
    /** An earlier row is taken back, whole, before another takes its place. */
    RETRACT
}
