package io.tidemark.metrics;

/**
 * An operator with state in a {@link StreamingQueryProgress}.
 *
 * @param uid its uid
 * @param operatorName what Apache Spark calls such an operator, or its kind
 * @param numRowsTotal rows in state
 * @param numRowsUpdated groups that rows of the last batch entered where groups are counted as Apache Spark does; else rows accepted in the interval
 * @param numRowsRemoved rows that left the state in the interval
 * @param memoryUsedBytes bytes of state, index included
 * @param numRowsDroppedByWatermark rows dropped as late in the interval
 * @param numDroppedDuplicateRows rows dropped as duplicates in the interval
 * @param openPanes panes in state: windows, as a rule
 * @param openGroups groups in state, or null where the operator has no groups
 * @param oldestOpenNs least event time of what is open, or null
 * @param nextDeadlineNs watermark at which something is due next, or null
 * @param evictedRows rows that left the state since the start of the run
 * @param bytesPerRow bytes for each row in state, or null without rows
 */
public record StateOperatorProgress(
        String uid,
        String operatorName,
        long numRowsTotal,
        long numRowsUpdated,
        long numRowsRemoved,
        long memoryUsedBytes,
        long numRowsDroppedByWatermark,
        long numDroppedDuplicateRows,
        long openPanes,
        Long openGroups,
        Long oldestOpenNs,
        Long nextDeadlineNs,
        long evictedRows,
        Long bytesPerRow) {}
