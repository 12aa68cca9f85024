package io.tidemark.engine;

import io.tidemark.operator.QueryWatermark;
import io.tidemark.plan.CompiledPlan;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.time.TimeSettings;

/**
 * The cuts of a running query: counts the rows since the last one, and makes them. Engine thread only. A record, so that the compiler trusts its fields.
 *
 * @param watermark the one watermark of the query, or null
 * @param rows counts the rows since the last cut
 * @param every rows after which a cut is made, 0 for never
 * @param counted whether rows since the last cut are counted: what comes out depends on cuts
 */
record Cuts(CompiledPlan plan, QueryWatermark watermark, ScalarState rows, long every, boolean counted) {

    /** The one watermark of a query that has one, which moves at its cuts, or null. */
    static QueryWatermark watermark(TimeSettings time, StateBackend state) {
        if (!time.oneForAll()) {
            return null;
        }
        ScalarState current = state.openScalar("engine", "watermark", time.initialWatermark());
        return new QueryWatermark(time, current, state.openScalar("engine", "due", time.initialWatermark()));
    }

    /** A row went down; tells whether a cut is to be made after it. */
    boolean dueAfterRow() {
        if (!counted) {
            return false;
        }
        long now = rows.get() + 1;
        rows.set(now);
        return now == every;
    }

    /** Whether rows were read since the last cut. */
    boolean hasUncutRows() {
        return rows.get() > 0;
    }

    /** Whether a cut without rows would bring out or remove something. */
    boolean due() {
        boolean due = false;
        boolean evicts = false;
        for (int i = 0; i < plan.operators().size(); i++) {
            due |= plan.operators().get(i).cutDue();
            evicts |= plan.operators().get(i).evictsByTime();
        }
        return due && evicts;
    }

    /** Makes a cut: what it makes due is done by the caller. */
    void make(RowView last) {
        rows.set(0);
        if (watermark != null) {
            watermark.beginCut();
        }
        plan.cut(last);
        if (watermark != null) {
            watermark.endCut();
        }
    }
}
