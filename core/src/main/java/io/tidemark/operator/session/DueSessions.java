package io.tidemark.operator.session;

import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.Scratch;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.ScalarState;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.SessionTimes;

/**
 * Closes the sessions that are complete, in pieces, by end and then by number, and forgets keys. Nothing that a row or an operator below
 * sees depends on when a piece is done.
 *
 * <p>Each session has one record in an index by end, from when it was opened. When that comes up and the session has grown, it goes in again
 * with the new end. Records of equal end then come up in an order that depends on the pieces, so they are put in order once more, by
 * number, before the first of them is closed.
 */
final class DueSessions {
    private final Sessions sessions;
    private final SessionTimes times;
    private final EntryTable table;
    private final SessionResults results;
    private final SessionLedger ledger;
    private final Tickets tickets;
    private final Causes causes;
    private final TimeIndex ends;
    /** Tickets of sessions that are complete and have one end, by number. */
    private final TimeIndex ties;
    /** Keys without sessions, by the end of their last. */
    private final TimeIndex keys;

    private final ScalarState watermark;
    private final ScalarState forgotten;

    @Scratch("found again by looking at the indexes")
    private boolean pending;

    /**
     * What is due.
     *
     * @param ledger counts as Apache Spark does, or null
     * @param watermark watermark of the operator
     * @param forgotten ends up to this time are forgotten
     */
    DueSessions(
            Sessions sessions,
            SessionResults results,
            SessionLedger ledger,
            OperatorContext context,
            ScalarState watermark,
            ScalarState forgotten) {
        this.sessions = sessions;
        this.times = sessions.times();
        this.table = sessions.table();
        this.results = results;
        this.ledger = ledger;
        this.tickets = new Tickets(table);
        this.causes = new Causes(times, table, context.state().timeIndex("causes"));
        this.ends = context.state().timeIndex("ends");
        this.ties = context.state().timeIndex("ties");
        this.keys = context.state().timeIndex("keys");
        this.watermark = watermark;
        this.forgotten = forgotten;
    }

    /** A session was opened. */
    void add(long entry, long session) {
        long ticket = tickets.issue(entry, session);
        ends.add(sessions.end(session), ticket);
        sessions.setTicket(session, ticket);
    }

    /** A session is about to become part of another. */
    void cancel(long session) {
        tickets.cancel(sessions.ticket(session));
    }

    /** The watermark moved. */
    void moved(RowView cause) {
        if (isDue(ends)) {
            causes.add(watermark.get(), cause);
            pending = true;
        } else if (hasForgotten()) {
            pending = true;
        }
    }

    /** Whether something has to be done. */
    boolean pending() {
        return pending;
    }

    /** Does everything. */
    void workOff() {
        while (pending) {
            work(Integer.MAX_VALUE);
        }
    }

    /** Closes sessions, puts records back and forgets keys, up to {@code budget} of them; returns how many. */
    int work(int budget) {
        int done = 0;
        while (pending && done < budget) {
            if (step()) {
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

    private boolean step() {
        if (ties.size() > 0 && ends.firstDueNs() > sessions.end(tickets.session(ties.firstPayload()))) {
            long ticket = ties.firstPayload();
            ties.removeFirst();
            close(ticket);
        } else if (isDue(ends)) {
            takeFirst();
        } else if (hasForgotten()) {
            forgetFirst();
        } else {
            return causes.removeFirst();
        }
        return true;
    }

    private boolean isDue(TimeIndex index) {
        return index.size() > 0 && times.isComplete(index.firstDueNs(), watermark.get());
    }

    private boolean hasForgotten() {
        return keys.size() > 0 && keys.firstDueNs() <= forgotten.get();
    }

    private void takeFirst() {
        long dueNs = ends.firstDueNs();
        long ticket = ends.firstPayload();
        ends.removeFirst();
        long session = tickets.session(ticket);
        if (session == Sessions.NONE) {
            tickets.free(ticket);
            return;
        }
        long endNs = sessions.end(session);
        if (endNs > dueNs) {
            ends.add(endNs, ticket);
        } else if (ties.size() == 0 && ends.firstDueNs() > endNs) {
            close(ticket);
        } else {
            ties.add(sessions.number(session), ticket);
        }
    }

    private void close(long ticket) {
        long entry = tickets.entry(ticket);
        long session = tickets.session(ticket);
        long endNs = sessions.end(session);
        causes.moveTo(endNs);
        results.closing(entry, session, causes.source(), causes.position(), causes.ingestTimeNs());
        sessions.remove(entry, session);
        tickets.free(ticket);
        sessions.setClosedEnd(entry, Math.max(sessions.closedEnd(entry), endNs));
        if (sessions.head(entry) == Sessions.NONE) {
            closedLast(entry);
        }
        if (ledger != null) {
            ledger.closed();
        }
    }

    private void closedLast(long entry) {
        if (times.goesByOwn()) {
            table.remove(entry);
        } else if (!sessions.remembered(entry)) {
            sessions.setRemembered(entry, true);
            keys.add(sessions.closedEnd(entry), entry);
        }
    }

    private void forgetFirst() {
        long entry = keys.firstPayload();
        keys.removeFirst();
        if (sessions.head(entry) != Sessions.NONE) {
            // The last of its sessions to be closed puts it in again.
            sessions.setRemembered(entry, false);
        } else if (sessions.closedEnd(entry) > forgotten.get()) {
            keys.add(sessions.closedEnd(entry), entry);
        } else {
            table.remove(entry);
        }
    }
}
