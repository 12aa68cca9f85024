package io.tidemark.operator.asof;

import io.tidemark.engine.OrderJournal;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.List;

/** Rows of two sides in the order in which they arrive, as journals. Times are nanoseconds. */
final class JoinInput {
    static final Schema LEFT = Schema.parse("ts timestamp, k string, id long");
    static final Schema RIGHT = Schema.parse("rts timestamp, rk string, q long, until timestamp");

    private JoinInput() {}

    /**
     * A row.
     *
     * @param until end of a right row, or null
     * @param deletes whether a right row deletes
     */
    record Arrival(boolean left, Long ts, String key, long id, Long until, boolean deletes) {
        static Arrival left(Long ts, String key, long id) {
            return new Arrival(true, ts, key, id, null, false);
        }

        static Arrival right(Long ts, String key, long id) {
            return new Arrival(false, ts, key, id, null, false);
        }

        @Override
        public String toString() {
            return (left ? "L" : "R") + id + " " + key + "@" + ts + (until == null ? "" : "-" + until)
                    + (deletes ? " gone" : "");
        }
    }

    /** Appends the rows to the journals of their sides, and their order to the order journal. */
    static void append(List<Arrival> arrivals, MemoryJournal left, MemoryJournal right, MemoryJournal order) {
        int[] sources = new int[arrivals.size()];
        long[] positions = new long[arrivals.size()];
        try (RowWriter row = new RowWriter()) {
            for (int i = 0; i < arrivals.size(); i++) {
                Arrival one = arrivals.get(i);
                RowView view = one.left ? leftRow(one, row) : rightRow(one, row);
                sources[i] = one.left ? 0 : 1;
                positions[i] = (one.left ? left : right).append(view);
            }
        }
        if (order != null) {
            OrderJournal.prescribe(order, sources, positions);
        }
    }

    private static RowView leftRow(Arrival one, RowWriter row) {
        row.start(LEFT);
        set(row, one);
        return row.finish().origin(0, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    private static RowView rightRow(Arrival one, RowWriter row) {
        row.start(RIGHT);
        set(row, one);
        if (one.until != null) {
            row.setLong(3, one.until);
        }
        return row.finish().origin(0, RowView.NO_INGEST_TIME, one.deletes ? RowKind.DELETE : RowKind.INSERT);
    }

    private static void set(RowWriter row, Arrival one) {
        if (one.ts != null) {
            row.setLong(0, one.ts);
        }
        if (one.key != null) {
            row.setString(1, one.key);
        }
        row.setLong(2, one.id);
    }
}
