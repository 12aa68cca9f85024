package io.tidemark.operator.session;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;

/** Brings out sessions as rows: start, end, keys, aggregates. Also keeps such rows in blocks, to take them back later. */
final class SessionOutput implements AutoCloseable {
    private static final int FIRST_KEY = 2;
    private static final int NEXT_AT = 0;
    private static final int LENGTH_AT = 8;
    private static final int ROW_AT = 16;

    private final Sessions sessions;
    private final EntryTable table;
    private final Schema output;
    private final Schema keySchema;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final RowView key = new RowView();
    private final RowView kept = new RowView();
    private final RowWriter out = new RowWriter();

    SessionOutput(Sessions sessions, Schema output, Schema keySchema, OperatorCounters counters, RowConsumer next) {
        this.sessions = sessions;
        this.table = sessions.table();
        this.output = output;
        this.keySchema = keySchema;
        this.counters = counters;
        this.next = next;
    }

    /** Brings out a session as it is. */
    void emit(long entry, long session, RowKind kind, int source, long position, long ingestTimeNs) {
        counters.rowOut();
        next.onRow(write(entry, session).origin(source, position, ingestTimeNs, kind));
    }

    /** Brings out a session as it is, because of a row. */
    void emit(long entry, long session, RowKind kind, RowView cause) {
        emit(entry, session, kind, cause.source(), cause.position(), cause.ingestTimeNs());
    }

    /** Keeps the row of a session as it is now. */
    long keep(long entry, long session) {
        RowView row = write(entry, session);
        long block = table.allocate(ROW_AT + row.length());
        long address = table.blockForUpdate(block, 0, ROW_AT + row.length());
        OffHeap.putLong(address + LENGTH_AT, row.length());
        OffHeap.copy(row.address(), address + ROW_AT, row.length());
        return block;
    }

    /** Brings out a kept row. */
    void emitKept(long block, RowKind kind, int source, long position, long ingestTimeNs) {
        long address = table.block(block);
        kept.wrap(output, address + ROW_AT, (int) OffHeap.getLong(address + LENGTH_AT));
        counters.rowOut();
        next.onRow(kept.origin(source, position, ingestTimeNs, kind));
        kept.unwrap();
    }

    /** The kept row after this one in a list, or 0. */
    long nextKept(long block) {
        return OffHeap.getLong(table.block(block) + NEXT_AT);
    }

    void setNextKept(long block, long following) {
        OffHeap.putLong(table.blockForUpdate(block, NEXT_AT, Long.BYTES) + NEXT_AT, following);
    }

    private RowView write(long entry, long session) {
        out.start(output);
        out.setLong(0, sessions.start(session));
        out.setLong(1, sessions.end(session));
        key.wrap(keySchema, table.key(entry), table.keyBytes(entry));
        for (int column = 0; column < keySchema.size(); column++) {
            out.copy(FIRST_KEY + column, key, column);
        }
        sessions.accumulators().write(sessions.value(session), sessions.bytes(), out);
        return out.finish();
    }

    @Override
    public void close() {
        out.close();
    }
}
