package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an appender makes of a damaged end when the machine has not stopped. */
final class TailLookTest {
    private static final Schema ROWS = Schema.parse("n long, note string");
    private static final String NOTE = "x".repeat(64);
    /** Word, header, null bits, two slots, text. */
    private static final int DOCUMENT_BYTES = 4 + 40 + 8 + 16 + 64;

    private static final int RECORDS = 300;

    @TempDir
    private Path root;

    private final SetTimeProvider time = new SetTimeProvider(1_700_000_000_000_000_000L);
    private int reads;
    private int copies;
    private Path whole;

    private ChronicleJournal.Builder journal(Path directory) {
        return ChronicleJournal.at(directory)
                .rollCycle(TestRollCycles.TEST4_SECONDLY)
                .rollTime(time)
                .blockSizeBytes(64 << 10)
                .afterRepairStep(step -> reads += step.equals(TailRepair.READ) ? 1 : 0);
    }

    private static void append(RowAppender appender, long n) {
        append(appender, n, NOTE);
    }

    private static void append(RowAppender appender, long n, String note) {
        RowWriter row = appender.begin();
        row.setLong(0, n);
        row.setString(1, note);
        appender.commit(n);
    }

    /** A journal of one file, closed cleanly. */
    private Path written() throws IOException {
        if (whole == null) {
            whole = root.resolve("whole");
            try (ChronicleJournal journal = journal(whole).create(ROWS);
                    RowAppender appender = journal.openAppender()) {
                for (int n = 0; n < RECORDS; n++) {
                    append(appender, n);
                }
            }
        }
        Path copy = root.resolve("copy-" + copies++);
        StoppedMachine.copy(whole, copy);
        return copy;
    }

    private static Path newest(Path directory) {
        List<Path> files = QueueFiles.cycleFiles(directory);
        return files.get(files.size() - 1);
    }

    /** Where the last document ends, seen from the last byte that is not zero. */
    private static int end(byte[] file) {
        int at = file.length;
        while (file[at - 1] == 0) {
            at--;
        }
        return at;
    }

    /** Opens an appender, expects so many records, and that all that is appended is seen once by a reader that goes forward. */
    private void requireKept(Path directory, int kept, String place) {
        long[] expected = LongStream.range(0, kept + 2).toArray();
        try (ChronicleJournal journal = journal(directory).open();
                RowAppender appender = journal.openAppender()) {
            assertEquals(kept - 1, appender.lastSequence(), place + ": " + appender.repaired());
            assertEquals(kept < RECORDS, appender.repaired().contains("was mended"), place + appender.repaired());
            append(appender, kept);
            append(appender, kept + 1);
        }
        try (ChronicleJournal journal = journal(directory).open();
                ChronicleReader reader = journal.openVerifyingReader()) {
            Recorder seen = Recorder.readAll(reader);
            assertEquals(List.of(), seen.invalid, place);
            assertEquals(Arrays.stream(expected).boxed().toList(), seen.ingestTimes, place);
            assertTrue(journal.check(-1).isIntact(), place);
            reads = 0;
            try (RowAppender appender = journal.openAppender()) {
                assertEquals(kept + 1, appender.lastSequence(), place);
                assertEquals("", appender.repaired(), place);
                assertEquals(0, reads, place);
            }
        }
    }

    @Test
    void shouldCutTheLastRecordWhenAnyOfItsBitsIsFlipped() throws IOException {
        for (int offset = 0; offset < DOCUMENT_BYTES; offset++) {
            for (int bit = offset % 8; bit < 8; bit += offset < 4 ? 1 : 8) {
                Path directory = written();
                byte[] bytes = Files.readAllBytes(newest(directory));
                bytes[end(bytes) - DOCUMENT_BYTES + offset] ^= (byte) (1 << bit);
                Files.write(newest(directory), bytes);
                requireKept(directory, RECORDS - 1, "byte " + offset + " bit " + bit);
                assertTrue(Files.exists(
                        directory.resolve("repair-1").resolve(newest(directory).getFileName())));
            }
        }
    }

    /** 40 bytes: the last record is torn; one document: it is gone; 200: the one before it is torn too. */
    @Test
    void shouldCutToTheValidRecordsWhenTheEndIsZero() throws IOException {
        for (int zeros : new int[] {1, 4, 40, 64, 65, 131, DOCUMENT_BYTES, 133, 200, 264, 265, 5000}) {
            Path directory = written();
            byte[] bytes = Files.readAllBytes(newest(directory));
            int end = end(bytes);
            Arrays.fill(bytes, end - zeros, end, (byte) 0);
            Files.write(newest(directory), bytes);
            int lost = (zeros + DOCUMENT_BYTES - 1) / DOCUMENT_BYTES;
            requireKept(directory, RECORDS - lost, zeros + " zeros");
        }
    }

    @Test
    void shouldRefuseAHeadThatNamesNoRecordWhereDamageStandsBeforeValidRecords() throws IOException {
        Path directory = written();
        byte[] bytes = Files.readAllBytes(newest(directory));
        int end = end(bytes);
        bytes[end - 2 * DOCUMENT_BYTES - 20] ^= 1;
        place(bytes, end - 4 * DOCUMENT_BYTES);
        Files.write(newest(directory), bytes);
        try (ChronicleJournal journal = journal(directory).open()) {
            String message = Fails.with(ErrorCode.RECORD_CORRUPT, journal::openAppender);
            assertTrue(message.contains("Valid records follow"), message);
        }
        assertFalse(Files.exists(directory.resolve("repair-1")));
    }

    /** A writer that ended between its record and the note of it in the head. */
    @Test
    void shouldCountARecordThatTheHeadDoesNotName() throws IOException {
        Path directory = written();
        byte[] bytes = Files.readAllBytes(newest(directory));
        place(bytes, end(bytes) - 2 * DOCUMENT_BYTES);
        Files.write(newest(directory), bytes);
        requireKept(directory, RECORDS, "head one record behind");
    }

    @Test
    void shouldMakeAHeadAnewThatIsTwoRecordsBehind() throws IOException {
        Path directory = written();
        byte[] bytes = Files.readAllBytes(newest(directory));
        place(bytes, end(bytes) - 3 * DOCUMENT_BYTES);
        Files.write(newest(directory), bytes);
        try (ChronicleJournal journal = journal(directory).open();
                RowAppender appender = journal.openAppender()) {
            assertEquals(RECORDS - 1, appender.lastSequence());
            assertTrue(appender.repaired().contains("no record was lost"), appender.repaired());
        }
        requireKept(directory, RECORDS, "head two records behind");
    }

    /** Lets the head name another place, where it named the last document. */
    private static void place(byte[] file, long at) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        long last = end(file) - DOCUMENT_BYTES;
        for (int i = 0; i < 4096; i++) {
            if (bytes.getLong(i) == last) {
                bytes.putLong(i, at);
                return;
            }
        }
        throw new AssertionError("the head does not name the last document");
    }

    @Test
    void shouldReadNoFileWholeWhenTheEndIsSound() throws IOException {
        Path directory = root.resolve("grows");
        try (ChronicleJournal journal = journal(directory).create(ROWS)) {
            for (int n = 0; n < RECORDS; n++) {
                try (RowAppender appender = journal.openAppender()) {
                    assertEquals(n - 1, appender.lastSequence());
                    assertEquals("", appender.repaired());
                    append(appender, n);
                    // As a kill would leave it now.
                    Path killed = root.resolve("killed");
                    if (n % 16 == 0) {
                        StoppedMachine.copy(directory, killed);
                        try (ChronicleJournal copy = journal(killed).open();
                                RowAppender next = copy.openAppender()) {
                            assertEquals(n, next.lastSequence());
                            assertEquals("", next.repaired());
                        }
                    }
                }
                if (n % 100 == 99) {
                    time.advanceMillis(1_000);
                }
            }
            assertEquals(0, reads);
            assertEquals(
                    RECORDS,
                    Recorder.readAll(journal.openVerifyingReader()).rows.size());
        }
        StoppedMachine.stop(directory);
        try (ChronicleJournal journal = journal(directory).open()) {
            journal.openAppender().close();
        }
        assertNotEquals(0, reads);
    }

    /** The word of such a document is zero, or says so. Shorter and longer ones are written over it. */
    @Test
    void shouldLeaveADocumentThatIsNotComplete() throws IOException {
        for (int length : new int[] {0, 12, 132, 700}) {
            for (int mark : new int[] {0, 0x80}) {
                Path directory = written();
                byte[] bytes = Files.readAllBytes(newest(directory));
                int end = end(bytes);
                bytes[end + 3] = (byte) mark;
                Arrays.fill(bytes, end + 4, end + 4 + length, (byte) 'h');
                Files.write(newest(directory), bytes);
                requireLeft(directory, "half of " + length + " with mark " + mark);
            }
        }
    }

    private void requireLeft(Path directory, String place) throws IOException {
        try (ChronicleJournal journal = journal(directory).open()) {
            for (int n = RECORDS; n < RECORDS + 8; n++) {
                try (RowAppender appender = journal.openAppender()) {
                    assertEquals(n - 1, appender.lastSequence(), place);
                    assertEquals("", appender.repaired(), place);
                    append(appender, n, "y".repeat(n % 3 * 40));
                }
            }
            assertEquals(0, reads, place);
            assertTrue(journal.check(-1).isIntact(), place);
            assertEquals(
                    RECORDS + 8,
                    Recorder.readAll(journal.openVerifyingReader()).rows.size(),
                    place);
        }
    }

    /** Fills a small file system to its last byte, frees a part of it and goes on, in a process that may be killed by a fault. */
    static final class Filler {
        private Filler() {}

        private static ChronicleJournal.Builder journal(Path mount) {
            return ChronicleJournal.at(mount.resolve("journal"))
                    .rollCycle(RollCycles.FAST_DAILY)
                    .blockSizeBytes(64 << 10)
                    .minFreeBytes(0);
        }

        public static void main(String[] args) throws IOException {
            Path mount = Path.of(args[0]);
            int pad = Integer.parseInt(args[1]);
            Path ballast = Files.write(mount.resolve("ballast"), new byte[11 << 20]);
            long acknowledged = 0;
            long kept = 0;
            String failure = "none";
            try (ChronicleJournal journal = journal(mount).create(ROWS);
                    RowAppender appender = journal.openAppender()) {
                while (true) {
                    append(appender, acknowledged, NOTE.repeat(1 + pad));
                    acknowledged++;
                }
            } catch (TidemarkException e) {
                failure = e.code() + " " + e.getCause().getClass().getSimpleName();
            } catch (InternalError e) {
                failure = "behind append";
            }
            Files.delete(ballast);
            String repaired;
            try (ChronicleJournal journal = journal(mount).open();
                    RowAppender appender = journal.openAppender()) {
                kept = appender.lastSequence() + 1;
                repaired = appender.repaired();
                for (long n = kept; n < kept + 1000; n++) {
                    append(appender, n);
                }
            }
            try (ChronicleJournal journal = journal(mount).open()) {
                List<Long> read = Recorder.readAll(journal.openVerifyingReader()).ingestTimes;
                boolean each = read.size() == kept + 1000;
                for (int n = 0; n < read.size(); n++) {
                    each &= read.get(n) == n;
                }
                each &= journal.check(-1).isIntact();
                System.out.println(acknowledged + " " + kept + " " + each + " " + failure + " " + repaired);
            }
        }
    }

    /** Rows of several lengths, so that the last page ends in different parts of a record. */
    @Test
    void shouldSeeEverySequenceOnceAfterARealFileSystemWasFull() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int pad : new int[] {0, 1, 4, 30, 100}) {
            String line = fill(pad);
            lines.add(line);
            String[] seen = line.split(" ", 6);
            long acknowledged = Long.parseLong(seen[0]);
            long kept = Long.parseLong(seen[1]);
            assertTrue(List.of("IO_FAILED InternalError", "behind append").contains(seen[3] + " " + seen[4]), line);
            assertTrue(acknowledged > 500, line);
            // The Java machine may report a fault late, even behind the append; the record whose append failed may be
            // there.
            assertTrue(kept >= acknowledged - 1 && kept <= acknowledged + 1, line);
            assertEquals("true", seen[2], line);
        }
        lines.forEach(line -> System.out.println("full tmpfs: " + line));
    }

    private String fill(int pad) throws Exception {
        Path mount = Files.createDirectory(root.resolve("mount-" + pad));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path flags = Path.of(System.getProperty("tidemark.root"), "bin", "jvm.args");
        String script = "mount -t tmpfs -o size=16m none '" + mount + "' && echo mounted && exec \"$@\"";
        Process filler = null;
        try {
            filler = new ProcessBuilder(
                            "unshare",
                            "-rm",
                            "sh",
                            "-c",
                            script,
                            "sh",
                            java,
                            "@" + flags,
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Filler.class.getName(),
                            mount.toString(),
                            "" + pad)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "no command to make name spaces: " + e);
        }
        String line;
        try (BufferedReader out = filler.inputReader()) {
            assumeTrue("mounted".equals(out.readLine()), "no permission to mount");
            line = out.readLine();
        } finally {
            assertTrue(filler.waitFor(120, TimeUnit.SECONDS));
        }
        assertTrue(line != null, "the process died");
        assertEquals(0, filler.exitValue());
        return line;
    }
}
