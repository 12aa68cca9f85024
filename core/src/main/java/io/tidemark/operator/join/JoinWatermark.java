package io.tidemark.operator.join;

/** By which watermark rows of a join are late and go. */
public enum JoinWatermark {
    /** One, merged from both inputs: a row is late by it on either side. */
    MERGED,
    /**
     * Each input by its own: a row is late by the watermark of its input, and rows that wait go by the watermark of the input that they wait
     * for. An input that runs ahead then keeps little state; its own late rows are late even while the other lags.
     */
    PER_INPUT
}
