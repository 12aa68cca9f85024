package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalForceTest {
    private static final Schema NUMBERS = Schema.parse("n long");

    @TempDir
    private Path directory;

    private final SetTimeProvider time = new SetTimeProvider(1_700_000_000_000_000_000L);

    private ChronicleJournal create() {
        return ChronicleJournal.at(directory)
                .rollCycle(TestRollCycles.TEST4_SECONDLY)
                .rollTime(time)
                .blockSizeBytes(64 << 10)
                .create(NUMBERS);
    }

    private static long append(RowAppender appender, long n) {
        appender.begin().setLong(0, n);
        return appender.commit(n);
    }

    @Test
    void shouldForceFromAnyThreadWhileRowsAreAppendedAndFilesGo() throws Exception {
        try (ChronicleJournal journal = create();
                RowAppender appender = journal.openAppender()) {
            AtomicReference<Throwable> failed = new AtomicReference<>();
            Thread forcing = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    journal.force();
                }
            });
            forcing.setUncaughtExceptionHandler((thread, e) -> failed.set(e));
            forcing.start();
            for (int n = 0; n < 5_000; n++) {
                append(appender, n);
                if (n % 500 == 0) {
                    time.advanceMillis(1_000);
                }
                if (n == 2_500) {
                    Files.delete(QueueFiles.cycleFiles(directory).get(0));
                }
            }
            forcing.join();
            assertEquals(null, failed.get());
            journal.force();
        }
    }

    @Test
    void shouldForceAJournalThatOthersAppendTo() {
        try (ChronicleJournal journal = create();
                RowAppender appender = journal.openAppender();
                ChronicleJournal reading = ChronicleJournal.openReadOnly(directory)) {
            append(appender, 1);
            reading.force();
        }
    }

    @Test
    void shouldFailWhenTheDirectoryIsGone() throws IOException {
        try (ChronicleJournal journal = create()) {
            Files.delete(directory.resolve("metadata.cq4t"));
            Files.delete(directory.resolve("schema.json"));
            Files.delete(directory);
            Fails.with(ErrorCode.IO_FAILED, journal::force);
            Files.createDirectory(directory);
        }
    }

    @Test
    void shouldKnowThePositionOfTheLastRecordWhenOpenedAndAfterEachAppend() {
        try (ChronicleJournal journal = create()) {
            long last = JournalReader.NO_POSITION;
            for (int opened = 0; opened < 4; opened++) {
                try (JournalWriter writer = journal.openWriter(NUMBERS)) {
                    assertEquals(last, writer.position());
                    writer.flush();
                    assertEquals("", writer.repaired());
                }
                try (RowAppender appender = journal.openAppender()) {
                    assertEquals(last, appender.position());
                    last = append(appender, opened);
                    assertEquals(last, appender.position());
                }
                time.advanceMillis(1_000);
            }
            try (ChronicleReader reader = journal.openReader()) {
                assertEquals(last, reader.endPosition());
            }
        }
    }

    @Test
    void shouldTellWhatIsWrongAfterAPositionInASentence() throws IOException {
        List<Long> positions = new ArrayList<>();
        try (ChronicleJournal journal = create()) {
            try (RowAppender appender = journal.openAppender()) {
                for (int cycle = 0; cycle < 3; cycle++) {
                    for (int n = 0; n < 100; n++) {
                        positions.add(append(appender, n));
                    }
                    time.advanceMillis(1_000);
                }
            }
            assertEquals("", journal.faultAfter(JournalReader.NO_POSITION));
            assertEquals("", journal.faultAfter(positions.get(299)));

            StoppedMachine.zeroPage(QueueFiles.cycleFiles(directory).get(1), 1);
            String fault = journal.faultAfter(positions.get(10));
            assertTrue(fault.contains("is damaged"), fault);
            assertTrue(fault.contains(directory.toString()), fault);
            assertEquals("", journal.faultAfter(positions.get(200)));

            Files.delete(QueueFiles.cycleFiles(directory).get(0));
            fault = journal.faultAfter(positions.get(10));
            assertTrue(fault.contains(Long.toHexString(positions.get(10))), fault);
        }
    }
}
