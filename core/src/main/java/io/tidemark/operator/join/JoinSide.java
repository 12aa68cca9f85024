package io.tidemark.operator.join;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.time.JoinBounds.Side;

/**
 * One side of a running join. A record, so that the compiler trusts its fields where the plan is a constant.
 *
 * @param side which one
 * @param time event time of its rows, or null when they have none
 * @param canBeLate whether rows are late by it
 * @param bounded whether rows go by the watermark
 * @param unmatchedComeOut whether a row without a partner comes out
 * @param filter what the condition says of its rows alone, or null
 * @param key key of the row in hand
 * @param buffer rows that wait
 * @param firstColumn first of its columns in a pair
 */
record JoinSide(
        Side side,
        LongEvaluator time,
        boolean canBeLate,
        boolean bounded,
        boolean unmatchedComeOut,
        BoolEvaluator filter,
        JoinKey key,
        JoinBuffer buffer,
        int firstColumn) {}
