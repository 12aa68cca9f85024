package io.tidemark.operator.join;

import io.tidemark.row.RowView;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.JoinBounds.Side;

/** Inner and outer joins: each pair comes out, in the order of the event times of the rows that waited. */
final class PairMatching implements Matching {
    private final JoinSide own;
    private final JoinSide other;
    private final JoinBounds bounds;
    private final JoinOutput out;
    private final Evictions evictions;
    private final boolean exact;

    /**
     * A matching.
     *
     * @param exact whether rows are gone exactly when the watermark says so, however late they are removed
     */
    PairMatching(JoinSide own, JoinSide other, JoinBounds bounds, JoinOutput out, Evictions evictions, boolean exact) {
        this.own = own;
        this.other = other;
        this.bounds = bounds;
        this.out = out;
        this.evictions = evictions;
        this.exact = exact;
    }

    @Override
    public boolean match(RowView row, long timeNs) {
        if (!bounds.hasPartners(own.side(), timeNs)) {
            return false;
        }
        JoinBuffer waiting = other.buffer();
        JoinKey key = own.key();
        long last = bounds.lastPartner(own.side(), timeNs);
        boolean matched = false;
        long node = waiting.first(
                key.address(), key.length(), bounds.firstPartner(own.side(), timeNs), last, evictions.watermark(other));
        while (node != JoinBuffer.NONE) {
            if (isThere(node)) {
                evictions.settle();
                if (test(row, waiting.row(node))) {
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

    private boolean isThere(long node) {
        JoinBuffer waiting = other.buffer();
        if (!exact) {
            return !waiting.isHopeless(node);
        }
        return !other.bounded()
                || !JoinBounds.isGone(bounds.goneAt(other.side(), waiting.timeNs(node)), evictions.watermark(other));
    }

    private boolean test(RowView row, RowView partner) {
        return own.side() == Side.LEFT ? out.test(row, partner) : out.test(partner, row);
    }
}
