package io.tidemark.operator.union;

import io.tidemark.operator.InputMerge;
import io.tidemark.operator.InputPort;
import io.tidemark.operator.MultiInput;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.util.List;

/** The running union: hands rows on as they come, under the names of the first input. */
final class UnionOperator implements MultiInput {
    private final Schema schema;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final InputMerge inputs;
    private final RowView view = new RowView();

    UnionOperator(
            List<StreamType> types, Schema schema, QuerySettings settings, OperatorContext context, RowConsumer next) {
        this.schema = schema;
        this.context = context;
        this.counters = context.counters();
        this.next = next;
        this.inputs = new InputMerge(context, types, settings.time());
        counters.watermark(inputs.merged());
    }

    @Override
    public RowConsumer input(int ordinal) {
        return context.nodes().<RowConsumer>create(InputPort.class, this, ordinal);
    }

    @Override
    public void onRow(int input, RowView row) {
        counters.rowIn();
        counters.rowAccepted();
        counters.rowOut();
        next.onRow(view.wrap(schema, row.address(), row.length()).originOf(row));
    }

    @Override
    public void onWatermark(int input, long watermarkNs, RowView cause) {
        if (inputs.advance(input, watermarkNs)) {
            advanced(cause);
        }
    }

    @Override
    public void onCut(int input, RowView cause) {
        if (inputs.cut()) {
            next.onCut(cause);
        }
    }

    @Override
    public void inputsChanged(RowView cause) {
        if (inputs.merge()) {
            advanced(cause);
        }
    }

    private void advanced(RowView cause) {
        counters.watermark(inputs.merged());
        next.onWatermark(inputs.merged(), cause);
    }
}
