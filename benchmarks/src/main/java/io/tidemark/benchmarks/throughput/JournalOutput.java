package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** Appends results to a journal: each row is put into native memory by plain stores and appended from there. */
final class JournalOutput extends LoopOutput {
    private final JournalWriter writer;
    private final RowView view = new RowView();
    private final long row;
    private long sequence;

    JournalOutput(JournalSink sink, Schema schema) {
        writer = sink.openWriter(schema);
        row = OffHeap.allocate(schema.fixedBytes());
        view.wrap(schema, row, schema.fixedBytes()).origin(0, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    @Override
    void row(long nulls, long a, long b, long c, long d) {
        first(nulls, a, b, c, d);
        append();
    }

    @Override
    void row(long nulls, long a, long b, long c, long d, long e, long f) {
        first(nulls, a, b, c, d);
        OffHeap.putLong(row + 40, e);
        OffHeap.putLong(row + 48, f);
        append();
    }

    @Override
    void rowOfSeven(long a, long b, long c, long d, long e, long f, long g) {
        first(0, a, b, c, d);
        OffHeap.putLong(row + 40, e);
        OffHeap.putLong(row + 48, f);
        OffHeap.putLong(row + 56, g);
        append();
    }

    @Override
    void copy(RowView copied) {
        writer.append(copied, sequence++);
    }

    private void first(long nulls, long a, long b, long c, long d) {
        OffHeap.putLong(row, nulls);
        OffHeap.putLong(row + 8, a);
        OffHeap.putLong(row + 16, b);
        OffHeap.putLong(row + 24, c);
        OffHeap.putLong(row + 32, d);
    }

    private void append() {
        writer.append(view, sequence++);
    }

    @Override
    public void close() {
        writer.close();
        OffHeap.free(row);
    }
}
