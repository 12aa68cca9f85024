package io.tidemark.benchmarks.latency;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import java.nio.file.Path;
import java.util.List;

/** An engine that does nothing: hands each row that it reads to the callback, or appends it as it is. */
final class NoOpSubject implements Subject, RecordHandler {
    private static final int POLL_LIMIT = 256;

    private final Delays delays = new Delays();
    private final JournalReader reader;
    private final ChronicleJournal output;
    private final JournalWriter writer;
    private long sequence;

    /**
     * Opens the reader.
     *
     * @param base directory for the output
     */
    NoOpSubject(Setting setting, JournalSource input, Path base) {
        reader = input.openReader();
        boolean appends = setting.target() == Target.JOURNAL;
        output = appends ? ChronicleJournal.create(base.resolve("noop-output"), PacedRows.SCHEMA) : null;
        writer = appends ? output.openWriter(PacedRows.SCHEMA) : null;
    }

    @Override
    public String name() {
        return "no-op";
    }

    @Override
    public int invoke() {
        return reader.poll(this, POLL_LIMIT);
    }

    @Override
    public void onRow(RowView row) {
        if (writer != null) {
            writer.append(row, sequence++);
        }
        delays.arrived(row.getLong(PacedRows.SENT));
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        throw new IllegalStateException(reason);
    }

    @Override
    public Delays delays() {
        return delays;
    }

    @Override
    public List<ChronicleJournal> outputs() {
        return output == null ? List.of() : List.of(output);
    }

    @Override
    public void close() {
        reader.close();
        if (writer != null) {
            writer.close();
            output.close();
        }
    }
}
