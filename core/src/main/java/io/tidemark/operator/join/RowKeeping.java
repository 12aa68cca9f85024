package io.tidemark.operator.join;

import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.Watermark;

/** Lets rows of one side wait in its buffer. */
final class RowKeeping implements Keeping {
    private final JoinParts parts;
    private final JoinSide own;
    private final JoinBounds bounds;
    private final ScalarState arrivals;

    RowKeeping(JoinParts parts, JoinSide own, ScalarState arrivals) {
        this.parts = parts;
        this.own = own;
        this.bounds = parts.bounds();
        this.arrivals = arrivals;
    }

    @Override
    public void keep(RowView row, boolean timed, long timeNs, boolean done) {
        if (done && parts.oneIsEnough()) {
            return;
        }
        boolean goes = own.bounded() && timed;
        long goneAtNs = goes ? bounds.goneAt(own.side(), timeNs) : Watermark.END;
        long watermarkNs = parts.evictions().watermark(own);
        boolean gone = goes && JoinBounds.isGone(goneAtNs, watermarkNs);
        if (gone && !storesGone(done)) {
            if (own.unmatchedComeOut() && !done) {
                parts.bringOutAlone(own, row);
            }
            return;
        }
        long arrival = arrivals.get();
        arrivals.set(arrival + 1);
        JoinBuffer buffer = own.buffer();
        JoinKey key = own.key();
        long node = buffer.add(
                key.address(),
                key.length(),
                timeNs,
                arrival,
                row,
                goes ? goneAtNs : JoinBuffer.NEVER,
                earliest(),
                watermarkNs);
        if (done && own.unmatchedComeOut()) {
            buffer.match(node);
        } else if (!timed && bounds.isRanged()) {
            buffer.giveUp(node);
        }
        if (parts.ledger() != null) {
            parts.ledger().stored();
        }
    }

    /** The first watermark at which a row that is not late can go, or none. */
    private long earliest() {
        long lateNs = own.canBeLate() ? parts.lateWatermark(own.side()) : Watermark.NONE;
        return lateNs == Watermark.NONE ? Watermark.NONE : bounds.goneAt(own.side(), lateNs);
    }

    /** Apache Spark stores rows that go in their own batch, but for right rows that nothing needs any more. */
    private boolean storesGone(boolean done) {
        return parts.spark() && (own.side() == JoinBounds.Side.LEFT || own.unmatchedComeOut() && !done);
    }
}
