package io.tidemark.metrics;

import io.tidemark.operator.DropReason;
import java.util.Map;

/**
 * Rows of a source or operator in a {@link StreamingQueryProgress}, counted over all runs: {@code rowsIn = rowsAccepted + all drops}.
 *
 * @param uid its name
 * @param kind kind of operator, or {@code source}
 * @param rowsIn rows that came in
 * @param rowsAccepted rows that went on, or into state
 * @param rowsOut rows that came out
 * @param rowsPartlyLate rows accepted although some of their windows were complete
 * @param dropped rows dropped by reason; reasons without rows are absent
 * @param watermarkNs its watermark, or null
 */
public record OperatorFlow(
        String uid,
        String kind,
        long rowsIn,
        long rowsAccepted,
        long rowsOut,
        long rowsPartlyLate,
        Map<DropReason, Long> dropped,
        Long watermarkNs) {
    /** Copies the map. */
    public OperatorFlow {
        dropped = Map.copyOf(dropped);
    }
}
