package io.tidemark.operator.join;

import io.tidemark.operator.OperatorContext;
import io.tidemark.state.ScalarState;

/** Counts rows in state as Apache Spark does: those that wait on both sides, and what a batch stored, removed and found late. */
final class JoinLedger {
    private final OperatorContext context;
    private final ScalarState stored;
    private final ScalarState removed;
    private final ScalarState late;
    /** First arrival of the batch. */
    private final ScalarState batchStart;

    JoinLedger(OperatorContext context) {
        this.context = context;
        this.stored = context.state().scalar("ledger-stored", 0);
        this.removed = context.state().scalar("ledger-removed", 0);
        this.late = context.state().scalar("ledger-late", 0);
        this.batchStart = context.state().scalar("ledger-batch-start", 0);
    }

    /** A row went into state. */
    void stored() {
        stored.set(stored.get() + 1);
    }

    /** The watermark removed a row, or a partner did. */
    void removed() {
        removed.set(removed.get() + 1);
    }

    /** A row left state that was not stored in the first place if it came in this batch; else it counts as removed, or not. */
    void removedOrNeverStored(long arrival, boolean counts) {
        if (arrival >= batchStart.get()) {
            stored.set(stored.get() - 1);
        } else if (counts) {
            removed();
        }
    }

    /** A row was late. */
    void late() {
        late.set(late.get() + 1);
    }

    /** A batch ended, with {@code waiting} rows in state; {@code arrivals} rows came in all of them. */
    void endOfBatch(long waiting, long arrivals) {
        context.counters().groups(waiting, stored.get(), removed.get(), late.get());
        batchStart.set(arrivals);
        stored.set(0);
        removed.set(0);
        late.set(0);
    }
}
