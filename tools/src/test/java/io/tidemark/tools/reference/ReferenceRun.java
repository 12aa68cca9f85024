package io.tidemark.tools.reference;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.tools.JournalTarget;
import io.tidemark.tools.SampleData;
import io.tidemark.tools.csv.CsvImport;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs a query over a sample data set through real journals and off-heap state. */
final class ReferenceRun {
    private static final int POLL_LIMIT = 256;

    private ReferenceRun() {}

    /** What a run gave. */
    record Result(QueryProgress progress, List<List<Object>> rows) {}

    /** Imports a data set into a new journal. */
    static void importInto(Path directory, SampleData data) throws IOException {
        try (JournalTarget target = new JournalTarget(() -> ChronicleJournal.create(directory, data.schema()));
                InputStream in = data.open()) {
            new CsvImport(data.settings(), target).run(in, data.fileName());
        }
    }

    /** Copies the rows of one journal to another in the order of {@code order}. */
    static void reorder(Path from, Path to, List<Integer> order) {
        try (ChronicleJournal source = ChronicleJournal.openReadOnly(from);
                ChronicleJournal target = ChronicleJournal.create(to, source.schema());
                RowAppender appender = target.openAppender();
                JournalReader reader = source.openReader()) {
            List<Object[]> rows = new ArrayList<>();
            Schema schema = source.schema();
            drainInto(reader, row -> rows.add(values(row).toArray()));
            for (int index : order) {
                RowWriter writer = appender.begin();
                Object[] row = rows.get(index);
                writer.setLong(0, nanos((Instant) row[0]));
                for (int column = 1; column < schema.size(); column++) {
                    writer.setDecimal(column, (BigDecimal) row[column]);
                }
                appender.commit(0);
            }
        }
    }

    /** Runs a query to the end of its input, drained or not. */
    static Result run(Path input, Path output, boolean drain, Function<ChronicleJournal, StreamFrame> query) {
        return run(input, output, drain, POLL_LIMIT, query);
    }

    /** Runs a query with polls of so many rows. */
    static Result run(
            Path input, Path output, boolean drain, int pollLimit, Function<ChronicleJournal, StreamFrame> query) {
        try (ChronicleJournal source = ChronicleJournal.open(input)) {
            StreamFrame frame = query.apply(source);
            try (ChronicleJournal sink = ChronicleJournal.create(output, frame.schema());
                    QueryInvoker running = frame.writeStream()
                            .queryName("reference")
                            .directory(output.resolveSibling(output.getFileName() + "-query"))
                            .state(ChronicleState.withLimit(64 << 20))
                            .pollLimit(pollLimit)
                            .to(sink)
                            .invoker()) {
                running.processAllAvailable();
                if (drain) {
                    running.drain();
                }
                List<List<Object>> rows = new ArrayList<>();
                try (JournalReader reader = sink.openVerifyingReader()) {
                    drainInto(reader, row -> rows.add(values(row)));
                }
                return new Result(running.progress(), rows);
            }
        }
    }

    private static void drainInto(JournalReader reader, Consumer<RowView> rows) {
        RecordHandler handler = new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                rows.accept(row);
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                throw new AssertionError(reason);
            }
        };
        while (reader.poll(handler, 1024) > 0) {
            // Reads to the end.
        }
    }

    private static List<Object> values(RowView row) {
        List<Object> values = new ArrayList<>();
        for (int column = 0; column < row.schema().size(); column++) {
            values.add(row.get(column));
        }
        return values;
    }

    private static long nanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
    }
}
