package io.tidemark.metrics;

/** The figures of a query as a whole, in the order of their counters. */
enum QueryField {
    STATE_USED("state used", CounterUnit.BYTES),
    STATE_LIMIT("state limit", CounterUnit.BYTES),
    OUTPUT_SEQUENCE("number of the last row out", CounterUnit.NUMBER),
    OUTPUT_SKIPPED("rows out that were there already", CounterUnit.ROWS),
    /** Odd while the counters are being published. */
    PUBLISHED("publications, odd during one", CounterUnit.NUMBER),
    /** Odd while a duty cycle runs. */
    CYCLES("halves of duty cycles", CounterUnit.NUMBER),
    /** Time of duty cycles that did work, from the sampled ones. */
    BUSY_NS("busy time", CounterUnit.NS),
    /** Rows of the duty cycles whose time was taken, with their weight. */
    BUSY_ROWS("rows of the cycles that were timed", CounterUnit.ROWS),
    /** Of the busy time that of checkpoints. */
    SNAPSHOT_NS("time of checkpoints on the engine thread", CounterUnit.NS),
    /** Time of the duty cycles in which appends to the sink were timed. */
    SINK_CYCLE_NS("time of the cycles with timed appends", CounterUnit.NS),
    /** Of it that of the appends. */
    SINK_NS("time of the timed appends", CounterUnit.NS),
    CHECKPOINT_NUMBER("last checkpoint", CounterUnit.NUMBER),
    CHECKPOINT_AT("time of the last checkpoint", CounterUnit.TIME_MS),
    CHECKPOINT_BYTES("bytes of the last checkpoint", CounterUnit.BYTES),
    CHECKPOINT_NS("time from begin to publication of the last checkpoint", CounterUnit.NS),
    CHECKPOINT_ROWS("rows out at the last checkpoint", CounterUnit.ROWS),
    CHECKPOINTS_FAILED("checkpoints not made", CounterUnit.NUMBER),
    /** Ordinal of the state of life, written by the engine. */
    LIFE("state of life", CounterUnit.NUMBER),
    /** Written by the monitor, as all below. */
    SAMPLED_AT("time of the last sample", CounterUnit.TIME_MS),
    FRESHNESS("freshness", CounterUnit.MS),
    BACKLOG_ROWS("backlog of all sources", CounterUnit.ROWS),
    PROGRESS_ROWS_LOST("rows of the progress journal not written", CounterUnit.ROWS),
    EVENTS_LOST("progress events not delivered", CounterUnit.NUMBER);

    private static final QueryField[] VALUES = values();

    private final String text;
    private final CounterUnit unit;

    QueryField(String text, CounterUnit unit) {
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

    static QueryField of(int ordinal) {
        return VALUES[ordinal];
    }
}
