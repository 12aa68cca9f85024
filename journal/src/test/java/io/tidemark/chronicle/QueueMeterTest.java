package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.Backlog;
import io.tidemark.journal.JournalMeter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backlog by arithmetic, against counts and sizes that are written down. */
final class QueueMeterTest {
    private static final Schema NUMBERS = Schema.parse("n long");
    private static final long START = 1_700_000_000_000_000_000L;

    @TempDir
    private Path directory;

    private final SetTimeProvider time = new SetTimeProvider(START);
    private final List<Long> positions = new ArrayList<>();
    private int rowBytes;

    private ChronicleJournal create() {
        return ChronicleJournal.at(directory)
                .rollCycle(TestRollCycles.TEST4_SECONDLY)
                .rollTime(time)
                .blockSizeBytes(64 << 10)
                .create(NUMBERS);
    }

    private void append(RowAppender appender, int rows) {
        for (int i = 0; i < rows; i++) {
            appender.begin().setLong(0, positions.size());
            positions.add(appender.commit());
        }
    }

    @Test
    void shouldMeasureAnEmptyJournalAndOneThatGrows() {
        try (ChronicleJournal journal = create();
                RowAppender appender = journal.openAppender(() -> START + positions.size());
                JournalMeter meter = journal.openMeter()) {
            assertEquals(new Backlog(-1, 0, 0, RowView.NO_INGEST_TIME, 0), meter.measure(-1));
            append(appender, 3);
            Backlog all = meter.measure(-1);
            assertEquals(3, all.records());
            assertEquals(positions.get(2), all.endPosition());
            assertEquals(START, all.oldestIngestTimeNs());
            assertEquals(3, all.arrivedRecords());
            Backlog one = meter.measure(positions.get(1));
            assertEquals(1, one.records());
            assertEquals(START + 2, one.oldestIngestTimeNs());
            assertEquals(recordBytes(), one.bytes());
            assertEquals(0, meter.measure(positions.get(2)).records());
            assertEquals(0, meter.measure(positions.get(2)).bytes());
        }
    }

    /** Five files of ten rows; seconds without a row leave out files. */
    @Test
    void shouldCountExactlyOverSeveralFiles() {
        try (ChronicleJournal journal = create();
                RowAppender appender = journal.openAppender();
                JournalMeter meter = journal.openMeter()) {
            for (int cycle = 0; cycle < 5; cycle++) {
                append(appender, 10);
                time.advanceMillis(1_000 + 2_000 * (cycle % 2));
                assertEquals(cycle * 10 + 10, meter.measure(-1).records());
            }
            assertEquals(5, QueueFiles.cycleFiles(directory).size());
            long before = Long.MAX_VALUE;
            for (int after = -1; after < 50; after++) {
                Backlog backlog = meter.measure(after < 0 ? -1 : positions.get(after));
                assertEquals(49 - after, backlog.records(), "after record " + after);
                assertTrue(backlog.bytes() < before, "bytes after record " + after);
                before = backlog.bytes();
                assertEquals(40, backlog.arrivedRecords(), "of 50 the first ten were there at the first measurement");
            }
        }
    }

    /** Between the last record of a file and the first of the next one stand head and index of that file. */
    @Test
    void shouldCountTheBytesOfWholeFilesBetween() {
        try (ChronicleJournal journal = create();
                RowAppender appender = journal.openAppender();
                JournalMeter meter = journal.openMeter()) {
            append(appender, 4);
            long fourth = meter.measure(positions.get(2)).bytes();
            assertEquals(recordBytes(), fourth);
            time.advanceMillis(1_000);
            append(appender, 2);
            long inNext = meter.measure(positions.get(3)).bytes();
            assertEquals(2 * recordBytes(), inNext, "the first unread record stands in the newest file");
            long overBoth = meter.measure(positions.get(2)).bytes();
            List<Path> files = QueueFiles.cycleFiles(directory);
            try (CycleBytes newest = new CycleBytes(files.get(1))) {
                long end = lastDocument(newest) + recordBytes();
                assertEquals(
                        recordBytes() + end,
                        overBoth,
                        "the record of the first file, and the second one from its head on");
            }
        }
    }

    @Test
    void shouldStartAtTheOldestFileThatIsLeftAndSayWhatIsGone() throws IOException {
        try (ChronicleJournal journal = create();
                RowAppender appender = journal.openAppender()) {
            for (int cycle = 0; cycle < 3; cycle++) {
                append(appender, 10);
                time.advanceMillis(1_000);
            }
            try (JournalMeter meter = journal.openMeter()) {
                assertEquals(30, meter.measure(-1).records());
                Files.delete(QueueFiles.cycleFiles(directory).get(0));
                assertEquals(10, meter.measure(positions.get(19)).records());
            }
            try (JournalMeter meter = journal.openMeter()) {
                assertEquals(20, meter.measure(-1).records());
                TidemarkException gone = assertThrows(TidemarkException.class, () -> meter.measure(positions.get(5)));
                assertEquals(ErrorCode.SOURCE_RETENTION_GAP, gone.code());
                assertEquals(20, meter.measure(-1).records(), "and goes on");
            }
        }
    }

    @Test
    void shouldCountTheDocumentsOfAnotherProgram() {
        try (ForeignQueue queue = new ForeignQueue(directory)) {
            write(queue, 2);
            try (ForeignJournal journal =
                            ForeignJournal.raw(directory, NUMBERS, (buffer, offset, length, row) -> null);
                    JournalMeter meter = journal.openMeter()) {
                assertEquals(2, meter.measure(-1).records());
                assertEquals(RowView.NO_INGEST_TIME, meter.measure(-1).oldestIngestTimeNs());
                queue.time.advanceMillis(1_000);
                write(queue, 3);
                queue.time.advanceMillis(5_000);
                write(queue, 4);
                for (int after = -1; after < 9; after++) {
                    Backlog backlog = meter.measure(after < 0 ? -1 : positions.get(after));
                    assertEquals(8 - after, backlog.records(), "after document " + after);
                    assertEquals(7, backlog.arrivedRecords());
                }
            }
        }
    }

    private void write(ForeignQueue queue, int documents) {
        for (int i = 0; i < documents; i++) {
            queue.appender.writeBytes(Bytes.from("document"));
            positions.add(queue.appender.lastIndexAppended());
        }
    }

    /** A word of length, 40 bytes of header, the row; places are multiples of 4. */
    private long recordBytes() {
        if (rowBytes == 0) {
            try (ChronicleJournal journal = ChronicleJournal.openReadOnly(directory);
                    ChronicleReader reader = journal.openReader()) {
                reader.poll(
                        new RecordHandler() {
                            @Override
                            public void onRow(RowView row) {
                                rowBytes = row.length();
                            }

                            @Override
                            public void onInvalid(RowView record, String reason) {
                                throw new AssertionError(reason);
                            }
                        },
                        1);
            }
        }
        return 4 + 40 + rowBytes;
    }

    private static long lastDocument(CycleBytes bytes) {
        return CycleIndex.writePosition(bytes, bytes.word(0) & QueueHead.LENGTH);
    }
}
