package io.tidemark.tools.csv;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Imports texts into a journal in memory. */
final class Imports implements ImportTarget, AutoCloseable {
    static final long NOW_NS = 1_700_000_000_000_000_000L;

    final MemoryJournal journal;
    final List<Long> ingestTimesNs = new ArrayList<>();
    private final RowWriter row = new RowWriter();
    private final Schema schema;

    Imports(String schema) {
        this.schema = Schema.parse(schema);
        journal = MemoryJournal.withIngestTime("imported", this.schema);
    }

    ImportSettings settings() {
        return ImportSettings.of(schema);
    }

    ImportReport run(ImportSettings settings, String... lines) {
        return run(settings, text(lines));
    }

    ImportReport run(ImportSettings settings, byte[] text) {
        return new CsvImport(settings, this).ingestClock(() -> NOW_NS).run(new ByteArrayInputStream(text), "test.csv");
    }

    static byte[] text(String... lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public RowWriter begin() {
        return row.start(schema);
    }

    @Override
    public void commit(long ingestTimeNs, RowKind kind) {
        ingestTimesNs.add(ingestTimeNs);
        journal.append(row, ingestTimeNs);
    }

    @Override
    public void close() {
        row.close();
        journal.close();
    }
}
