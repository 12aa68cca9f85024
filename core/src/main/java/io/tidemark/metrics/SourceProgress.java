package io.tidemark.metrics;

/**
 * A source in a {@link StreamingQueryProgress}. Figures without an interval are those of the moment; totals count from the start of the run.
 *
 * @param name name of the source in the plan
 * @param description name of its journal
 * @param startOffset position up to which it had been read before the interval, or null
 * @param endOffset position up to which it has been read, or null
 * @param latestOffset position of the last record in the journal, or null where it is not known
 * @param numInputRows records read in the interval
 * @param inputRowsPerSecond of wall time
 * @param processedRowsPerSecond of the time in which the engine worked
 * @param totalInputRows records read in all, those of earlier runs included
 * @param backlogRows records in the journal that were not read, or null where the journal cannot tell
 * @param backlogBytes bytes of them, or null
 * @param oldestUnreadAgeMs age of the first of them, 0 when there is none, or null
 * @param uncommittedRows records that were read and are not in a checkpoint: a restart reads them again; null without checkpoints
 * @param arrivalRowsPerSecond records that came into the journal, whoever reads them, or null
 * @param throttledMs time in which it was held back because its watermark is too far ahead, in all
 * @param idle whether it is declared idle and holds no watermark back
 * @param idleSinceMs how long nothing was read and nothing was there to read, seen at samples; null while it is not so
 * @param watermarkNs its watermark, or null where it has none
 * @param holdsWatermark whether no other source that is not idle has a lower one; false with one source
 * @param lateRows rows of it that were late, in all
 * @param nullTime rows without an event time, in all
 * @param futureQuarantined rows that the clock guard kept away, in all
 */
public record SourceProgress(
        String name,
        String description,
        Long startOffset,
        Long endOffset,
        Long latestOffset,
        long numInputRows,
        double inputRowsPerSecond,
        double processedRowsPerSecond,
        long totalInputRows,
        Long backlogRows,
        Long backlogBytes,
        Long oldestUnreadAgeMs,
        Long uncommittedRows,
        Double arrivalRowsPerSecond,
        long throttledMs,
        boolean idle,
        Long idleSinceMs,
        Long watermarkNs,
        boolean holdsWatermark,
        long lateRows,
        long nullTime,
        long futureQuarantined) {}
