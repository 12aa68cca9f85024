package io.tidemark.operator.join;

import io.tidemark.row.RowView;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.JoinBounds.Side;

/** Inner and outer joins: each pair comes out, in the order of the event times of the rows that waited. */
final class PairMatching implements Matching {
    private final JoinBounds bounds;
    private final JoinOutput out;
    private final Evictions evictions;
    private final boolean exact;

    /**
     * A matching.
     *
     * @param exact whether rows are gone exactly when the watermark says so, however late they are removed
     */
    PairMatching(JoinBounds bounds, JoinOutput out, Evictions evictions, boolean exact) {
        this.bounds = bounds;
        this.out = out;
        this.evictions = evictions;
        this.exact = exact;
    }

    @Override
    public boolean match(JoinSide own, JoinSide other, RowView row, long timeNs, JoinKey key) {
        if (!bounds.hasPartners(own.side(), timeNs)) {
            return false;
        }
        JoinBuffer waiting = other.buffer();
        long last = bounds.lastPartner(own.side(), timeNs);
        boolean matched = false;
        long node = waiting.first(
                key.address(), key.length(), bounds.firstPartner(own.side(), timeNs), last, evictions.watermark(other));
        while (node != JoinBuffer.NONE) {
            if (isThere(other, node)) {
                evictions.settle();
                if (test(own.side(), row, waiting.row(node))) {
                    matched = true;
                    if (other.unmatchedComeOut()) {
                        waiting.match(node);
                    }
                    out.emitPair(row.source(), row.position(), row.ingestTimeNs());
                }
            }
            node = waiting.next(node, last);
        }
        return matched;
    }

    private boolean isThere(JoinSide side, long node) {
        JoinBuffer waiting = side.buffer();
        if (!exact) {
            return !waiting.isHopeless(node);
        }
        return !side.bounded()
                || !JoinBounds.isGone(bounds.goneAt(side.side(), waiting.timeNs(node)), evictions.watermark(side));
    }

    private boolean test(Side side, RowView row, RowView partner) {
        return side == Side.LEFT ? out.test(row, partner) : out.test(partner, row);
    }
}
