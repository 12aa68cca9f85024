package io.tidemark.operator.join;

import io.tidemark.operator.InputMerge;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.TimeSettings;

/**
 * What a running join consists of.
 *
 * @param ledger counts as Apache Spark does, or null
 * @param perInput whether each side goes by the watermark of the other input
 * @param hasWatermark whether some input has a watermark
 * @param carriesLeft whether the result carries the watermark on the time of the left side
 * @param carriesRight the same for the right side
 * @param oneIsEnough whether a left row is done with its first partner
 * @param nullsMatch whether null keys equal each other
 * @param nullKeysWait whether rows with null keys come out with the watermark and not at once
 */
record JoinParts(
        JoinSide left,
        JoinSide right,
        JoinBounds bounds,
        JoinOutput out,
        Evictions evictions,
        JoinLedger ledger,
        InputMerge inputs,
        TimeSettings time,
        boolean perInput,
        boolean hasWatermark,
        boolean carriesLeft,
        boolean carriesRight,
        boolean oneIsEnough,
        boolean nullsMatch,
        boolean nullKeysWait,
        OperatorContext context,
        RowConsumer next) {

    /** Whether the join does what Apache Spark does. */
    boolean spark() {
        return ledger != null;
    }

    /** Brings a row out at once that can have no partner. */
    void bringOutAlone(JoinSide own, RowView row) {
        evictions.settle();
        out.emitAlone(row, own.firstColumn(), row.source(), row.position(), row.ingestTimeNs());
    }

    /** Watermark by which rows of a side are late. */
    long lateWatermark(Side side) {
        return perInput ? inputs.of(side.ordinal()) : inputs.merged();
    }

    /** Whether the result carries the watermark on the time of a side. */
    boolean carries(Side side) {
        return side == Side.LEFT ? carriesLeft : carriesRight;
    }
}
