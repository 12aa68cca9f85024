package io.tidemark.gate;

import io.tidemark.function.KeyContext;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.RowOutput;
import io.tidemark.function.StateLayout;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/** Counts the rows of a key and gives the number when a timer says so, with a text of the key. */
final class Counter implements KeyedFunction {
    private static final long SECOND = 1_000_000_000L;

    private final StateLayout state = new StateLayout();
    private final StateLayout.LongValue rows = state.longValue("rows");
    private final StateLayout.LongValue due = state.longValue("due");
    private final StateLayout.BytesValue text = state.bytesValue("text");
    private final Schema output = Schema.parse("at timestamp, rows long, text string");
    private final BytesView view = new BytesView();

    @Override
    public String name() {
        return "counter";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public StateLayout state() {
        return state;
    }

    @Override
    public Schema output() {
        return output;
    }

    @Override
    public String eventTime() {
        return "at";
    }

    @Override
    public void onRow(RowView row, KeyContext key, RowOutput out) {
        key.set(rows, key.get(rows) + 1);
        if (!row.isNull(7)) {
            key.set(text, row.getBytes(7, view));
        }
        if (!key.isSet(due)) {
            key.set(due, row.getLong(0) + SECOND);
            key.registerTimer(key.get(due));
        }
    }

    @Override
    public void onTimer(long timeNs, KeyContext key, RowOutput out) {
        RowWriter row = out.begin();
        row.setLong(0, timeNs);
        row.setLong(1, key.get(rows));
        row.setBytes(2, key.get(text, view));
        out.emit();
        key.clearAll();
    }
}
