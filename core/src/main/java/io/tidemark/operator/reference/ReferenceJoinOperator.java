package io.tidemark.operator.reference;

import io.tidemark.operator.InputPort;
import io.tidemark.operator.MultiInput;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;

/**
 * The running join of a stream with a table. The watermark of the stream passes; one of the table says nothing about the rows that come out and ends here.
 * A cut goes on when it came from both.
 */
final class ReferenceJoinOperator implements MultiInput {
    private final StreamSide stream;
    private final TableSide table;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState cuts;

    ReferenceJoinOperator(StreamSide stream, TableSide table, OperatorContext context, RowConsumer next) {
        this.stream = stream;
        this.table = table;
        this.context = context;
        this.counters = context.counters();
        this.next = next;
        this.cuts = context.state().scalar("cuts", 0);
    }

    @Override
    public RowConsumer input(int ordinal) {
        return context.nodes().<RowConsumer>create(InputPort.class, this, ordinal);
    }

    @Override
    public void onRow(int input, RowView row) {
        counters.rowIn();
        if (input == ReferenceJoin.TABLE) {
            table.onRow(row);
        } else {
            stream.onRow(row);
        }
    }

    @Override
    public void onWatermark(int input, long watermarkNs, RowView cause) {
        if (input != ReferenceJoin.TABLE) {
            next.onWatermark(watermarkNs, cause);
        }
    }

    @Override
    public void onCut(int input, RowView cause) {
        boolean last = cuts.get() != 0;
        cuts.set(last ? 0 : 1);
        if (last) {
            next.onCut(cause);
        }
    }

    @Override
    public void close() {
        stream.close();
        table.close();
    }
}
