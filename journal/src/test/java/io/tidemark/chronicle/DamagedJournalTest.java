package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.JournalReader;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DamagedJournalTest {
    private static final Schema NOTES = Schema.parse("note string, n long");
    // A row is 8 bytes of null bits, 16 of slots, then the text; the header takes 40 bytes before it.
    private static final int TEXT_IN_RECORD = 40 + 8 + 16;

    @TempDir
    private Path directory;

    private final List<Long> positions = new ArrayList<>();

    private void write(int rows) {
        try (ChronicleJournal journal =
                        ChronicleJournal.at(directory).blockSizeBytes(1 << 20).create(NOTES);
                RowAppender appender = journal.openAppender()) {
            for (int i = 0; i < rows; i++) {
                appender.begin().setString(0, "note-" + i + "-end");
                positions.add(appender.commit(i));
            }
        }
    }

    private void damage(int row, int offsetInRecord, int mask) throws IOException {
        byte[] text = ("note-" + row + "-end").getBytes(StandardCharsets.UTF_8);
        QueueBytes.damage(directory, text, offsetInRecord - TEXT_IN_RECORD, mask);
    }

    @Test
    void shouldReportADamagedValueOnlyWhenItVerifies() throws IOException {
        write(5);
        damage(2, TEXT_IN_RECORD + 1, 0x01);
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            Recorder plain = Recorder.readAll(journal.openReader());
            assertEquals("{note=nnte-2-end, n=null}", plain.rows.get(2));

            Recorder verified = Recorder.readAll(journal.openVerifyingReader());
            assertEquals(positions, verified.positions);
            assertEquals(4, verified.rows.size());
            assertEquals(List.of("The checksum is not that of the bytes."), verified.invalid);
            byte[] raw = verified.invalidBytes.get(0);
            assertEquals(40 + 40, raw.length);
            assertEquals("nnte-2-end", new String(raw, TEXT_IN_RECORD, 10, StandardCharsets.UTF_8));

            JournalCheck check = journal.check(JournalReader.NO_POSITION);
            assertEquals(2, check.records());
            assertEquals(positions.get(1), check.lastPosition());
            assertEquals(1, check.lastSequence());
            assertEquals(positions.get(2), check.faultPosition());
            assertFalse(check.isIntact());
            String message = Fails.with(ErrorCode.RECORD_CORRUPT, () -> check.requireIntact("notes"));
            assertTrue(message.contains(Long.toHexString(positions.get(2))), message);
            assertTrue(journal.check(positions.get(2)).isIntact());
        }
    }

    @Test
    void shouldReportDamageAnywhereInTheRecordWhenItVerifies() throws IOException {
        write(1);
        byte[] text = "note-0-end".getBytes(StandardCharsets.UTF_8);
        for (int offset = 0; offset < 80; offset++) {
            if (offset >= TEXT_IN_RECORD && offset < TEXT_IN_RECORD + text.length) {
                continue;
            }
            damage(0, offset, 0x40);
            try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
                Recorder seen = Recorder.readAll(journal.openVerifyingReader());
                assertEquals(1, seen.invalid.size(), "byte " + offset);
                assertEquals(0, seen.rows.size(), "byte " + offset);
            }
            damage(0, offset, 0x40);
        }
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            assertTrue(journal.check(-1).isIntact());
        }
    }

    @Test
    void shouldReportHeadersThatMakeNoSenseWithoutVerifying() throws IOException {
        write(5);
        damage(0, 0, 0x02);
        damage(1, 1, 0x10);
        damage(2, 4, 0x08);
        damage(3, 40 + 8 + 4, 0x40);
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            Recorder seen = Recorder.readAll(journal.openReader());
            assertEquals(
                    List.of(
                            "The record has a version that is not known.",
                            "The record has a kind that is not known.",
                            "The header gives another length than the record has.",
                            "A text or binary value lies outside the row."),
                    seen.invalid);
            assertEquals(List.of("{note=note-4-end, n=null}"), seen.rows);
        }
    }

    @Test
    void shouldReportForeignRecordsInTheJournal() {
        write(1);
        byte[] shortRecord = {1, 0, 0, 0, 8};
        byte[] emptyRow = new byte[40];
        emptyRow[0] = 1;
        try (SingleChronicleQueue queue = SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(LargeRollCycles.LARGE_DAILY)
                .blockSize(1 << 20)
                .build()) {
            try (var appender = queue.createAppender()) {
                appender.writeBytes(Bytes.wrapForRead(shortRecord));
                appender.writeBytes(Bytes.wrapForRead(emptyRow));
            }
        }
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            Recorder seen = Recorder.readAll(journal.openReader());
            assertEquals(
                    List.of("The record is shorter than a header.", "The row is shorter than its schema demands."),
                    seen.invalid);
            assertArrayEquals(shortRecord, seen.invalidBytes.get(0));
            assertEquals(RowView.NO_INGEST_TIME, seen.ingestTimes.get(1));

            try (RowAppender appender = journal.openAppender()) {
                assertEquals(0, appender.lastSequence());
                appender.begin().setString(0, "after");
                appender.commit();
            }
            assertEquals(
                    List.of("{note=note-0-end, n=null}", "{note=after, n=null}"),
                    Recorder.readAll(journal.openVerifyingReader()).rows);
        }
    }

    @Test
    void shouldTakeTheLastValidRecordForTheLastSequence() throws IOException {
        write(5);
        damage(4, TEXT_IN_RECORD, 0x20);
        damage(3, 8, 0x20);
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                RowAppender appender = journal.openAppender()) {
            assertEquals(2, appender.lastSequence());
        }
    }

    @Test
    void shouldRefuseDamageInFrontOfValidRecordsThatNoStopOfTheMachineExplains() throws IOException {
        write(5);
        damage(3, TEXT_IN_RECORD, 0x20);
        Files.writeString(
                directory.resolve("writer.lock"),
                "format=1\npid=4\nboot=11111111-2222-3333-4444-555555555555\nclean=false\n");
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                String message = Fails.with(ErrorCode.RECORD_CORRUPT, journal::openAppender);
                assertTrue(message.contains(Long.toHexString(positions.get(3))), message);
            }
        }
    }

    @Test
    void shouldAppendToAnIntactTailAfterTheMachineHasStopped() throws IOException {
        write(5);
        Files.writeString(directory.resolve("writer.lock"), "format=1\npid=4\nboot=other\nclean=false\n");
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                RowAppender appender = journal.openAppender()) {
            assertEquals(4, appender.lastSequence());
        }
    }

    @Test
    void shouldTellAnEarlyEndOfAReaderThatGoesForward() throws IOException {
        write(5);
        // The queue's own header, 4 bytes before the record: zero is the end for a reader that goes forward.
        byte[] text = "note-3-end".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 4; i++) {
            QueueBytes.clear(directory, text, i - TEXT_IN_RECORD - 4);
        }
        Files.writeString(directory.resolve("writer.lock"), "format=1\npid=4\nboot=other\nclean=false\n");
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            assertEquals(
                    new JournalCheck(
                            3, positions.get(2), 2, -1, "A reader that goes forward stops before the last record."),
                    journal.check(JournalReader.NO_POSITION));
            try (RowAppender appender = journal.openAppender()) {
                assertEquals(2, appender.lastSequence());
                assertEquals(positions.get(2), appender.position());
                assertTrue(appender.repaired().contains(Long.toHexString(positions.get(3))), appender.repaired());
            }
            assertEquals(3, journal.check(JournalReader.NO_POSITION).records());
        }
    }

    @Test
    void shouldThrowWhereRecordsAreMissingBetweenTwo() {
        write(2);
        try (SingleChronicleQueue queue = SingleChronicleQueueBuilder.binary(directory)
                        .rollCycle(LargeRollCycles.LARGE_DAILY)
                        .blockSize(1 << 20)
                        .build();
                RecordBuffer record = new RecordBuffer()) {
            long at = record.claim(40 + 24);
            RecordHeader.put(at, 0, 24, 3, 0, -1, 0);
            OffHeap.zero(at + 40, 24);
            record.seal(64);
            try (var appender = queue.createAppender()) {
                appender.writeBytes(new PointerBytesStore() {
                    {
                        set(at, 64);
                    }
                });
                positions.add(appender.lastIndexAppended());
            }
        }
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            ChronicleReader reader = journal.openReader();
            Recorder seen = new Recorder();
            for (int attempt = 0; attempt < 2; attempt++) {
                String message = Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.poll(seen, 9));
                assertTrue(message.contains("sequence 3, not 2"), message);
            }
            assertEquals(positions.subList(0, 2), seen.positions);
            assertEquals(positions.get(1), reader.position());
            JournalCheck check = journal.check(-1);
            assertEquals(
                    new JournalCheck(2, positions.get(1), 1, positions.get(2), "Records before it are missing."),
                    check);
            assertEquals(Arrays.asList(0L, 1L), seen.ingestTimes);
        }
    }
}
