package io.tidemark.benchmarks.parts;

import io.tidemark.benchmarks.scaling.OpenedSource;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;

/** A loop by hand over the source that a query reads, 1 024 rows at a time. */
abstract class PartLoop implements RecordHandler {
    private final OpenedSource source;
    private final JournalReader reader;

    PartLoop(long keys) {
        source = PartQuery.source(keys);
        reader = source.openReader();
    }

    final void run() {
        source.open(PartQuery.ROWS);
        while (reader.poll(this, 256) > 0) {
            // Reads to the end.
        }
    }

    final void close() {
        reader.close();
    }

    @Override
    public final void onInvalid(RowView record, String reason) {
        throw new IllegalStateException(reason);
    }
}
