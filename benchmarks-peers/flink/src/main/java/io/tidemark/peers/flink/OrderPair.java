package io.tidemark.peers.flink;

/** A row of the join, reused from row to row. */
public final class OrderPair {
    /** Of the order. */
    public long id;
    /** Time of the order. */
    public long orderMillis;
    /** Time of the fill, -1 without one. */
    public long fillMillis;

    /** An empty row. */
    public OrderPair() {}

    OrderPair set(long newId, long newOrderMillis, long newFillMillis) {
        id = newId;
        orderMillis = newOrderMillis;
        fillMillis = newFillMillis;
        return this;
    }
}
