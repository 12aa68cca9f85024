package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.journal.JournalReader;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repair of a journal with the roll cycle that journals have by default, whose index takes many pages, and rows over many pages. */
final class TailRepairDailyTest {
    private static final Schema ROWS = Schema.parse("n long, note binary");
    private static final int COUNT = 300;

    @TempDir
    private Path root;

    private final List<Long> positions = new ArrayList<>();

    /** Lengths from nothing to 20 KB, the bytes never zero. */
    private static byte[] note(int n) {
        byte[] note = new byte[n % 10 == 0 ? n * 67 : n % 64];
        Arrays.fill(note, (byte) (1 + n % 100));
        return note;
    }

    private void append(RowAppender appender, int n) {
        RowWriter row = appender.begin();
        row.setLong(0, n);
        byte[] note = note(n);
        row.setBytes(1, note, 0, note.length);
        positions.add(appender.commit(n));
    }

    private static ChronicleJournal journal(Path directory) {
        return ChronicleJournal.at(directory).blockSizeBytes(1 << 20).create(ROWS);
    }

    @Test
    void shouldKeepThePrefixWhenPagesOfTheTailAreMissing() throws IOException {
        try (ChronicleJournal journal = journal(root.resolve("whole"));
                RowAppender appender = journal.openAppender()) {
            for (int n = 0; n < COUNT; n++) {
                append(appender, n);
            }
        }
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int cutBefore = 0;
        for (int trial = 0; trial < 25; trial++) {
            String place = "seed " + seed + " trial " + trial;
            Path directory = root.resolve("copy-" + trial);
            StoppedMachine.copy(root.resolve("whole"), directory);
            StoppedMachine.stop(directory);
            Path file = QueueFiles.cycleFiles(directory).get(0);
            int pages = (int) (endOf(file) / StoppedMachine.PAGE_BYTES) + 1;
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                StoppedMachine.zeroPage(file, 1 + random.nextInt(pages - 1));
            }
            if (random.nextBoolean()) {
                StoppedMachine.cut(file, (pages - random.nextInt(40)) * (long) StoppedMachine.PAGE_BYTES);
            }
            int kept = requirePrefix(directory, place);
            cutBefore += kept < COUNT ? 1 : 0;
        }
        assertTrue(cutBefore > 5, "cut in " + cutBefore + " trials");
    }

    private int requirePrefix(Path directory, String place) {
        List<Long> whole = List.copyOf(positions);
        try (ChronicleJournal journal = journal(directory)) {
            try (RowAppender appender = journal.openAppender()) {
                int kept = (int) appender.lastSequence() + 1;
                assertEquals(whole.subList(0, kept), read(journal), place);
                positions.subList(kept, positions.size()).clear();
                append(appender, kept);
                append(appender, kept + 1);
                assertEquals(positions, read(journal), place);
                assertEquals("", journal.faultAfter(JournalReader.NO_POSITION), place);
                try (ChronicleReader reader = journal.openReader()) {
                    assertEquals(positions.get(kept + 1), reader.endPosition(), place);
                }
                return kept;
            } finally {
                positions.clear();
                positions.addAll(whole);
            }
        }
    }

    /** Positions of all rows, which are those with the numbers from 0 on; their checksums are tested. */
    private static List<Long> read(ChronicleJournal journal) {
        Recorder seen;
        try (ChronicleReader reader = journal.openVerifyingReader()) {
            seen = Recorder.readAll(reader);
        }
        assertEquals(List.of(), seen.invalid);
        List<Long> numbers = new ArrayList<>();
        for (long n = 0; n < seen.positions.size(); n++) {
            numbers.add(n);
        }
        assertEquals(numbers, seen.ingestTimes);
        return seen.positions;
    }

    private static long endOf(Path file) {
        try (CycleBytes bytes = new CycleBytes(file)) {
            long at = 0;
            while (bytes.word(at) > 0) {
                at += 4 + (bytes.word(at) & QueueHead.LENGTH) + 3 & ~3L;
            }
            return at;
        }
    }
}
