package io.tidemark.metrics;

/** The figures of an operator or source beside its drops, in the order of their counters. What a unit means stands in the label of the counter. */
enum MetricField {
    IN("rows in", CounterUnit.ROWS),
    ACCEPTED("rows accepted", CounterUnit.ROWS),
    OUT("rows out", CounterUnit.ROWS),
    WATERMARK("watermark", CounterUnit.TIME_NS),
    STATE_ROWS("rows in state", CounterUnit.ROWS),
    STATE_PANES("panes in state", CounterUnit.PANES),
    STATE_BYTES("bytes of state", CounterUnit.BYTES),
    PARTLY_LATE("rows partly late", CounterUnit.ROWS),
    GROUPS_TOTAL("groups in state at the last cut", CounterUnit.GROUPS),
    GROUPS_UPDATED("groups updated in the last batch", CounterUnit.GROUPS),
    GROUPS_REMOVED("groups removed in the last batch", CounterUnit.GROUPS),
    GROUPS_LATE("groups of late rows in the last batch", CounterUnit.GROUPS),
    /** Rows that left the state since the start. */
    STATE_REMOVED("rows removed from state", CounterUnit.ROWS),
    /** Least event time of what is open in state. */
    OLDEST_OPEN("oldest open event time", CounterUnit.TIME_NS),
    /** The watermark at which something is due next. */
    NEXT_DEADLINE("next deadline", CounterUnit.TIME_NS),
    /** Rows that went on without an event time. */
    UNTIMED_ROWS("rows out without event time", CounterUnit.ROWS),
    /** Greatest event time seen. */
    TIME_GREATEST("greatest event time", CounterUnit.TIME_NS),
    /** Their event times, each shifted right by {@link OperatorMetrics#TIME_SHIFT}, added up; may wrap around. */
    TIME_SUM("sum of event times", CounterUnit.SHIFTED_NS),
    /** Least event time of the interval. */
    TIME_MIN("least event time of the interval", CounterUnit.TIME_NS),
    /** Greatest event time of the rows of the interval that were not the latest so far. */
    TIME_MAX("greatest of the earlier event times of the interval", CounterUnit.TIME_NS),
    /** Of a source: rows of it that were late anywhere below, since the start. */
    LATE_BELOW("rows late below", CounterUnit.ROWS),
    /** Of a source: rows of it without an event time. */
    NULL_TIME_BELOW("rows without event time below", CounterUnit.ROWS),
    /** Of a source: rows of it that the clock guard kept away. */
    FUTURE_BELOW("rows from the future below", CounterUnit.ROWS);

    private static final MetricField[] VALUES = values();

    private final String text;
    private final CounterUnit unit;

    MetricField(String text, CounterUnit unit) {
        this.text = text;
        this.unit = unit;
    }

    String text() {
        return text;
    }

    CounterUnit unit() {
        return unit;
    }

    static int count() {
        return VALUES.length;
    }

    static MetricField of(int ordinal) {
        return VALUES[ordinal];
    }
}
