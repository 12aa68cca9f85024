package io.tidemark.operator.aggregate;

import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.time.TumblingWindows;
import io.tidemark.time.Watermark;

/**
 * The running windowed aggregation. A pane is one window. When the watermark completes windows their panes are sealed, in the
 * order of their starts; rows of sealed panes then come out, a few per following row where that cannot change the order.
 */
final class WindowAggregateOperator implements Operator {
    private static final int ROWS_PER_ROW = 16;

    private final TumblingWindows windows;
    private final LongEvaluator time;
    private final Schema keySchema;
    private final ColumnWriter keyColumns;
    private final Accumulator accumulators;
    private final StateTable table;
    private final SealedPanes sealed;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState watermark;
    private final RowWriter key = new RowWriter();
    /** Mirrors the end of the first open pane, so that a watermark which completes nothing costs one compare. */
    private long nextEnd = Watermark.END;

    WindowAggregateOperator(
            TumblingWindows windows,
            LongEvaluator time,
            Schema keySchema,
            ColumnWriter keyColumns,
            Accumulator accumulators,
            Schema output,
            StateTable table,
            OperatorContext context,
            RowConsumer next) {
        this.windows = windows;
        this.time = time;
        this.keySchema = keySchema;
        this.keyColumns = keyColumns;
        this.accumulators = accumulators;
        this.table = table;
        this.context = context;
        this.counters = context.counters();
        this.next = next;
        this.watermark = context.state().scalar("watermark", Watermark.NONE);
        this.sealed = new SealedPanes(windows, keySchema, accumulators, output, table, context, next);
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        if (sealed.pending()) {
            sealed.work(ROWS_PER_ROW);
        }
        long eventTimeNs = time.getLong(row);
        if (!windows.contains(eventTimeNs)) {
            context.drop(row, DropReason.INVALID, watermark.get());
            return;
        }
        long start = windows.start(eventTimeNs);
        if (Watermark.isComplete(windows.end(start), watermark.get())) {
            context.drop(row, DropReason.LATE, watermark.get());
            return;
        }
        key.start(keySchema);
        keyColumns.write(row, key);
        RowView keyRow = key.finish();
        if (!fits(row, keyRow.length())) {
            context.drop(row, DropReason.TOO_LARGE, watermark.get());
            return;
        }
        StatePane pane = table.openPane(start);
        accumulators.add(row, pane.acquire(keyRow.address(), keyRow.length()), pane);
        counters.rowAccepted();
        nextEnd = Math.min(nextEnd, windows.end(start));
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        watermark.set(watermarkNs);
        counters.watermark(watermarkNs);
        if (Watermark.isComplete(nextEnd, watermarkNs)) {
            sealed.workOff();
            seal(watermarkNs, cause);
            if (context.deferEmission()) {
                sealed.work(ROWS_PER_ROW);
            } else {
                sealed.workOff();
            }
        }
        if (!context.deferEmission()) {
            next.onWatermark(watermarkNs, cause);
        }
    }

    @Override
    public int work(int budget) {
        return sealed.work(budget);
    }

    @Override
    public void restored() {
        StatePane open = table.firstOpenPane();
        nextEnd = open == null ? Watermark.END : windows.end(open.id());
        sealed.restored();
    }

    @Override
    public void close() {
        key.close();
        sealed.close();
    }

    private void seal(long watermarkNs, RowView cause) {
        StatePane pane = table.firstOpenPane();
        while (pane != null && Watermark.isComplete(windows.end(pane.id()), watermarkNs)) {
            pane.seal(cause.position(), cause.ingestTimeNs());
            sealed.added();
            pane = table.firstOpenPane();
        }
        nextEnd = pane == null ? Watermark.END : windows.end(pane.id());
    }

    private boolean fits(RowView row, int keyBytes) {
        return table.spec().rowBytes(keyBytes) <= TableSpec.MAX_ROW_BYTES
                && accumulators.fits(row, TableSpec.MAX_ROW_BYTES);
    }
}
