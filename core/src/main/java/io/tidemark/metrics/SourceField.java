package io.tidemark.metrics;

/** The figures that sources alone have, in the order of their counters. */
enum SourceField {
    POSITION("position", CounterUnit.POSITION),
    /** 1 while the source is declared idle. */
    IDLE("idle", CounterUnit.NUMBER),
    /** Time in which the source was held back. */
    THROTTLED_NS("time held back", CounterUnit.NS),
    /** Position in the last checkpoint. */
    COMMITTED("position in the last checkpoint", CounterUnit.POSITION),
    /** Written by the monitor, as all below. */
    BACKLOG_ROWS("backlog", CounterUnit.ROWS),
    BACKLOG_BYTES("bytes of the backlog", CounterUnit.BYTES),
    OLDEST_UNREAD("age of the oldest unread", CounterUnit.MS),
    ARRIVAL_RATE("arrival rate", CounterUnit.MILLI_ROWS_PER_SECOND);

    private static final SourceField[] VALUES = values();

    private final String text;
    private final CounterUnit unit;

    SourceField(String text, CounterUnit unit) {
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

    static SourceField of(int ordinal) {
        return VALUES[ordinal];
    }
}
