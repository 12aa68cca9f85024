package io.tidemark.engine;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** Takes the rows of a rerun, which may begin in the middle, and numbers them from 0 on, as a new journal needs it. Engine thread only. */
final class RerunSink implements JournalSink, JournalWriter {
    private final JournalSink sink;
    private JournalWriter writer;
    private long rows;

    RerunSink(JournalSink sink) {
        this.sink = sink;
    }

    /** Rows that were taken. */
    long rows() {
        return rows;
    }

    @Override
    public String name() {
        return sink.name();
    }

    /** A rerun begins where it was told to, not where the sink ends. */
    @Override
    public boolean remembers() {
        return false;
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        writer = sink.openWriter(schema);
        return this;
    }

    @Override
    public long lastSequence() {
        return writer.lastSequence();
    }

    @Override
    public void append(RowView row, long sequence) {
        append(row, sequence, 0);
    }

    @Override
    public void append(RowView row, long sequence, int causeSource) {
        writer.append(row, rows, causeSource);
        rows++;
    }

    @Override
    public long position() {
        return writer.position();
    }

    @Override
    public void flush() {
        writer.flush();
    }

    @Override
    public boolean hasRoom() {
        return writer.hasRoom();
    }

    @Override
    public void close() {
        writer.close();
    }
}
