package io.tidemark;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** A copy of a journal without its oldest records: those that are there have their sequences and other positions. */
final class PartOfJournal implements JournalSource, JournalSink, AutoCloseable {
    private final MemoryJournal copy;
    private final long first;

    PartOfJournal(MemoryJournal journal, long first) {
        this.first = first;
        copy = MemoryJournal.output(journal.name());
        try (JournalWriter writer = copy.openWriter(journal.schema())) {
            RowView view = new RowView();
            for (long i = first; i < journal.size(); i++) {
                journal.read(i, view);
                view.origin(journal.cause(i), view.ingestTimeNs(), journal.kind(i));
                writer.append(view, i - first);
            }
        }
    }

    @Override
    public String name() {
        return copy.name();
    }

    @Override
    public Schema schema() {
        return copy.schema();
    }

    @Override
    public boolean recordsIngestTime() {
        return copy.recordsIngestTime();
    }

    @Override
    public JournalWriter openWriter(Schema rows) {
        throw new UnsupportedOperationException("the copy is to be read");
    }

    @Override
    public JournalReader openReader() {
        JournalReader reader = copy.openReader();
        return new JournalReader() {
            @Override
            public int poll(RecordHandler handler, int limit) {
                return reader.poll(handler, limit);
            }

            @Override
            public void stopAfter(long position) {
                reader.stopAfter(position);
            }

            @Override
            public long position() {
                return reader.position();
            }

            @Override
            public long endPosition() {
                return reader.endPosition();
            }

            @Override
            public void moveAfter(long position) {
                reader.moveAfter(position);
            }

            @Override
            public long sequence() {
                return reader.sequence() < 0 ? reader.sequence() : reader.sequence() + first;
            }

            @Override
            public long cause() {
                return reader.cause();
            }

            @Override
            public void close() {
                reader.close();
            }
        };
    }

    @Override
    public void close() {
        copy.close();
    }
}
