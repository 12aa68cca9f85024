package io.tidemark.operator.asof;

import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;

/** Origin of the row that made the pending rows due: they come out in its name, also when that is later. Engine thread only. */
final class Cause {
    private final ScalarState source;
    private final ScalarState position;
    private final ScalarState ingestTime;

    Cause(OperatorContext context) {
        source = context.state().scalar("cause-source", 0);
        position = context.state().scalar("cause-position", 0);
        ingestTime = context.state().scalar("cause-ingest", RowView.NO_INGEST_TIME);
    }

    /** Takes the origin of a row. */
    void set(RowView row) {
        source.set(row.source());
        position.set(row.position());
        ingestTime.set(row.ingestTimeNs());
    }

    int source() {
        return (int) source.get();
    }

    long position() {
        return position.get();
    }

    long ingestTimeNs() {
        return ingestTime.get();
    }
}
