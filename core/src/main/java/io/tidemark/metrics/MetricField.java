package io.tidemark.metrics;

/** The figures of an operator beside its drops, in the order of their counters. */
enum MetricField {
    IN,
    ACCEPTED,
    OUT,
    WATERMARK,
    STATE_ROWS,
    STATE_PANES,
    STATE_BYTES,
    PARTLY_LATE,
    GROUPS_TOTAL,
    GROUPS_UPDATED,
    GROUPS_REMOVED,
    GROUPS_LATE;

    private static final int COUNT = values().length;

    static int count() {
        return COUNT;
    }
}
