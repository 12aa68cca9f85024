package io.tidemark.operator.join;

import io.tidemark.row.RowView;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.JoinBounds.Side;

/** Semi and anti joins: a left row needs one partner, then it waits no longer. A semi join brings it out, an anti join forgets it. */
final class SemiMatching implements Matching {
    private final JoinSide own;
    private final JoinSide other;
    private final JoinBounds bounds;
    private final JoinOutput out;
    private final Evictions evictions;
    private final JoinLedger ledger;
    private final boolean exact;
    private final boolean bringsOut;

    /**
     * A matching.
     *
     * @param exact whether rows are gone exactly when the watermark says so, however late they are removed
     * @param bringsOut whether the left row comes out when it has a partner
     */
    SemiMatching(
            JoinSide own,
            JoinSide other,
            JoinBounds bounds,
            JoinOutput out,
            Evictions evictions,
            JoinLedger ledger,
            boolean exact,
            boolean bringsOut) {
        this.own = own;
        this.other = other;
        this.bounds = bounds;
        this.out = out;
        this.evictions = evictions;
        this.ledger = ledger;
        this.exact = exact;
        this.bringsOut = bringsOut;
    }

    @Override
    public boolean match(RowView row, long timeNs) {
        if (!bounds.hasPartners(own.side(), timeNs)) {
            return false;
        }
        JoinBuffer waiting = other.buffer();
        JoinKey key = own.key();
        long last = bounds.lastPartner(own.side(), timeNs);
        long node = waiting.first(
                key.address(), key.length(), bounds.firstPartner(own.side(), timeNs), last, evictions.watermark(other));
        while (node != JoinBuffer.NONE) {
            long next = waiting.next(node, last);
            if (isThere(other, node)) {
                RowView partner = waiting.row(node);
                if (own.side() == Side.LEFT && out.test(row, partner)) {
                    bringOut(own, row, row);
                    return true;
                } else if (own.side() == Side.RIGHT && out.test(partner, row)) {
                    bringOut(other, partner, row);
                    if (ledger != null) {
                        ledger.removedOrNeverStored(waiting.arrival(node), true);
                    }
                    waiting.remove(node);
                }
            }
            node = next;
        }
        return false;
    }

    private void bringOut(JoinSide left, RowView row, RowView cause) {
        if (bringsOut) {
            out.emitAlone(row, left.firstColumn(), cause.source(), cause.position(), cause.ingestTimeNs());
        }
    }

    private boolean isThere(JoinSide side, long node) {
        return !exact
                || !side.bounded()
                || !JoinBounds.isGone(
                        bounds.goneAt(side.side(), side.buffer().timeNs(node)), evictions.watermark(side));
    }
}
