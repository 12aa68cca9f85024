package io.tidemark.metrics;

/** What the value of a counter means. */
public enum CounterUnit {
    /** Rows or records. */
    ROWS("rows"),
    /** Groups. */
    GROUPS("groups"),
    /** Panes. */
    PANES("panes"),
    /** Bytes. */
    BYTES("bytes"),
    /** A moment in nanoseconds since 1970; the least value for none. */
    TIME_NS("ns since 1970"),
    /** A moment in milliseconds since 1970; 0 for none. */
    TIME_MS("ms since 1970"),
    /** A span in nanoseconds. */
    NS("ns"),
    /** A span in milliseconds; -1 where it is not known. */
    MS("ms"),
    /** A span in units of 1 048 576 nanoseconds. */
    SHIFTED_NS("1048576 ns"),
    /** Position in a journal; -1 for none. */
    POSITION("position"),
    /** Rows in a thousand seconds. */
    MILLI_ROWS_PER_SECOND("0.001 rows/s"),
    /** A number without a unit. */
    NUMBER("number");

    private final String text;

    CounterUnit(String text) {
        this.text = text;
    }

    /** As it stands in the label of a counter. */
    public String text() {
        return text;
    }

    /** The unit with this text, {@link #NUMBER} when there is none. */
    public static CounterUnit of(String text) {
        for (CounterUnit unit : values()) {
            if (unit.text.equals(text)) {
                return unit;
            }
        }
        return NUMBER;
    }
}
