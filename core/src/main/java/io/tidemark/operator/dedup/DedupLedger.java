package io.tidemark.operator.dedup;

import io.tidemark.operator.OperatorContext;
import io.tidemark.state.ScalarState;

/** Counts keys as Apache Spark does, batch by batch. */
final class DedupLedger {
    private final OperatorContext context;
    private final ScalarState updated;
    private final ScalarState removed;
    private final ScalarState late;

    DedupLedger(OperatorContext context) {
        this.context = context;
        this.updated = context.state().scalar("batch-updated", 0);
        this.removed = context.state().scalar("batch-removed", 0);
        this.late = context.state().scalar("batch-late", 0);
    }

    /** A key was remembered, or what is remembered of it changed. */
    void updated() {
        updated.set(updated.get() + 1);
    }

    /** Keys were forgotten. */
    void removed(long keys) {
        removed.set(removed.get() + keys);
    }

    /** A row was late. */
    void late() {
        late.set(late.get() + 1);
    }

    /** A batch ended with so many keys in state. */
    void endOfBatch(long total) {
        context.counters().groups(total, updated.get(), removed.get(), late.get());
        updated.set(0);
        removed.set(0);
        late.set(0);
    }
}
