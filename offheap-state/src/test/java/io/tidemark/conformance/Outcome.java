package io.tidemark.conformance;

import io.tidemark.row.Schema;
import java.time.Instant;
import java.util.List;

/**
 * What a query did.
 *
 * @param columns columns of its output, or null when it was refused before it had any
 * @param entries the batches that ran
 * @param failure what ended it, or null
 */
record Outcome(Schema columns, List<Entry> entries, Failure failure) {
    /**
     * A batch that ran.
     *
     * @param label {@code input 0}, {@code input 1} and so on, or {@code no data}
     * @param watermark the watermark during the batch, or null
     * @param rows rows that came out
     * @param state one item for each step with state
     */
    record Entry(String label, Instant watermark, List<List<Object>> rows, List<State> state) {}

    /**
     * Counts of a step with state.
     *
     * @param operator name of the case's operator
     * @param total entries in state after the batch
     * @param updated entries that the batch wrote
     * @param removed entries that the watermark removed
     * @param dropped late input
     */
    record State(String operator, long total, long updated, long removed, long dropped) {}

    /**
     * What ended a query.
     *
     * @param at {@code start}, or {@code input 0} and so on
     * @param cause the exception
     */
    record Failure(String at, RuntimeException cause) {}

    static String input(int number) {
        return "input " + number;
    }

    static String noData() {
        return "no data";
    }
}
