package io.tidemark.tools.crash;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.ChronicleReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A record of a journal with all that must be the same after a crash; the place in the journal need not be.
 *
 * @param payload the row as hexadecimal digits
 * @param text the row for people
 */
record StoredRecord(
        long sequence, RowKind kind, long ingestTimeNs, long cause, int causeSource, String payload, String text) {
    /** Reads a journal forward, testing checksums; a journal that was not made yet is empty. */
    static List<StoredRecord> readAll(Path directory) {
        if (!Files.exists(directory.resolve("schema.json"))) {
            return List.of();
        }
        List<StoredRecord> records = new ArrayList<>();
        try (ChronicleJournal journal = ChronicleJournal.openReadOnly(directory);
                ChronicleReader reader = journal.openVerifyingReader()) {
            RecordHandler handler = new RecordHandler() {
                @Override
                public void onRow(RowView row) {
                    records.add(of(row, reader));
                }

                @Override
                public void onInvalid(RowView record, String reason) {
                    throw new AssertionError("record " + reader.sequence() + " of " + directory + ": " + reason);
                }
            };
            while (reader.poll(handler, 1024) > 0) {
                // Reads to the end.
            }
        }
        return records;
    }

    private static StoredRecord of(RowView row, ChronicleReader reader) {
        byte[] bytes = new byte[row.length()];
        OffHeap.copyOut(row.address(), bytes, 0, bytes.length);
        return new StoredRecord(
                reader.sequence(),
                row.kind(),
                row.ingestTimeNs(),
                reader.cause(),
                reader.causeSource(),
                HexFormat.of().formatHex(bytes),
                row.toString().replaceAll("\\[B@[0-9a-f]+", "(bytes)"));
    }
}
