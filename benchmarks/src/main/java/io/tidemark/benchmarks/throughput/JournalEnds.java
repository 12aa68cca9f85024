package io.tidemark.benchmarks.throughput;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.PageTouch;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.AgentRunner;

/** Rows from Chronicle Queues that are written once, results appended to one that is new for each run. */
final class JournalEnds implements Ends {
    private static final int POLL_LIMIT = 1024;
    private static final long AHEAD_BYTES = 64L << 20;

    private final Path directory;
    private final Schema results;
    private final int inputs;
    private final boolean touch;
    private final List<ChronicleJournal> sources = new ArrayList<>();
    private ChronicleJournal output;
    private AgentRunner touching;

    /**
     * Writes the inputs.
     *
     * @param touch whether another thread puts pages in place ahead of whoever reads and appends
     */
    JournalEnds(Path directory, List<EventRows> rows, Schema results, boolean touch) throws IOException {
        this.directory = directory;
        this.results = results;
        this.touch = touch;
        inputs = rows.size();
        for (int i = 0; i < inputs; i++) {
            write(input(i), rows.get(i));
        }
    }

    private static void write(Path input, EventRows events) throws IOException {
        Files.createDirectories(input.getParent());
        int bytes = events.schema().fixedBytes();
        long row = OffHeap.allocate(bytes);
        try (ChronicleJournal journal = ChronicleJournal.create(input, events.schema());
                RowAppender appender = journal.openAppender()) {
            RowView view =
                    new RowView().wrap(events.schema(), row, bytes).origin(0, RowView.NO_INGEST_TIME, RowKind.INSERT);
            for (long n = 0; n < events.rows(); n++) {
                events.put(n, row);
                appender.append(view, n);
            }
        } finally {
            OffHeap.free(row);
        }
    }

    @Override
    public void open() throws IOException {
        delete(output());
        delete(scratch());
        Files.createDirectories(scratch());
        for (int i = 0; i < inputs; i++) {
            sources.add(ChronicleJournal.open(input(i)));
        }
        output = ChronicleJournal.create(output(), results);
        if (touch) {
            List<ChronicleJournal> journals = new ArrayList<>(sources);
            journals.add(output);
            touching = PageTouch.of(journals.toArray(ChronicleJournal[]::new))
                    .ahead(AHEAD_BYTES)
                    .start();
        }
    }

    @Override
    public List<JournalSource> sources() {
        return List.copyOf(sources);
    }

    @Override
    public JournalSink sink() {
        return output;
    }

    @Override
    public LoopOutput loopOutput(Schema schema) {
        return new JournalOutput(output, schema);
    }

    @Override
    public boolean loopsMakeEvents() {
        return false;
    }

    @Override
    public Path scratch() {
        return directory.resolve("scratch");
    }

    @Override
    public Checksum finish() throws IOException {
        Checksum checksum = new Checksum();
        RowTaker taker = new RowTaker(new SourceLoop(new LoopOutput.ToChecksum(checksum), true), 0);
        try (JournalReader reader = output.openReader()) {
            while (reader.poll(taker, POLL_LIMIT) > 0) {
                // Reads to the end.
            }
        }
        closeJournals();
        delete(output());
        delete(scratch());
        return checksum;
    }

    @Override
    public void close() throws IOException {
        closeJournals();
        delete(directory);
    }

    private void closeJournals() {
        if (touching != null) {
            touching.close();
            touching = null;
        }
        sources.forEach(ChronicleJournal::close);
        sources.clear();
        if (output != null) {
            output.close();
            output = null;
        }
    }

    private Path input(int ordinal) {
        return directory.resolve("input-" + ordinal);
    }

    private Path output() {
        return directory.resolve("output");
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
