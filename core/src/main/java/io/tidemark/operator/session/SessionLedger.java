package io.tidemark.operator.session;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.time.SessionTimes;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts state as Apache Spark does: a batch writes all sessions of each key that got a row, and removes those that stood under another start
 * before; late rows count once for each key, time and end. Costs table entries for each batch, and exists for comparison only. The note of
 * a session is the start under which it stood at the end of the last batch.
 */
final class SessionLedger implements AutoCloseable {
    private static final long PANE = 0;

    private final Sessions sessions;
    private final OperatorContext context;
    private final Schema keySchema;
    private final Schema lateSchema;
    /** Keys that got a row; the value is the number of their sessions before. */
    private final StateTable touched;

    private final StateTable late;
    private final ScalarState total;
    private final ScalarState updated;
    private final ScalarState removed;
    private final RowView key = new RowView();
    private final RowWriter lateKey = new RowWriter();

    SessionLedger(Sessions sessions, Schema keySchema, OperatorContext context) {
        this.sessions = sessions;
        this.context = context;
        this.keySchema = keySchema;
        List<Field> fields = new ArrayList<>(keySchema.fields());
        fields.add(new Field("start of a late row", DataType.TIMESTAMP, false));
        fields.add(new Field("end of a late row", DataType.TIMESTAMP, false));
        this.lateSchema = Schema.of(fields);
        this.touched = context.state()
                .table("ledger-touched", Long.BYTES, sessions.table().spec().keyBytes());
        this.late = context.state().table("ledger-late", 0, TableSpec.VARIABLE);
        this.total = context.state().scalar("ledger-total", 0);
        this.updated = context.state().scalar("ledger-updated", 0);
        this.removed = context.state().scalar("ledger-removed", 0);
    }

    /** A late row came. */
    void late(SessionRows rows, long startNs, long endNs) {
        key.wrap(keySchema, rows.keyAddress(), rows.keyBytes());
        lateKey.start(lateSchema);
        int column = 0;
        for (; column < keySchema.size(); column++) {
            lateKey.copy(column, key, column);
        }
        lateKey.setLong(column, startNs);
        lateKey.setLong(column + 1, endNs);
        RowView row = lateKey.finish();
        late.openPane(PANE).acquire(row.address(), row.length());
    }

    /** A row is about to change the sessions of a key. */
    void touch(long entry) {
        StatePane pane = touched.openPane(PANE);
        long before = pane.acquire(sessions.table().key(entry), sessions.table().keyBytes(entry));
        if (pane.created()) {
            OffHeap.putLong(before, sessions.chain().size(sessions.head(entry)));
        }
    }

    void opened(long session) {
        sessions.setNote(session, SessionTimes.NEVER);
        total.set(total.get() + 1);
    }

    void absorbed() {
        total.set(total.get() - 1);
    }

    void closed() {
        total.set(total.get() - 1);
        removed.set(removed.get() + 1);
    }

    /** The rows of a batch are in: counts what they wrote. */
    void rowsIn() {
        StatePane pane = touched.firstPane();
        if (pane == null) {
            return;
        }
        for (long at = pane.next(0); at != 0; at = pane.next(at)) {
            long entry = sessions.table().find(pane.keyAt(at), pane.keyBytesAt(at));
            count(sessions.chain().first(sessions.head(entry)), OffHeap.getLong(pane.valueAt(at)));
        }
        free(pane);
    }

    private void count(long first, long before) {
        long written = 0;
        long kept = 0;
        for (long session = first;
                session != Sessions.NONE;
                session = sessions.chain().next(session)) {
            written++;
            kept += sessions.note(session) == sessions.start(session) ? 1 : 0;
            sessions.setNote(session, sessions.start(session));
        }
        updated.set(updated.get() + written);
        removed.set(removed.get() + before - kept);
    }

    /** A batch ended. */
    void endOfBatch() {
        rowsIn();
        context.counters().groups(total.get(), updated.get(), removed.get(), late.rowCount());
        updated.set(0);
        removed.set(0);
        if (late.firstPane() != null) {
            free(late.firstPane());
        }
    }

    @Override
    public void close() {
        lateKey.close();
    }

    private static void free(StatePane pane) {
        pane.seal(0, 0, 0);
        while (!pane.free(Integer.MAX_VALUE)) {
            // One call frees all pages; a backend may take several.
        }
    }
}
