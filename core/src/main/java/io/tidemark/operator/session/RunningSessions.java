package io.tidemark.operator.session;

import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.state.SortedChain;
import io.tidemark.time.SessionTimes;
import io.tidemark.time.Watermark;

/**
 * The running aggregation by sessions: finds the sessions of the key that a row touches, makes one of them, and adds the row. What comes out
 * of that is the affair of {@link SessionResults}.
 */
final class RunningSessions implements ChainOperator {
    private static final int SESSIONS_PER_ROW = 16;

    private final SessionRows rows;
    private final Sessions sessions;
    private final SessionTimes times;
    private final SortedChain chain;
    private final SessionResults results;
    private final SessionOutput out;
    private final DueSessions due;
    private final SessionLedger ledger;
    private final ScalarState watermark;
    private final ScalarState forgotten;
    private final ScalarState longestGap;
    private final ScalarState opened;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final boolean own;
    private final boolean closes;
    private final boolean bounded;
    private final boolean followsWatermark;
    private final boolean deferred;
    private final boolean watermarkWaits;

    /**
     * An operator.
     *
     * @param bounded whether the plan says how long a gap can be
     * @param followsWatermark whether rows can be late
     * @param deferred whether complete sessions may be closed later
     * @param watermarkWaits whether nobody below looks at the watermark, while sessions come out later
     */
    RunningSessions(
            SessionParts parts, boolean bounded, boolean followsWatermark, boolean deferred, boolean watermarkWaits) {
        this.rows = parts.rows();
        this.sessions = parts.sessions();
        this.times = sessions.times();
        this.chain = sessions.chain();
        this.results = parts.results();
        this.out = parts.out();
        this.due = parts.due();
        this.ledger = parts.ledger();
        this.watermark = parts.watermark();
        this.forgotten = parts.forgotten();
        this.longestGap = parts.longestGap();
        this.context = parts.context();
        this.opened = context.state().scalar("opened", 0);
        this.counters = context.counters();
        this.next = parts.next();
        this.own = times.goesByOwn();
        this.closes = due != null;
        this.bounded = bounded;
        this.followsWatermark = followsWatermark;
        this.deferred = deferred;
        this.watermarkWaits = watermarkWaits;
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        if (closes && due.pending()) {
            due.work(SESSIONS_PER_ROW);
        }
        long watermarkNs = watermark.get();
        long endNs = rows.end(row, watermarkNs);
        if (endNs == SessionRows.DROPPED || !rows.encodeKey(row, watermarkNs)) {
            return;
        }
        long startNs = rows.start(row);
        if (!bounded && endNs - startNs > longestGap.get()) {
            longestGap.set(endNs - startNs);
        }
        long entry = sessions.table().find(rows.keyAddress(), rows.keyBytes());
        long touched = sessions.firstFrom(entry, startNs);
        long floorNs = floor(entry, watermarkNs);
        if (isLate(touched, startNs, endNs, floorNs, watermarkNs)) {
            if (ledger != null) {
                ledger.late(rows, startNs, endNs);
            }
            context.drop(row, DropReason.LATE, watermarkNs);
            return;
        }
        counters.rowAccepted();
        if (touched == Sessions.NONE || sessions.start(touched) > endNs) {
            open(row, key(entry, floorNs, watermarkNs), startNs, endNs);
        } else {
            extend(row, entry, touched, startNs, endNs);
        }
    }

    /** Rows of a key up to this time are late where they are in no open session: they would touch one that was closed. */
    private long floor(long entry, long watermarkNs) {
        if (entry == Sessions.NONE) {
            return forgottenFloor();
        }
        long closedNs = sessions.closedEnd(entry);
        return closedNs > forgotten.get() || sessions.hasOpen(entry, watermarkNs) ? closedNs : forgottenFloor();
    }

    /** The same for a key of which nothing is remembered. Without a bound of gaps a row may be in time however old it is. */
    private long forgottenFloor() {
        return bounded ? forgotten.get() : SessionTimes.NEVER;
    }

    private boolean isLate(long touched, long startNs, long endNs, long floorNs, long watermarkNs) {
        if (own) {
            return times.isComplete(endNs, watermarkNs);
        }
        if (touched == Sessions.NONE) {
            return startNs <= floorNs || times.isComplete(endNs, watermarkNs);
        }
        // A session that is complete and not yet out is closed all the same.
        return startNs <= floorNs
                || times.isComplete(sessions.end(touched), watermarkNs)
                || sessions.start(touched) > endNs && times.isComplete(endNs, watermarkNs);
    }

    /** The entry of the key of the row in hand, ready for its first session. */
    private long key(long known, long floorNs, long watermarkNs) {
        if (known != Sessions.NONE && sessions.hasOpen(known, watermarkNs)) {
            return known;
        }
        long entry = known == Sessions.NONE ? sessions.table().acquire(rows.keyAddress(), rows.keyBytes()) : known;
        sessions.setClosedEnd(entry, floorNs);
        return entry;
    }

    private void open(RowView row, long entry, long startNs, long endNs) {
        if (ledger != null) {
            ledger.touch(entry);
        }
        long number = opened.get();
        opened.set(number + 1);
        long session = sessions.open(entry, startNs, endNs, number);
        sessions.add(row, session, startNs, endNs);
        if (closes) {
            due.add(entry, session);
        }
        if (ledger != null) {
            ledger.opened(session);
        }
        results.opened(entry, session, row);
        results.changed(entry, session, true, row);
    }

    private void extend(RowView row, long entry, long session, long startNs, long endNs) {
        if (ledger != null) {
            ledger.touch(entry);
        }
        long later = chain.next(session);
        boolean merges = isTouched(later, endNs);
        if (merges) {
            for (long one = later; isTouched(one, endNs); one = chain.next(one)) {
                results.absorbing(entry, one, session, row);
            }
        }
        results.changing(entry, session, row);
        if (merges) {
            absorb(entry, session, endNs);
        }
        sessions.add(row, session, startNs, endNs);
        results.changed(entry, session, false, row);
    }

    private void absorb(long entry, long session, long endNs) {
        for (long one = chain.next(session); isTouched(one, endNs); one = chain.next(session)) {
            if (closes) {
                due.cancel(one);
            }
            if (ledger != null) {
                ledger.absorbed();
            }
            sessions.absorb(entry, session, one);
        }
    }

    private boolean isTouched(long session, long endNs) {
        return session != Sessions.NONE && sessions.start(session) <= endNs;
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        counters.watermark(watermarkNs);
        if (followsWatermark) {
            watermark.set(watermarkNs);
        }
        if (closes) {
            close(watermarkNs, cause);
        }
        if (!watermarkWaits) {
            long onward = times.outputWatermark(watermarkNs);
            if (onward != Watermark.NONE) {
                next.onWatermark(onward, cause);
            }
        }
    }

    private void close(long watermarkNs, RowView cause) {
        if (ledger != null) {
            ledger.rowsIn();
        }
        if (bounded || longestGap.get() > 0 || watermarkNs == Watermark.END) {
            forgotten.set(Math.max(forgotten.get(), times.forgotten(watermarkNs, longestGap.get())));
        }
        due.moved(cause);
        if (deferred) {
            due.work(SESSIONS_PER_ROW);
        } else {
            due.workOff();
        }
    }

    @Override
    public void onCut(RowView cause) {
        results.cut(cause);
        if (ledger != null) {
            ledger.endOfBatch();
        }
        next.onCut(cause);
    }

    @Override
    public int work(int budget) {
        return closes ? due.work(budget) : 0;
    }

    @Override
    public boolean evictsByTime() {
        return closes;
    }

    @Override
    public void restored() {
        if (closes) {
            due.restored();
        }
    }

    @Override
    public void close() {
        rows.close();
        out.close();
        if (ledger != null) {
            ledger.close();
        }
    }
}
