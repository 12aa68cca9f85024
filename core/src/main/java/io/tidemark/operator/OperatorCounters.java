package io.tidemark.operator;

/** Counts the rows of one operator. Engine thread only. */
public interface OperatorCounters {
    /** A row came in. */
    void rowIn();

    /** A row went on, or into state. */
    void rowAccepted();

    /** A row came out. */
    void rowOut();

    /** The watermark of the operator moved. */
    void watermark(long watermarkNs);
}
