package io.tidemark;

/** When a query ends by itself. */
public enum Trigger {
    /** Never: it waits for further rows until it is closed or drained. */
    CONTINUOUS,
    /** After what is in its source when it starts; windows that are still open then stay open. */
    AVAILABLE_NOW,
    /** Never, and cuts are made by hand alone: for tests and tools that decide where a batch ends. */
    MANUAL;

    /** {@link #CONTINUOUS}. */
    public static Trigger continuous() {
        return CONTINUOUS;
    }

    /** {@link #AVAILABLE_NOW}. */
    public static Trigger availableNow() {
        return AVAILABLE_NOW;
    }

    /** {@link #MANUAL}. */
    public static Trigger manual() {
        return MANUAL;
    }
}
