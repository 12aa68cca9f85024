package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.agrona.concurrent.AgentRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages are touched ahead and nothing else changes; how many faults that saves is counted, not timed. */
final class PageTouchTest {
    private static final Schema NUMBERS = Schema.parse("n long, a long, b long, c long, d long, e long, f long");
    private static final int RECORD_BYTES = 4 + 40 + 64;
    private static final long MIB = 1 << 20;

    @TempDir
    private Path directory;

    private long number;

    private void append(RowAppender appender, int rows) {
        for (int i = 0; i < rows; i++) {
            appender.begin().setLong(0, number++);
            appender.commit(0);
        }
    }

    @Test
    void shouldLeaveEveryRowAsItIsWhileItRunsBesideAppenderAndReader() {
        int rows = 400_000;
        try (ChronicleJournal journal =
                        ChronicleJournal.at(directory).blockSizeBytes(MIB).create(NUMBERS);
                AgentRunner touching = PageTouch.of(journal).ahead(2 * MIB).start();
                RowAppender appender = journal.openAppender();
                ChronicleReader reader = journal.openVerifyingReader()) {
            Recorder seen = new Recorder();
            while (number < rows) {
                append(appender, 1_000);
                while (reader.poll(seen, 256) > 0) {
                    continue;
                }
            }
            assertEquals(rows, seen.rows.size());
            journal.check(JournalReader.NO_POSITION).requireIntact("journal");
            PageTouch touch = (PageTouch) touching.agent();
            assertTrue(touch.touchedBytes() > 0 || !PageAdvice.available());
        }
    }

    @Test
    void shouldFollowIntoTheNextFile() {
        assumeTrue(PageAdvice.available());
        SetTimeProvider time = new SetTimeProvider(1_700_000_000_000_000_000L);
        PageTouch touch;
        try (ChronicleJournal journal = ChronicleJournal.at(directory)
                        .rollCycle(TestRollCycles.TEST4_SECONDLY)
                        .rollTime(time)
                        .blockSizeBytes(64 << 10)
                        .create(NUMBERS);
                RowAppender appender = journal.openAppender();
                ChronicleReader reader = journal.openReader()) {
            touch = PageTouch.of(journal).ahead(MIB);
            touch.onStart();
            Recorder seen = new Recorder();
            for (int file = 0; file < 3; file++) {
                append(appender, 10);
                while (reader.poll(seen, 256) > 0) {
                    continue;
                }
                long before = touch.touchedBytes();
                while (touch.doWork() > 0) {
                    continue;
                }
                assertTrue(touch.touchedBytes() - before >= MIB - (64 << 10), "bytes of file " + file);
                time.advanceMillis(1_000);
            }
            assertEquals(30, seen.rows.size());
        }
        assertEquals(0, touch.doWork());
        touch.onClose();
        assertEquals(3, QueueFiles.cycleFiles(directory).size());
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                RowAppender appender = journal.openAppender()) {
            assertEquals("", appender.repaired());
            assertEquals(29, appender.lastSequence());
        }
    }

    @Test
    void shouldLetTheAppenderMeetFewFaults() throws IOException {
        assumeTrue(PageAdvice.available() && Files.exists(Path.of("/proc/thread-self/stat")));
        try (ChronicleJournal journal = ChronicleJournal.create(directory, NUMBERS);
                RowAppender appender = journal.openAppender()) {
            append(appender, 20_000);
            int rows = (int) (4 * MIB / RECORD_BYTES);
            long without = faults();
            append(appender, rows);
            without = faults() - without;
            try (AgentRunner touching = PageTouch.of(journal).ahead(8 * MIB).start()) {
                PageTouch touch = (PageTouch) touching.agent();
                while (touch.touchedBytes() < 7 * MIB) {
                    Thread.onSpinWait();
                }
                long with = faults();
                append(appender, rows);
                with = faults() - with;
                assertTrue(without >= 900, "faults without: " + without);
                assertTrue(with < without / 4, "faults: " + without + " without, " + with + " with");
            }
        }
    }

    /** Faults of this thread that needed no disk, the 10th field of its line behind the name in brackets. */
    private static long faults() throws IOException {
        String line = Files.readString(Path.of("/proc/thread-self/stat"));
        return Long.parseLong(line.substring(line.lastIndexOf(')') + 2).split(" ")[7]);
    }

    @Test
    void shouldTouchNothingBelowTheFloorOfTheDisk() {
        long[] usable = {10 * MIB};
        try (ChronicleJournal journal = ChronicleJournal.at(directory)
                        .minFreeBytes(4 * MIB)
                        .usableBytes(() -> usable[0])
                        .create(NUMBERS);
                RowAppender appender = journal.openAppender()) {
            append(appender, 10);
            PageTouch touch = PageTouch.of(journal).ahead(8 * MIB);
            touch.onStart();
            assertEquals(0, touch.doWork());
            usable[0] = 100 * MIB;
            assertTrue(touch.doWork() > 0 || !PageAdvice.available());
            touch.onClose();
        }
    }

    @Test
    void shouldRefuseADistanceThatIsNotPossible() {
        PageTouch touch = PageTouch.of();
        for (long bytes : new long[] {-1, 0, MIB - 1, (1L << 30) + 1}) {
            TidemarkException refused = assertThrows(TidemarkException.class, () -> touch.ahead(bytes));
            assertEquals(ErrorCode.SETTING_INVALID, refused.code());
        }
    }
}
