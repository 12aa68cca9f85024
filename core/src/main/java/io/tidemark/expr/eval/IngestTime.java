package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/** {@code ingest_time()}: the recorded time at which the row entered its journal, or null where none is recorded. */
final class IngestTime implements ScalarFunction {
    @Override
    public String name() {
        return "ingest_time";
    }

    @Override
    public Signature resolve(CallSite call) {
        return call.accepts(0, 0) ? new Signature(List.of(), DataType.TIMESTAMP, true) : null;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(Recorded.class);
    }

    static final class Recorded implements LongEvaluator {
        Recorded() {}

        @Override
        public boolean isNull(RowView row) {
            return row.ingestTimeNs() == RowView.NO_INGEST_TIME;
        }

        @Override
        public long getLong(RowView row) {
            return row.ingestTimeNs();
        }
    }
}
