package io.tidemark.operator.join;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.row.RowView;

/**
 * The rows of one side as they come: each is refused, or comes out alone at once, or meets those of the other side that wait and then waits itself.
 * A node for each side, so that the compiler knows which one it is.
 */
final class SideRows implements SideInput {
    private static final int ROWS_PER_ROW = 16;

    private final JoinParts parts;
    private final JoinSide own;
    private final JoinLedger ledger;
    private final Evictions evictions;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final Matching matching;
    private final Keeping keeping;

    SideRows(JoinParts parts, JoinSide own, Matching matching, Keeping keeping) {
        this.parts = parts;
        this.own = own;
        this.ledger = parts.ledger();
        this.evictions = parts.evictions();
        this.context = parts.context();
        this.counters = context.counters();
        this.matching = matching;
        this.keeping = keeping;
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        if (!parts.spark() && evictions.pending()) {
            evictions.work(ROWS_PER_ROW);
        }
        boolean timed = own.time() != null && !own.time().isNull(row);
        long timeNs = timed ? own.time().getLong(row) : 0;
        long watermarkNs = parts.lateWatermark(own.side());
        DropReason hopeless = hopeless(row, timed);
        if (hopeless != null && !own.unmatchedComeOut()) {
            context.drop(row, hopeless, watermarkNs);
        } else if (timed && own.canBeLate() && parts.time().isLate(timeNs, watermarkNs)) {
            if (ledger != null) {
                ledger.late();
            }
            context.drop(row, DropReason.LATE, watermarkNs);
        } else if (hopeless != null && !waits(hopeless)) {
            counters.rowAccepted();
            parts.bringOutAlone(own, row);
        } else if (!own.buffer().fits(row, own.key().length())) {
            context.drop(row, DropReason.TOO_LARGE, watermarkNs);
        } else {
            counters.rowAccepted();
            keeping.keep(row, timed, timeNs, hopeless == null && matching.match(row, timeNs));
        }
    }

    /** Why a row can have no partner, or null. Writes its key if what the condition says of the row alone is true. */
    private DropReason hopeless(RowView row, boolean timed) {
        if (own.filter() != null && own.filter().test(row) != BoolEvaluator.TRUE) {
            return DropReason.FILTERED;
        } else if (!own.key().write(row) && !parts.nullsMatch()) {
            return DropReason.NULL_KEY;
        }
        return timed || !parts.bounds().isRanged() ? null : DropReason.NULL_TIME;
    }

    /** Whether a row that can have no partner comes out with the watermark and not at once. */
    private boolean waits(DropReason hopeless) {
        return hopeless == DropReason.NULL_KEY && parts.nullKeysWait()
                || hopeless == DropReason.NULL_TIME && parts.spark();
    }
}
