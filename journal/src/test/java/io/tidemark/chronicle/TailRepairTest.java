package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stop of the machine leaves of a journal, page by page, and what an appender makes of it. */
final class TailRepairTest {
    private static final Schema ROWS = Schema.parse("n long, note string");
    private static final int CYCLES = 4;
    private static final int PER_CYCLE = 250;

    @TempDir
    private Path root;

    private final List<Long> positions = new ArrayList<>();
    private final List<String> rows = new ArrayList<>();
    private SetTimeProvider time;
    private int copies;

    /** Four files of 250 rows of 80 to 700 bytes. */
    @BeforeEach
    void write() {
        time = new SetTimeProvider(1_700_000_000_000_000_000L);
        try (ChronicleJournal journal =
                        journal(root.resolve("whole"), step -> {}).create(ROWS);
                RowAppender appender = journal.openAppender()) {
            for (int cycle = 0; cycle < CYCLES; cycle++) {
                for (int i = 0; i < PER_CYCLE; i++) {
                    append(appender, rows.size(), positions);
                    rows.add(text(rows.size()));
                }
                time.advanceMillis(1_000);
            }
        }
    }

    private ChronicleJournal.Builder journal(Path directory, Consumer<String> afterStep) {
        return ChronicleJournal.at(directory)
                .rollCycle(TestRollCycles.TEST4_SECONDLY)
                .rollTime(time)
                .blockSizeBytes(64 << 10)
                .afterRepairStep(afterStep);
    }

    private static void append(RowAppender appender, int n, List<Long> positions) {
        RowWriter row = appender.begin();
        row.setLong(0, n);
        row.setString(1, note(n));
        positions.add(appender.commit(n));
    }

    private static String note(int n) {
        return "x".repeat(n * 37 % 600);
    }

    private static String text(int n) {
        return "{n=" + n + ", note=" + note(n) + "}";
    }

    private Path stopped() throws IOException {
        Path directory = root.resolve("copy-" + copies++);
        StoppedMachine.copy(root.resolve("whole"), directory);
        StoppedMachine.stop(directory);
        return directory;
    }

    private static Path file(Path directory, int cycle) {
        return QueueFiles.cycleFiles(directory).get(cycle);
    }

    /** Opens an appender and expects a prefix of the rows, and that what it appends is seen. */
    private int requirePrefix(Path directory, String place) {
        int files = QueueFiles.cycleFiles(directory).size();
        int kept;
        List<Long> seenPositions;
        try (ChronicleJournal journal = journal(directory, step -> {}).open()) {
            JournalReader before;
            try (RowAppender appender = journal.openAppender()) {
                kept = (int) appender.lastSequence() + 1;
                assertEquals(kept == 0 ? -1 : positions.get(kept - 1), appender.position(), place);
                // A newest file that is gone without a trace is not damage that the journal alone can tell.
                assertEquals(
                        kept < Math.min(files, CYCLES) * PER_CYCLE,
                        appender.repaired().contains("cannot be read")
                                || appender.repaired().contains("begun"),
                        place + ": " + appender.repaired());
                before = journal.openVerifyingReader();
                Recorder recorded = new Recorder();
                before.poll(recorded, Integer.MAX_VALUE);
                assertEquals(rows.subList(0, kept), recorded.rows, place);
                assertEquals(positions.subList(0, kept), recorded.positions, place);
                seenPositions = new ArrayList<>(positions.subList(0, kept));
                append(appender, kept, seenPositions);
                time.advanceMillis(1_000);
                append(appender, kept + 1, seenPositions);
                before.poll(recorded, Integer.MAX_VALUE);
                assertEquals(seenPositions, recorded.positions, place);
                assertEquals(text(kept + 1), recorded.rows.get(kept + 1), place);
            }
            before.close();
        }
        try (ChronicleJournal journal = journal(directory, step -> {}).open();
                ChronicleReader fresh = journal.openVerifyingReader()) {
            assertEquals(seenPositions.get(kept + 1), fresh.endPosition(), place);
            assertEquals(seenPositions, Recorder.readAll(fresh).positions, place);
            for (int at = 0; at < seenPositions.size(); at += 97) {
                fresh.moveAfter(seenPositions.get(at));
                assertEquals(seenPositions.get(at), fresh.position(), place);
            }
            try (RowAppender appender = journal.openAppender()) {
                assertEquals(kept + 1, appender.lastSequence(), place);
                assertEquals("", appender.repaired(), place);
            }
        }
        time.advanceMillis(-1_000);
        return kept;
    }

    private static int pagesOf(Path file) throws IOException {
        try (CycleBytes bytes = new CycleBytes(file)) {
            long at = bytes.size();
            while (at > 0 && bytes.isZero(at - StoppedMachine.PAGE_BYTES, at)) {
                at -= StoppedMachine.PAGE_BYTES;
            }
            return (int) (at / StoppedMachine.PAGE_BYTES);
        }
    }

    @Test
    void shouldCutNothingWhenNothingIsDamaged() throws IOException {
        Path directory = stopped();
        try (ChronicleJournal journal = journal(directory, step -> {}).open();
                RowAppender appender = journal.openAppender()) {
            assertEquals("", appender.repaired());
            assertEquals(rows.size() - 1, appender.lastSequence());
        }
        assertFalse(Files.exists(directory.resolve("repair-1")));
    }

    @Test
    void shouldKeepThePrefixWhenTheNewestFileIsCutAtAnyPage() throws IOException {
        int pages = pagesOf(file(root.resolve("whole"), CYCLES - 1));
        assertTrue(pages > 20, "pages " + pages);
        int last = -1;
        for (int page = 0; page <= pages; page++) {
            Path directory = stopped();
            StoppedMachine.cut(file(directory, CYCLES - 1), (long) page * StoppedMachine.PAGE_BYTES);
            int kept = requirePrefix(directory, "cut at page " + page);
            assertTrue(kept >= last && kept >= (CYCLES - 1) * PER_CYCLE, "page " + page + " keeps " + kept);
            last = kept;
        }
        assertEquals(rows.size(), last);
    }

    @Test
    void shouldKeepThePrefixWhenTheTailIsZeroFromAnyPage() throws IOException {
        int pages = pagesOf(file(root.resolve("whole"), CYCLES - 1));
        int last = -1;
        for (int from = 0; from <= pages; from++) {
            Path directory = stopped();
            for (int page = from; page <= pages; page++) {
                StoppedMachine.zeroPage(file(directory, CYCLES - 1), page);
            }
            int kept = requirePrefix(directory, "zero from page " + from);
            assertTrue(kept >= last && kept >= (CYCLES - 1) * PER_CYCLE, "page " + from + " keeps " + kept);
            last = kept;
        }
        assertEquals(rows.size(), last);
    }

    /** Pages of records, of the index and of the head. */
    @Test
    void shouldKeepThePrefixBeforeAnySinglePageThatIsZero() throws IOException {
        for (int cycle : new int[] {CYCLES - 1, CYCLES - 2}) {
            int pages = pagesOf(file(root.resolve("whole"), cycle));
            int last = -1;
            for (int page = 0; page < pages; page++) {
                Path directory = stopped();
                StoppedMachine.zeroPage(file(directory, cycle), page);
                int kept = requirePrefix(directory, "cycle " + cycle + " page " + page);
                assertTrue(kept >= last, "page " + page + " keeps " + kept);
                assertTrue(kept >= cycle * PER_CYCLE && kept <= (cycle + 1) * PER_CYCLE, "keeps " + kept);
                last = kept;
                assertTrue(
                        Files.exists(directory
                                .resolve("repair-1")
                                .resolve(file(root.resolve("whole"), cycle).getFileName())),
                        "page " + page);
            }
        }
    }

    @Test
    void shouldKeepThePrefixWhenAnyPagesOfTheLastTwoFilesAreMissing() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int trial = 0; trial < 40; trial++) {
            String place = "seed " + seed + " trial " + trial;
            Path directory = stopped();
            for (int cycle : new int[] {CYCLES - 2, CYCLES - 1}) {
                Path file = file(directory, cycle);
                int pages = pagesOf(file);
                for (int page = 0; page <= pages; page++) {
                    if (random.nextInt(pages) < 2) {
                        StoppedMachine.zeroPage(file, page);
                    }
                }
                if (random.nextInt(3) == 0) {
                    StoppedMachine.cut(file, (long) random.nextInt(pages + 1) * StoppedMachine.PAGE_BYTES);
                }
            }
            if (random.nextInt(4) == 0) {
                StoppedMachine.zeroPage(directory.resolve(QueueFiles.METADATA), 0);
            }
            if (random.nextInt(4) == 0) {
                Files.delete(file(directory, CYCLES - 1));
            }
            int kept = requirePrefix(directory, place);
            assertTrue(kept >= (CYCLES - 2) * PER_CYCLE, place);
        }
    }

    /** Parts of the head that are older than the records: the place of the last one, and of the index. */
    @Test
    void shouldMendAHeadThatIsOlderThanTheRecords() throws IOException {
        Path directory = stopped();
        takeBackHead(file(directory, CYCLES - 1));
        assertEquals(rows.size(), requirePrefix(directory, "old head"));
        assertTrue(Files.exists(directory.resolve("repair-1")));
    }

    @Test
    void shouldMakeATableThatIsZeroOrMissingAnew() throws IOException {
        for (int kind = 0; kind < 3; kind++) {
            Path directory = stopped();
            Path table = directory.resolve(QueueFiles.METADATA);
            if (kind == 0) {
                Files.write(table, new byte[(int) Files.size(table)]);
            } else if (kind == 1) {
                Files.write(table, new byte[0]);
            } else {
                Files.delete(table);
            }
            try (ChronicleJournal journal =
                            ChronicleJournal.at(directory).rollTime(time).open();
                    RowAppender appender = journal.openAppender()) {
                assertTrue(appender.repaired().contains("metadata.cq4t"), appender.repaired());
                assertEquals(rows.size() - 1, appender.lastSequence());
            }
            assertEquals(TestRollCycles.TEST4_SECONDLY, QueueFiles.storedRollCycle(directory));
            assertEquals(rows.size(), requirePrefix(directory, "table " + kind));
        }
    }

    @Test
    void shouldRefuseAFlippedByteInAnOldFileAndNameItsPosition() throws IOException {
        Path directory = stopped();
        int bad = 60;
        byte[] bytes = Files.readAllBytes(file(directory, 0));
        String note = note(bad);
        assertTrue(note.length() > 100);
        int place = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(note + "\0");
        bytes[place + 50] ^= 4;
        Files.write(file(directory, 0), bytes);
        try (ChronicleJournal journal = journal(directory, step -> {}).open()) {
            long fault = journal.check(-1).faultPosition();
            String message = Fails.with(ErrorCode.RECORD_CORRUPT, journal::openAppender);
            assertTrue(message.contains(Long.toHexString(fault)), message);
            assertTrue(message.contains(file(directory, 0).toString()), message);
        }
        assertFalse(Files.exists(directory.resolve("repair-1")));
    }

    @Test
    void shouldTakeAHalfWrittenRecordForTheEnd() throws IOException {
        for (int kind = 0; kind < 2; kind++) {
            Path directory = stopped();
            Path file = file(directory, CYCLES - 1);
            long end = endOf(file);
            try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                access.seek(end);
                access.write(new byte[] {0, 0, 0, (byte) 0x80});
                if (kind == 1) {
                    access.write("half of a row".getBytes(StandardCharsets.UTF_8));
                }
            }
            assertEquals(rows.size(), requirePrefix(directory, "half written " + kind));
            assertFalse(Files.exists(directory.resolve("repair-1")));
        }
    }

    /** The file before the last one loses nothing but agreement with its head, and the last one its last record. */
    @Test
    void shouldGoOnBehindAFileOfWhichOnlyTheIndexWasWrong() throws IOException {
        Path directory = stopped();
        takeBackHead(file(directory, CYCLES - 2));
        zeroLastRecord(file(directory, CYCLES - 1));
        assertEquals(rows.size() - 1, requirePrefix(directory, "old head before a lost record"));
    }

    /** The table of the queue, which was written back, says that the mark is there; so the library does not set it again. */
    @Test
    void shouldSetAMarkOfTheEndThatWasLost() throws IOException {
        for (int cycle = 0; cycle < CYCLES - 1; cycle++) {
            Path directory = stopped();
            Path file = file(directory, cycle);
            try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                access.seek(endOf(file));
                assertEquals(0xC0, access.readInt(), "the mark, in the byte order of the machine");
                access.seek(endOf(file));
                access.write(new byte[8]);
            }
            assertEquals(rows.size(), requirePrefix(directory, "no mark behind file " + cycle));
        }
    }

    /** Lets the head of a file be as it was when the file had three records. */
    private void takeBackHead(Path file) throws IOException {
        byte[] early;
        try (ChronicleJournal journal =
                        journal(root.resolve("short"), step -> {}).create(ROWS);
                RowAppender appender = journal.openAppender()) {
            for (int i = 0; i < 3; i++) {
                append(appender, (CYCLES - 1) * PER_CYCLE + i, new ArrayList<>());
            }
            early = Files.readAllBytes(file(root.resolve("short"), 0));
        }
        byte[] whole = Files.readAllBytes(file);
        int head = 193 + 4;
        System.arraycopy(early, 0, whole, 0, head);
        Files.write(file, whole);
    }

    private static void zeroLastRecord(Path file) throws IOException {
        long last = 0;
        try (CycleBytes bytes = new CycleBytes(file)) {
            for (long at = 0; bytes.word(at) > 0; at += 4 + (bytes.word(at) & QueueHead.LENGTH) + 3 & ~3L) {
                last = at;
            }
        }
        long bytes = endOf(file) - last;
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(last);
            access.write(new byte[(int) bytes]);
        }
    }

    /** A page as it was before its last record, behind a head that knows of that record: zeros begin exactly where it began. */
    @Test
    void shouldMendAHeadThatPointsToTheRecordWhereTheZerosBegin() throws IOException {
        Path directory = stopped();
        zeroLastRecord(file(directory, CYCLES - 1));
        assertEquals(rows.size() - 1, requirePrefix(directory, "the last record is gone"));
    }

    /** Where the word behind the last document stands. */
    private static long endOf(Path file) {
        try (CycleBytes bytes = new CycleBytes(file)) {
            long at = 0;
            while (bytes.word(at) > 0) {
                at += 4 + (bytes.word(at) & QueueHead.LENGTH) + 3 & ~3L;
            }
            return at;
        }
    }

    /** Stops a repair behind each of its steps in turn, as a kill would, and begins it anew. */
    @Test
    void shouldEndTheSameWhenARepairIsStoppedBehindAnyOfItsSteps() throws IOException {
        int steps = 0;
        boolean ran = false;
        while (!ran) {
            Path directory = stopped();
            StoppedMachine.zeroPage(file(directory, CYCLES - 3), 10);
            StoppedMachine.zeroPage(directory.resolve(QueueFiles.METADATA), 0);
            ran = !isStoppedBehind(directory, ++steps);
            int kept = requireSecondRepair(directory, "stopped behind step " + steps);
            assertTrue(kept > PER_CYCLE && kept < 2 * PER_CYCLE, "kept " + kept);
        }
        assertTrue(steps > 12, "steps " + steps);
    }

    private int requireSecondRepair(Path directory, String place) throws IOException {
        int kept;
        List<Long> after;
        try (ChronicleJournal journal = journal(directory, step -> {}).open();
                RowAppender appender = journal.openAppender()) {
            kept = (int) appender.lastSequence() + 1;
            after = new ArrayList<>(positions.subList(0, kept));
            append(appender, kept, after);
            assertEquals(after, Recorder.readAll(journal.openVerifyingReader()).positions, place);
        }
        assertFalse(Files.exists(directory.resolve("rebuild.tmp")), place);
        return kept;
    }

    private boolean isStoppedBehind(Path directory, int step) {
        int[] left = {step};
        ChronicleJournal.Builder builder = journal(directory, done -> {
            if (--left[0] == 0) {
                throw new Killed();
            }
        });
        try (ChronicleJournal journal = builder.open()) {
            journal.openAppender().close();
            return false;
        } catch (Killed e) {
            return true;
        }
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    @Test
    void shouldWaitForRoomBeforeItBuildsAFileAnew() throws IOException {
        Path directory = stopped();
        StoppedMachine.zeroPage(file(directory, CYCLES - 1), 10);
        long floor = 1 << 20;
        long[] usable = {floor + (64 << 10)};
        ChronicleJournal.Builder builder =
                journal(directory, step -> {}).minFreeBytes(floor).usableBytes(() -> usable[0]);
        try (ChronicleJournal journal = builder.open()) {
            String message = Fails.with(ErrorCode.DISK_SPACE_LOW, journal::openAppender);
            assertTrue(message.contains("and the " + Files.size(file(directory, CYCLES - 1)) + " to write"), message);
            assertFalse(Files.exists(directory.resolve("repair-1")));
        }
        int kept = requirePrefix(directory, "with room");
        assertTrue(kept > (CYCLES - 1) * PER_CYCLE && kept < rows.size(), "kept " + kept);
    }

    /** K05: a file that a killed process had begun; no stop of the machine. */
    @Test
    void shouldMoveAsideAFileWhoseHeadWasNeverCompleted() throws IOException {
        for (byte[] begun : List.of(new byte[0], new byte[131072], notReady())) {
            Path directory = stopped();
            Files.delete(directory.resolve(JournalDirectory.WRITER_LOCK));
            String name = file(directory, CYCLES - 1).getFileName().toString().replace("221323", "221324");
            Files.write(directory.resolve(name), begun);
            try (ChronicleJournal journal = journal(directory, step -> {}).open();
                    RowAppender appender = journal.openAppender()) {
                assertTrue(appender.repaired().contains(name), appender.repaired());
                assertTrue(Files.exists(directory.resolve("repair-1").resolve(name)));
                assertEquals(rows, Recorder.readAll(journal.openVerifyingReader()).rows);
            }
            assertEquals(rows.size(), requirePrefix(directory, "begun file of " + begun.length));
        }
    }

    private static byte[] notReady() {
        byte[] bytes = new byte[131072];
        bytes[3] = (byte) 0x80;
        return bytes;
    }

    @Test
    void shouldNameADamagedSchemaFile() throws IOException {
        for (String content : List.of("", "{\"columns\"", "\0\0\0\0")) {
            Path directory = stopped();
            Path schema = directory.resolve("schema.json");
            Files.writeString(schema, content);
            String message = Fails.with(
                    ErrorCode.SCHEMA_INVALID,
                    () -> journal(directory, step -> {}).open());
            assertTrue(message.contains(schema.toString()), message);
        }
    }
}
