package io.tidemark.operator.aggregate;

import io.tidemark.row.DataType;

/**
 * What an aggregate gives and needs.
 *
 * @param result type of the result
 * @param nullable whether the result can be null
 * @param stateBytes bytes of its slots, a multiple of 8; they start as zeros
 */
record AggregateShape(DataType result, boolean nullable, int stateBytes) {}
