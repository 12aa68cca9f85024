package io.tidemark.checkpoint;

import java.util.List;
import java.util.Map;

/**
 * A moment between two rows: all that belongs to a snapshot of state beside the state.
 *
 * @param positions for each source, in the order of the plan, the position of the last record that was read
 * @param order how much of the order journal belongs to it
 * @param output what was put out
 * @param drops the same for the journal of the rows dropped for a reason, by the name of the reason
 * @param last where the last row came from
 * @param counters figures of each source and operator, sources first
 */
public record Commit(
        List<Long> positions,
        Mark order,
        Mark output,
        Map<String, Mark> drops,
        LastRow last,
        List<List<Long>> counters) {
    /** Copies lists and map. */
    public Commit {
        positions = List.copyOf(positions);
        drops = Map.copyOf(drops);
        counters = counters.stream().map(List::copyOf).toList();
    }

    /**
     * A place in a journal that the query writes.
     *
     * @param sequence sequence of the last record, -1 when there is none
     * @param position position of that record, -1 when there is none or the journal has no positions
     */
    public record Mark(long sequence, long position) {
        /** Before the first record. */
        public static final Mark NONE = new Mark(-1, -1);
    }

    /**
     * Where a row came from.
     *
     * @param source ordinal of its source
     * @param position its position there
     * @param ingestTimeNs its ingest time
     */
    public record LastRow(int source, long position, long ingestTimeNs) {}
}
