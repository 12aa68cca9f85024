package io.tidemark.metrics;

import io.tidemark.operator.DropReason;
import io.tidemark.time.Watermark;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Where a query stands: figures that the engine published at the end of one duty cycle.
 *
 * @param name name of the query
 * @param sources records of each source
 * @param operators operators from the sources down
 * @param sourcePositions position of the last record read from each source, or -1
 * @param outputRows rows that came out, those already in the output included
 * @param outputRowsSkipped rows that came out again after a restart and were in the output already
 * @param stateUsedBytes bytes of state
 * @param stateLimitBytes declared limit
 */
public record QueryProgress(
        String name,
        List<OperatorProgress> sources,
        List<OperatorProgress> operators,
        List<Long> sourcePositions,
        long outputRows,
        long outputRowsSkipped,
        long stateUsedBytes,
        long stateLimitBytes) {
    /** Copies the lists. */
    public QueryProgress {
        sources = List.copyOf(sources);
        sourcePositions = List.copyOf(sourcePositions);
        operators = List.copyOf(operators);
    }

    /** Records of the first source. */
    public OperatorProgress source() {
        return sources.get(0);
    }

    /** Position of the last record read from the first source, or -1. */
    public long sourcePosition() {
        return sourcePositions.get(0);
    }

    /** Records read from all sources. */
    public long rowsRead() {
        return sources.stream().mapToLong(OperatorProgress::rowsIn).sum();
    }

    /** Rows dropped for a reason, over all steps. */
    public long dropped(DropReason reason) {
        return sources.stream().mapToLong(one -> one.dropped(reason)).sum()
                + operators.stream().mapToLong(one -> one.dropped(reason)).sum();
    }

    /** Watermark of the last operator that has one, or null before the first row. */
    public Instant watermark() {
        Instant last = null;
        for (OperatorProgress operator : operators) {
            last = operator.watermark() != null ? operator.watermark() : last;
        }
        return last;
    }

    /** Panes in state, over all operators. */
    public long openPanes() {
        return operators.stream().mapToLong(OperatorProgress::statePanes).sum();
    }

    /** Rows in state, over all operators. */
    public long stateRows() {
        return operators.stream().mapToLong(OperatorProgress::stateRows).sum();
    }

    /**
     * Figures of one operator: {@code rowsIn = rowsAccepted + all drops}.
     *
     * @param uid name
     * @param rowsIn rows that came in
     * @param rowsAccepted rows that went on, or into state
     * @param rowsOut rows that came out
     * @param drops rows dropped by reason; reasons without rows are absent
     * @param watermarkNs watermark in nanoseconds since 1970, or {@link Watermark#NONE}
     * @param stateRows rows in state
     * @param statePanes panes in state
     * @param stateBytes bytes of state
     * @param rowsPartlyLate rows accepted although some of their windows were complete
     * @param groups state as Apache Spark counts it, all 0 unless the bundle asks for it
     */
    public record OperatorProgress(
            String uid,
            long rowsIn,
            long rowsAccepted,
            long rowsOut,
            Map<DropReason, Long> drops,
            long watermarkNs,
            long stateRows,
            long statePanes,
            long stateBytes,
            long rowsPartlyLate,
            GroupCounts groups) {
        /** Copies the map. */
        public OperatorProgress {
            drops = Map.copyOf(drops);
        }

        /** Rows dropped for a reason. */
        public long dropped(DropReason reason) {
            return drops.getOrDefault(reason, 0L);
        }

        /** The watermark, null before the first row; the end of time after a drain. */
        public Instant watermark() {
            if (watermarkNs == Watermark.NONE) {
                return null;
            }
            return Instant.ofEpochSecond(
                    Math.floorDiv(watermarkNs, 1_000_000_000L), Math.floorMod(watermarkNs, 1_000_000_000L));
        }
    }

    /**
     * State as Apache Spark counts it, at the end of the last batch.
     *
     * @param total groups in state
     * @param updated groups that rows of the batch entered
     * @param removed groups that the watermark removed
     * @param late groups of late rows
     */
    public record GroupCounts(long total, long updated, long removed, long late) {}
}
