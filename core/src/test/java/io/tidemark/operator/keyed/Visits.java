package io.tidemark.operator.keyed;

import io.tidemark.function.KeyContext;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.RowOutput;
import io.tidemark.function.StateLayout;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/** Does a bit of everything, by the value of a row {@code (ts timestamp, k string, v long)}; times are whole seconds. */
final class Visits implements KeyedFunction {
    static final long SECOND = 1_000_000_000L;
    static final int GAP = 5;

    private final StateLayout state = new StateLayout();
    private final StateLayout.LongValue count = state.longValue("count");
    private final StateLayout.LongValue latest = state.longValue("latest");
    private final StateLayout.DoubleValue sum = state.doubleValue("sum");
    private final StateLayout.BytesValue path = state.bytesValue("path");
    private final Schema output = Schema.parse("at long, k string, what string, n long, total double, path string");

    @Override
    public String name() {
        return "visits";
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
    public void onRow(RowView row, KeyContext key, RowOutput out) {
        long time = row.getLong(0);
        long value = row.getLong(2);
        if (key.isSet(latest)) {
            key.deleteTimer(key.get(latest) + GAP * SECOND);
        }
        key.set(count, key.get(count) + 1);
        key.set(latest, key.isSet(latest) ? Math.max(key.get(latest), time) : time);
        key.set(sum, key.get(sum) + value / 2.0);
        switch ((int) value) {
            case 0 -> key.set(path, "none");
            case 1 -> key.registerTimer(time - 3 * SECOND);
            case 2 -> emit(time, "row", key, out);
            case 3 -> key.clear(path);
            case 4 -> key.set(path, row.getBytes(1, new BytesView()));
            default -> {
                key.clearAll();
                return;
            }
        }
        key.registerTimer(key.get(latest) + GAP * SECOND);
        key.registerTimer(key.get(latest) + GAP * SECOND);
    }

    @Override
    public void onTimer(long timeNs, KeyContext key, RowOutput out) {
        emit(timeNs, "timer", key, out);
        if (key.get(count) % 2 == 1) {
            key.set(count, key.get(count) + 1);
            key.registerTimer(timeNs + SECOND);
        } else {
            key.clearAll();
        }
    }

    private void emit(long timeNs, String what, KeyContext key, RowOutput out) {
        RowWriter row = out.begin();
        row.setLong(0, timeNs / SECOND);
        row.copy(1, key.key(), 0);
        row.setString(2, what);
        row.setLong(3, key.get(count));
        row.setDouble(4, key.get(sum));
        if (key.isSet(path)) {
            row.setBytes(5, key.get(path, new BytesView()));
        }
        out.emit();
    }
}
