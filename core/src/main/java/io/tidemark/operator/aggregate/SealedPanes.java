package io.tidemark.operator.aggregate;

import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.TumblingWindows;

/**
 * Brings out the rows of complete windows and frees their panes, in pieces. Sealed panes stand before all open ones, so the first pane
 * of the table is the one that is being worked on; the cursor is the last row that came out of it.
 */
final class SealedPanes implements AutoCloseable {
    /** Cursor of a pane whose rows are all out. */
    private static final long ALL_OUT = -1;

    private final TumblingWindows windows;
    private final Schema keySchema;
    private final Accumulator accumulators;
    private final Schema output;
    private final StateTable table;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState cursor;
    private final RowView key = new RowView();
    private final RowWriter out = new RowWriter();
    private boolean pending;

    SealedPanes(
            TumblingWindows windows,
            Schema keySchema,
            Accumulator accumulators,
            Schema output,
            StateTable table,
            OperatorContext context,
            RowConsumer next) {
        this.windows = windows;
        this.keySchema = keySchema;
        this.accumulators = accumulators;
        this.output = output;
        this.table = table;
        this.counters = context.counters();
        this.next = next;
        this.cursor = context.state().scalar("emitted", 0);
    }

    /** Whether rows have to come out or pages to be freed. */
    boolean pending() {
        return pending;
    }

    /** A pane was sealed. */
    void added() {
        pending = true;
    }

    /** Brings out everything. */
    void workOff() {
        while (pending) {
            work(Integer.MAX_VALUE);
        }
    }

    /** Brings out up to {@code budget} rows, or frees as many pages. */
    int work(int budget) {
        int done = 0;
        while (pending && done < budget) {
            StatePane pane = table.firstPane();
            if (pane == null || !pane.sealed()) {
                pending = false;
            } else if (cursor.get() != ALL_OUT) {
                done += emit(pane, budget - done);
            } else {
                done += free(pane, budget - done);
            }
        }
        return done;
    }

    /** Finds out again whether something is pending. */
    void restored() {
        StatePane pane = table.firstPane();
        pending = pane != null && pane.sealed();
    }

    @Override
    public void close() {
        out.close();
    }

    private int emit(StatePane pane, int budget) {
        int done = 0;
        long at = cursor.get();
        while (done < budget) {
            at = pane.next(at);
            if (at == 0) {
                cursor.set(ALL_OUT);
                return done;
            }
            cursor.set(at);
            emitRow(pane, at);
            done++;
        }
        return done;
    }

    private void emitRow(StatePane pane, long at) {
        out.start(output);
        out.setLong(0, pane.id());
        out.setLong(1, windows.end(pane.id()));
        key.wrap(keySchema, pane.keyAt(at), pane.keyBytesAt(at));
        for (int column = 0; column < keySchema.size(); column++) {
            out.copy(2 + column, key, column);
        }
        accumulators.write(pane.valueAt(at), pane, out);
        counters.rowOut();
        next.onRow(out.finish().origin(pane.causePosition(), pane.causeIngestTimeNs(), RowKind.INSERT));
    }

    private int free(StatePane pane, int budget) {
        if (pane.free(budget)) {
            cursor.set(0);
        }
        return 1;
    }
}
