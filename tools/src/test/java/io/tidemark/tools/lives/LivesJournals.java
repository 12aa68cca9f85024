package io.tidemark.tools.lives;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.engine.OrderJournal;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RecordHandler;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** The journals of a query, open for one of its lives. */
abstract class LivesJournals implements AutoCloseable {
    /** The input that has this ordinal. */
    abstract JournalSource source(int input);

    /** Appends a row of a time in nanoseconds, a key and a number. */
    abstract void append(int input, long timeNs, String key, long value);

    abstract FailingJournal output();

    abstract FailingJournal late();

    abstract FailingJournal order();

    @Override
    public abstract void close();

    /** Kind and values of all rows, and in which input the cause of each lies. */
    static List<String> rows(JournalSource journal) {
        List<String> rows = new ArrayList<>();
        try (JournalReader reader = journal.openReader()) {
            RecordHandler handler = new RecordHandler() {
                @Override
                public void onRow(RowView row) {
                    rows.add(row.kind() + " " + row.toString().replaceAll("\\[B@\\w+", "bytes") + " of "
                            + reader.causeSource() + " " + checksum(row));
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
        return rows;
    }

    private static long checksum(RowView row) {
        byte[] bytes = new byte[row.length()];
        OffHeap.copyOut(row.address(), bytes, 0, bytes.length);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }

    /** A copy of an order journal in memory. */
    static MemoryJournal copyOrder(JournalSource order) {
        MemoryJournal copy = MemoryJournal.of("order", OrderJournal.schema());
        try (JournalReader reader = order.openReader()) {
            RecordHandler handler = new RecordHandler() {
                @Override
                public void onRow(RowView row) {
                    copy.append(row);
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
        return copy;
    }

    /** In memory: the same journals in each life. */
    static final class InMemory extends LivesJournals {
        private final List<MemoryJournal> sources = List.of(
                MemoryJournal.withIngestTime("left", LivesQuery.LEFT),
                MemoryJournal.withIngestTime("right", LivesQuery.RIGHT));
        private final FailingJournal output = FailingJournal.of(MemoryJournal.output("out"));
        private final FailingJournal late = FailingJournal.of(MemoryJournal.output("late"));
        private final FailingJournal order = FailingJournal.of(MemoryJournal.output("order"));

        @Override
        JournalSource source(int input) {
            return sources.get(input);
        }

        @Override
        void append(int input, long timeNs, String key, long value) {
            sources.get(input).appendValuesAt(timeNs, timeNs, key, value);
        }

        @Override
        FailingJournal output() {
            return output;
        }

        @Override
        FailingJournal late() {
            return late;
        }

        @Override
        FailingJournal order() {
            return order;
        }

        @Override
        public void close() {
            // They live as long as the trial.
        }
    }

    /** In files. */
    static final class InFiles extends LivesJournals {
        private final List<ChronicleJournal> sources = new ArrayList<>();
        private final List<RowAppender> appenders = new ArrayList<>();
        private final ChronicleJournal output;
        private final ChronicleJournal late;
        private final ChronicleJournal order;
        private final List<FailingJournal> failing;

        InFiles(Path directory, Schema outputSchema, Schema lateSchema) {
            sources.add(create(directory.resolve("left"), LivesQuery.LEFT));
            sources.add(create(directory.resolve("right"), LivesQuery.RIGHT));
            sources.forEach(source -> appenders.add(source.openAppender()));
            output = create(directory.resolve("out"), outputSchema);
            late = create(directory.resolve("late"), lateSchema);
            order = create(directory.resolve("order"), OrderJournal.schema());
            failing = List.of(FailingJournal.of(output), FailingJournal.of(late), FailingJournal.of(order));
        }

        private static ChronicleJournal create(Path directory, Schema schema) {
            return ChronicleJournal.at(directory).blockSizeBytes(1 << 20).create(schema);
        }

        @Override
        JournalSource source(int input) {
            return sources.get(input);
        }

        @Override
        void append(int input, long timeNs, String key, long value) {
            RowWriter row = appenders.get(input).begin();
            row.setLong(0, timeNs);
            row.setString(1, key);
            row.setLong(2, value);
            appenders.get(input).commit(timeNs);
        }

        @Override
        FailingJournal output() {
            return failing.get(0);
        }

        @Override
        FailingJournal late() {
            return failing.get(1);
        }

        @Override
        FailingJournal order() {
            return failing.get(2);
        }

        @Override
        public void close() {
            sources.forEach(ChronicleJournal::close);
            output.close();
            late.close();
            order.close();
        }
    }
}
