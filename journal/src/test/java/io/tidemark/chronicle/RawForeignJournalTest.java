package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.error.ErrorCode;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.journal.RowDecoder;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RawForeignJournalTest {
    private static final Schema TICKS = Schema.parse("n long not null, received timestamp, price double");

    /** {@code n i64, received i64, price f64}; -1 is nothing of ours, -2 is bad, -3 forgets n. */
    private static final RowDecoder DECODER = (buffer, offset, length, row) -> {
        long n = buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        if (n == -1) {
            return RowDecoder.SKIP;
        }
        if (n == -2) {
            return "bad tick";
        }
        if (n != -3) {
            row.setLong(0, n);
        }
        row.setLong(1, buffer.getLong(offset + 8, ByteOrder.LITTLE_ENDIAN));
        row.setDouble(2, buffer.getDouble(offset + 16, ByteOrder.LITTLE_ENDIAN));
        return RowDecoder.ROW;
    };

    @TempDir
    private Path directory;

    private static void tick(ForeignQueue queue, long n) {
        ByteBuffer bytes = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(n).putLong(1_000 + n).putDouble(n / 4.0);
        queue.appender.writeBytes(Bytes.wrapForRead(bytes.array()));
    }

    @Test
    void shouldDecodeSkipAndReportDocuments() {
        ForeignQueue.write(directory, queue -> {
            for (long n : new long[] {5, -1, -2, -3, 6}) {
                tick(queue, n);
            }
            queue.appender.writeBytes(Bytes.wrapForRead(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}));
        });
        try (ForeignJournal journal = ForeignJournal.raw(directory, TICKS, DECODER);
                JournalReader reader = journal.openReader()) {
            assertFalse(journal.recordsIngestTime());
            assertEquals(directory.toString(), journal.name());
            Recorder seen = new Recorder();
            assertEquals(6, reader.poll(seen, 100));
            assertEquals(
                    List.of(
                            "{n=5, received=1970-01-01T00:00:00.000001005Z, price=1.25}",
                            "{n=6, received=1970-01-01T00:00:00.000001006Z, price=1.5}"),
                    seen.rows);
            assertEquals(
                    List.of(
                            "bad tick",
                            "A column that may not be null has no value.",
                            "The decoder read outside the record."),
                    seen.invalid);
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, seen.invalidBytes.get(2));
            assertEquals(RowView.NO_INGEST_TIME, seen.ingestTimes.get(0));
            assertEquals(reader.endPosition(), reader.position());
            assertEquals(JournalReader.NO_SEQUENCE, reader.sequence());
        }
    }

    @Test
    void shouldTakeTheIngestTimeFromItsColumn() {
        ForeignQueue.write(directory, queue -> tick(queue, 7));
        ForeignJournal plain = ForeignJournal.raw(directory, TICKS, DECODER);
        try (ForeignJournal journal = plain.withIngestTime("received")) {
            assertTrue(journal.recordsIngestTime());
            assertEquals(List.of(1_007L), Recorder.readAll(journal.openReader()).ingestTimes);
        }
        Fails.with(ErrorCode.TYPE_MISMATCH, () -> plain.withIngestTime("price"));
        Fails.with(ErrorCode.COLUMN_UNKNOWN, () -> plain.withIngestTime("other"));
    }

    @Test
    void shouldResumeFromEveryPositionOverFiles() {
        List<Long> positions = new ArrayList<>();
        ForeignQueue.write(directory, queue -> {
            for (int n = 0; n < 40; n++) {
                tick(queue, n % 4 == 3 ? -1 : n);
                positions.add(queue.appender.lastIndexAppended());
                queue.time.advanceMillis(200);
            }
        });
        try (ForeignJournal journal = ForeignJournal.raw(directory, TICKS, DECODER);
                JournalReader reader = journal.openReader()) {
            for (int after = -1; after < 40; after++) {
                reader.moveAfter(after < 0 ? JournalReader.NO_POSITION : positions.get(after));
                List<Long> expected = new ArrayList<>();
                for (int n = after + 1; n < 40; n++) {
                    if (n % 4 != 3) {
                        expected.add(positions.get(n));
                    }
                }
                assertEquals(expected, Recorder.readAll(reader).positions);
                assertEquals(positions.get(39), reader.position());
            }
            Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.moveAfter(positions.get(39) + 1));
        }
    }

    @Test
    void shouldFollowALiveWriterAndWriteNothing() throws IOException {
        try (ForeignQueue queue = new ForeignQueue(directory);
                ForeignJournal journal = ForeignJournal.raw(directory, TICKS, DECODER);
                JournalReader reader = journal.openReader()) {
            Recorder seen = new Recorder();
            for (int n = 0; n < 5_000; n++) {
                tick(queue, n);
                if (n % 500 == 0) {
                    queue.time.advanceMillis(1_500);
                }
                if (n % 3 == 0) {
                    while (reader.poll(seen, 100) > 0) {
                        continue;
                    }
                    assertEquals(n + 1, seen.rows.size());
                }
            }
        }
        Map<String, String> before = QueueBytes.fingerprint(directory);
        try (ForeignJournal journal = ForeignJournal.raw(directory, TICKS, DECODER)) {
            assertEquals(5_000, Recorder.readAll(journal.openReader()).rows.size());
        }
        assertEquals(before, QueueBytes.fingerprint(directory));
    }

    @Test
    void shouldSayWhatIsNoQueue() throws IOException {
        Fails.with(ErrorCode.JOURNAL_MISSING, () -> ForeignJournal.raw(directory.resolve("none"), TICKS, DECODER));
        Fails.with(ErrorCode.JOURNAL_INVALID, () -> ForeignJournal.raw(directory, TICKS, DECODER));
        Path file = Files.writeString(directory.resolve("file"), "x");
        Fails.with(ErrorCode.JOURNAL_INVALID, () -> ForeignJournal.raw(file, TICKS, DECODER));
        assertEquals(1, directory.toFile().list().length);
    }

    @Test
    void shouldLetAFaultOfTheDecoderThrough() {
        ForeignQueue.write(directory, queue -> tick(queue, 1));
        RowDecoder broken = (buffer, offset, length, row) -> {
            throw new IllegalStateException("broken");
        };
        try (ForeignJournal journal = ForeignJournal.raw(directory, TICKS, broken);
                JournalReader reader = journal.openReader()) {
            assertThrows(IllegalStateException.class, () -> reader.poll(new Recorder(), 1));
        }
    }

    @Test
    void shouldAllocateNothingPerDocument() {
        int documents = 200_000;
        ForeignQueue.write(directory, queue -> {
            for (int n = 0; n < documents; n++) {
                tick(queue, n);
            }
        });
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] sum = new long[1];
        RecordHandler handler = new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                sum[0] += row.getLong(0);
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                throw new AssertionError(reason);
            }
        };
        double bytesPerRow = Double.MAX_VALUE;
        try (ForeignJournal journal = ForeignJournal.raw(directory, TICKS, DECODER);
                JournalReader reader = journal.openReader()) {
            for (int round = 0; round < 3; round++) {
                reader.moveAfter(JournalReader.NO_POSITION);
                reader.poll(handler, 1);
                long before = threads.getCurrentThreadAllocatedBytes();
                while (reader.poll(handler, 100) > 0) {
                    continue;
                }
                bytesPerRow =
                        Math.min(bytesPerRow, (double) (threads.getCurrentThreadAllocatedBytes() - before) / documents);
            }
        }
        assertEquals(3L * documents * (documents - 1) / 2, sum[0]);
        assertTrue(bytesPerRow <= 0.1, bytesPerRow + " bytes per row");
    }
}
