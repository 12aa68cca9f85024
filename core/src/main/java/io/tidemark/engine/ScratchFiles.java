package io.tidemark.engine;

import io.tidemark.journal.Journal;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.journal.ScratchJournal;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.nio.file.Path;

/** The journals of a warm-up. Engine thread only. */
final class ScratchFiles implements AutoCloseable {
    private final QuerySpec spec;
    private final Path folder;
    private final OpenResources open = new OpenResources();
    private int made;

    ScratchFiles(QuerySpec spec, Path folder) {
        this.spec = spec;
        this.folder = folder;
    }

    /** A reader of the rows that a source gives in the warm-up. */
    JournalReader reader(int source) {
        JournalSource real = spec.sources().get(source);
        String name = spec.plan().sources().get(source).name();
        ScratchJournal scratch = make(real, real.schema());
        try (JournalWriter writer = scratch.sink().openWriter(real.schema())) {
            JournalSource recorded = spec.warmUp().recorded().get(name);
            if (recorded == null) {
                MadeRows.append(real.schema(), writer, spec.warmUp().rows());
            } else {
                copy(recorded, writer, spec.warmUp().rows());
            }
        }
        return open.add(scratch.source().openReader());
    }

    /** A writer in place of that of a sink; a callback gets nothing. */
    JournalWriter writer(Journal sink, Schema schema) {
        if (sink instanceof JournalSink real && !real.remembers()) {
            return new NullSink(sink.name()).openWriter(schema);
        }
        return open.add(make(sink, schema).sink().openWriter(schema));
    }

    private ScratchJournal make(Journal like, Schema schema) {
        ScratchJournal scratch = like.scratch(folder.resolve("journal-" + made++), schema);
        open.add(scratch.files());
        return scratch;
    }

    private static void copy(JournalSource recorded, JournalWriter writer, int rows) {
        Copy copy = new Copy(writer);
        try (JournalReader reader = recorded.openReader()) {
            int left = rows;
            for (int read = 1; read > 0 && left > 0; left -= read) {
                read = reader.poll(copy, Math.min(left, 256));
            }
        }
    }

    @Override
    public void close() {
        open.close();
    }

    private static final class Copy implements RecordHandler {
        private final JournalWriter writer;
        private long sequence;

        Copy(JournalWriter writer) {
            this.writer = writer;
        }

        @Override
        public void onRow(RowView row) {
            writer.append(row, sequence++);
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            // Only rows are rehearsed.
        }
    }
}
