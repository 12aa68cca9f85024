package io.tidemark.peers;

import java.io.Serializable;

/** One event of a workload, as mutable fields: engines read them, generators write them. */
public final class Event implements Serializable {
    private static final long serialVersionUID = 1;

    /** Number of the event, or of the order in the joins. */
    public long id;
    /** Key of the windows. */
    public long key;
    /** Event time in milliseconds since 1970. */
    public long timeMillis;
    /** Value to aggregate, a multiple of 1/4. */
    public double amount;
    /** Whether this is a fill; else it is an order. Joins only. */
    public boolean fill;

    /** An event with all fields zero. */
    public Event() {}

    /** Takes over all fields of another event. */
    public Event set(Event other) {
        id = other.id;
        key = other.key;
        timeMillis = other.timeMillis;
        amount = other.amount;
        fill = other.fill;
        return this;
    }
}
