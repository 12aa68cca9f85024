package io.tidemark.operator.join;

import io.tidemark.operator.OperatorContext;
import io.tidemark.state.ScalarState;

/** Counts rows in state as Apache Spark does: those that wait on both sides, and what a batch stored, removed and found late. */
final class JoinLedger {
    private final OperatorContext context;
    private final ScalarState total;
    private final ScalarState stored;
    private final ScalarState removed;
    private final ScalarState late;
    /** First arrival of the batch. */
    private final ScalarState batchStart;

    JoinLedger(OperatorContext context) {
        this.context = context;
        this.total = context.state().scalar("ledger-total", 0);
        this.stored = context.state().scalar("ledger-stored", 0);
        this.removed = context.state().scalar("ledger-removed", 0);
        this.late = context.state().scalar("ledger-late", 0);
        this.batchStart = context.state().scalar("ledger-batch-start", 0);
    }

    /** A row went into state. */
    void stored() {
        total.set(total.get() + 1);
        stored.set(stored.get() + 1);
    }

    /** A row of a side whose rows come out without a partner was due; it does not count as removed. */
    void broughtOut() {
        total.set(total.get() - 1);
    }

    /** A row left state. */
    void removed() {
        total.set(total.get() - 1);
        removed.set(removed.get() + 1);
    }

    /** A row left state that was not stored in the first place if it came in this batch. */
    void removedOrNeverStored(long arrival) {
        if (arrival < batchStart.get()) {
            removed();
        } else {
            total.set(total.get() - 1);
            stored.set(stored.get() - 1);
        }
    }

    /** A row was late. */
    void late() {
        late.set(late.get() + 1);
    }

    /** A batch ended; {@code arrivals} rows came in all of them. */
    void endOfBatch(long arrivals) {
        context.counters().groups(total.get(), stored.get(), removed.get(), late.get());
        batchStart.set(arrivals);
        stored.set(0);
        removed.set(0);
        late.set(0);
    }
}
