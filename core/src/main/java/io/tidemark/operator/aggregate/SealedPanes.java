package io.tidemark.operator.aggregate;

import io.tidemark.operator.Scratch;
import io.tidemark.row.RowKind;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.GroupTimes;

/**
 * Brings out the groups of complete windows and frees their panes, in pieces. Sealed panes stand before all open ones, so the first pane
 * of the table is the one that is being worked on; the cursor is the last group that came out of it. Where windows share panes, the
 * sealed panes are merged ones, and the expired panes behind them are freed too.
 */
final class SealedPanes {
    /** Cursor of a pane whose groups are all out. */
    private static final long ALL_OUT = -1;

    private final GroupTimes times;
    private final StateTable table;
    private final StateTable expired;
    private final GroupOutput out;
    private final ScalarState cursor;

    @Scratch("found again by looking at the first pane")
    private boolean pending;

    SealedPanes(GroupParts parts) {
        this.times = parts.groups().times();
        this.table =
                parts.merged() == null ? parts.groups().table() : parts.merged().table();
        this.expired = parts.merged() == null ? null : parts.groups().table();
        this.out = parts.out();
        this.cursor = parts.context().state().scalar("emitted", 0);
    }

    /** Whether groups have to come out or pages to be freed. */
    boolean pending() {
        return pending;
    }

    /** A pane was sealed. */
    void added() {
        pending = true;
    }

    /** Brings out everything. */
    void workOff() {
        while (pending) {
            work(Integer.MAX_VALUE);
        }
    }

    /** Brings out up to {@code budget} groups, or frees as many pages. */
    int work(int budget) {
        int done = 0;
        while (pending && done < budget) {
            StatePane pane = table.firstPane();
            if (isSealed(pane)) {
                done += cursor.get() == ALL_OUT ? freeEmitted(pane, budget - done) : emit(pane, budget - done);
            } else if (expired != null && isSealed(expired.firstPane())) {
                expired.firstPane().free(budget - done);
                done++;
            } else {
                pending = false;
            }
        }
        return done;
    }

    /** Finds out again whether something is pending. */
    void restored() {
        pending = true;
    }

    private int emit(StatePane pane, int budget) {
        int done = 0;
        long at = cursor.get();
        long end = expired == null ? times.lastEnd(pane.id()) : pane.id();
        while (done < budget) {
            at = pane.next(at);
            if (at == 0) {
                cursor.set(ALL_OUT);
                return done;
            }
            cursor.set(at);
            out.emit(
                    end,
                    pane.keyAt(at),
                    pane.keyBytesAt(at),
                    pane.valueAt(at),
                    pane,
                    RowKind.INSERT,
                    pane.causeSource(),
                    pane.causePosition(),
                    pane.causeIngestTimeNs());
            done++;
        }
        return done;
    }

    private int freeEmitted(StatePane pane, int budget) {
        if (pane.free(budget)) {
            cursor.set(0);
        }
        return 1;
    }

    private static boolean isSealed(StatePane pane) {
        return pane != null && pane.sealed();
    }
}
