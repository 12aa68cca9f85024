package io.tidemark.operator;

/** Counts the rows of one operator. Engine thread only. */
public interface OperatorCounters {
    /** A row came in. */
    void rowIn();

    /** A row went on, or into state. */
    void rowAccepted();

    /** A row came out. */
    void rowOut();

    /** A row came in, was accepted and came out. */
    void rowPassed();

    /** A row entered some of its windows; the others were complete. */
    void rowPartlyLate();

    /** The event time of a row that goes on, in an operator that makes the watermark. */
    void eventTime(long eventTimeNs);

    /** The same row is not the latest one so far. */
    void earlierEventTime(long eventTimeNs);

    /** A row goes on without an event time, in an operator that makes the watermark. */
    void nullEventTime();

    /**
     * State as Apache Spark counts it, at the end of a batch.
     *
     * @param total groups in state
     * @param updated groups that a row of the batch entered
     * @param removed groups that the watermark removed
     * @param late groups of late rows, several rows of one group counted once
     */
    void groups(long total, long updated, long removed, long late);

    /** The watermark of the operator moved. */
    void watermark(long watermarkNs);
}
