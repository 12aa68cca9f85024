package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalRetentionTest {
    private static final Schema NUMBERS = Schema.parse("n long");
    private static final long START_MS = 1_700_000_000_000L;
    private static final long FILE_BYTES = 128 << 10;
    private static final int FILES = 6;
    private static final int ROWS = 10;
    private static final long NO_LIMIT = Long.MAX_VALUE;
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    private Path directory;

    private final SetTimeProvider time = new SetTimeProvider(START_MS * 1_000_000);
    private final List<Long> positions = new ArrayList<>();
    private JournalRetention retention;

    /** Six files of a second each. */
    @BeforeEach
    void write() {
        try (ChronicleJournal journal = journal();
                RowAppender appender = journal.openAppender()) {
            for (int file = 0; file < FILES; file++) {
                for (int i = 0; i < ROWS; i++) {
                    append(appender);
                }
                time.advanceMillis(1_000);
            }
        }
        retention = new JournalRetention(directory, time::currentTimeMillis);
    }

    private ChronicleJournal journal() {
        return ChronicleJournal.at(directory)
                .rollCycle(TestRollCycles.TEST4_SECONDLY)
                .rollTime(time)
                .blockSizeBytes(64 << 10)
                .create(NUMBERS);
    }

    private void append(RowAppender appender) {
        appender.begin().setLong(0, positions.size());
        positions.add(appender.commit());
    }

    private static List<Boolean> goes(RetentionPlan plan) {
        return plan.files().stream().map(RetentionPlan.Entry::goes).toList();
    }

    private static List<Boolean> first(int count) {
        List<Boolean> goes = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            goes.add(i < count);
        }
        return goes;
    }

    @Test
    void shouldLetFilesGoByAge() {
        // Now is the end of the sixth second: the first file ended 5 s ago.
        assertEquals(first(0), goes(retention.plan(NO_LIMIT, Duration.ofSeconds(5))));
        assertEquals(first(1), goes(retention.plan(NO_LIMIT, Duration.ofMillis(4_999))));
        assertEquals(first(3), goes(retention.plan(NO_LIMIT, Duration.ofMillis(2_999))));
        assertEquals(first(5), goes(retention.plan(NO_LIMIT, Duration.ZERO)));
        time.advanceMillis(DAY.toMillis());
        RetentionPlan plan = retention.plan(NO_LIMIT, DAY);
        assertEquals(first(5), goes(plan));
        assertEquals("It is the newest file.", plan.files().get(5).reason());
        assertEquals("It is older than asked for.", plan.files().get(0).reason());
    }

    @Test
    void shouldLetFilesGoBySize() {
        assertEquals(first(0), goes(retention.plan(6 * FILE_BYTES, null)));
        assertEquals(first(1), goes(retention.plan(6 * FILE_BYTES - 1, null)));
        assertEquals(first(4), goes(retention.plan(2 * FILE_BYTES, null)));
        assertEquals(first(5), goes(retention.plan(0, null)));
        assertEquals(4 * FILE_BYTES, retention.plan(2 * FILE_BYTES, DAY).goingBytes());
        assertEquals(first(0), goes(retention.plan(NO_LIMIT, null)));
    }

    @Test
    void shouldKeepWhatARegisteredReaderOrAPositionNeeds() {
        retention.register("slow", positions.get(2 * ROWS), DAY);
        retention.register("fast", positions.get(5 * ROWS), DAY);
        RetentionPlan plan = retention.plan(0, null);
        assertEquals(first(2), goes(plan));
        String reason = plan.files().get(3).reason();
        assertTrue(reason.contains("'slow'") && reason.contains(Long.toHexString(positions.get(20))), reason);

        plan = retention.plan(0, null, positions.get(4 * ROWS), positions.get(2 * ROWS - 1));
        assertEquals(first(1), goes(plan));
        assertTrue(plan.files().get(1).reason().contains("checkpoint"), plan.toString());

        retention.register("slow", positions.get(4 * ROWS - 1), DAY);
        assertEquals(first(3), goes(retention.plan(0, null)));
        retention.release("slow");
        assertEquals(first(5), goes(retention.plan(0, null)));

        retention.register("new", JournalReader.NO_POSITION, DAY);
        plan = retention.plan(0, null);
        assertEquals(first(0), goes(plan));
        assertTrue(plan.files().get(0).reason().contains("has read nothing yet"), plan.toString());
    }

    @Test
    void shouldNameWhoNeedsAFile() {
        RetentionPlan plan = retention.plan(
                0,
                null,
                List.of(
                        new JournalRetention.Need("query 'bars'", positions.get(3 * ROWS)),
                        new JournalRetention.Need("query 'quotes'", positions.get(2 * ROWS))));
        assertEquals(first(2), goes(plan));
        assertEquals(
                "Needed by query 'quotes' at position " + Long.toHexString(positions.get(2 * ROWS)) + " (hex).",
                plan.files().get(2).reason());
        plan = retention.plan(0, null, List.of(new JournalRetention.Need("query 'new'", JournalReader.NO_POSITION)));
        assertEquals(first(0), goes(plan));
        assertEquals(
                "Needed by query 'new', which has read nothing yet.",
                plan.files().get(0).reason());
        assertEquals(first(5), goes(retention.plan(0, null, List.of())));
    }

    @Test
    void shouldReportExpiredReaders() {
        retention.register("gone", positions.get(0), Duration.ofSeconds(60));
        time.advanceMillis(60_000);
        assertEquals(first(0), goes(retention.plan(0, null)));
        time.advanceMillis(1);
        RetentionPlan plan = retention.plan(0, null);
        assertEquals(first(5), goes(plan));
        assertEquals(
                List.of("gone"),
                plan.expired().stream().map(RegisteredReader::name).toList());
        String line = retention.apply(plan, true).get(0);
        assertTrue(line.contains("Reader 'gone'") && line.contains("has expired"), line);
    }

    @Test
    void shouldChangeNothingInADryRunAndKeepPositionsInARealOne() throws IOException {
        retention.register("slow", positions.get(2 * ROWS + 3), DAY);
        RetentionPlan plan = retention.plan(0, null);
        Map<String, String> before = QueueBytes.fingerprint(directory.resolve("readers"));
        List<String> dry = retention.apply(plan, true);
        assertEquals(FILES, QueueFiles.cycleFiles(directory).size());
        assertTrue(dry.get(0).contains("would go"), dry.toString());
        assertEquals(before, QueueBytes.fingerprint(directory.resolve("readers")));

        List<String> report = retention.apply(plan, false);
        assertTrue(report.get(1).contains("is deleted"), report.toString());
        assertTrue(report.get(2).contains("stays: Needed by reader 'slow'"), report.toString());
        assertEquals(4, QueueFiles.cycleFiles(directory).size());
        try (ChronicleJournal journal = journal();
                ChronicleReader reader = journal.openReader()) {
            reader.moveAfter(positions.get(2 * ROWS + 3));
            assertEquals(positions.subList(24, 60), Recorder.readAll(reader).positions);
            Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.moveAfter(positions.get(2 * ROWS - 1)));
            try (RowAppender appender = journal.openAppender()) {
                assertEquals(59, appender.lastSequence());
                append(appender);
            }
            reader.moveAfter(JournalReader.NO_POSITION);
            assertEquals(positions.subList(20, 61), Recorder.readAll(reader).positions);
        }
    }

    @Test
    void shouldDeleteUnderAWriterAndAReaderAndSayWhoHoldsTheFiles() {
        try (ChronicleJournal journal = journal();
                RowAppender appender = journal.openAppender();
                ChronicleReader reader = journal.openReader()) {
            Recorder seen = new Recorder();
            reader.poll(seen, 3);
            List<String> report = retention.apply(retention.plan(0, null), false);
            if (Files.exists(Path.of("/proc/self/maps"))) {
                String pid = String.valueOf(ProcessHandle.current().pid());
                assertTrue(report.get(0).contains("Held open by [" + pid + "]"), report.toString());
            }
            assertEquals(1, QueueFiles.cycleFiles(directory).size());
            append(appender);
            time.advanceMillis(1_000);
            append(appender);
            assertEquals(positions.subList(50, 62), Recorder.readAll(journal.openReader()).positions);
            // The reader goes on in the file that it has open; then it is told of those that are gone.
            Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.poll(seen, 100));
            assertEquals(positions.subList(0, 10), seen.positions);
        }
    }

    @Test
    void shouldExplainAFileThatCannotBeDeleted() throws IOException {
        Path probe = Files.createDirectory(directory.resolve("probe"));
        Files.createFile(probe.resolve("file"));
        Files.setPosixFilePermissions(probe, PosixFilePermissions.fromString("r-xr-xr-x"));
        boolean bound = !Files.isWritable(probe);
        Files.setPosixFilePermissions(probe, PosixFilePermissions.fromString("rwxr-xr-x"));
        Assumptions.assumeTrue(bound, "permissions do not bind this user");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            List<String> report = retention.apply(retention.plan(0, null), false);
            assertTrue(report.get(0).contains("cannot be deleted"), report.toString());
            assertTrue(report.get(1).contains("An older file could not be deleted"), report.toString());
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertEquals(FILES, QueueFiles.cycleFiles(directory).size());
    }

    /** A directory in the place of a file cannot be deleted while it holds something, whoever tries. */
    @Test
    void shouldStopAtTheFirstFileThatCannotBeDeleted() throws IOException {
        RetentionPlan plan = retention.plan(0, null);
        Path second = plan.files().get(1).file();
        Files.delete(second);
        Files.createDirectories(second.resolve("content"));
        List<String> report = retention.apply(plan, false);
        assertTrue(report.get(0).contains("is deleted"), report.toString());
        assertTrue(report.get(1).contains("stays: It cannot be deleted"), report.toString());
        assertTrue(report.get(2).contains("stays: An older file could not be deleted."), report.toString());
        assertTrue(Files.exists(plan.files().get(2).file()));
    }

    @Test
    void shouldNameAFileOfAReaderThatCannotBeUnderstood() throws IOException {
        retention.register("a-reader", positions.get(3), DAY);
        assertEquals(
                List.of(new RegisteredReader("a-reader", positions.get(3), time.currentTimeMillis(), DAY.toMillis())),
                retention.readers());
        Path file = directory.resolve("readers/a-reader.json");
        String whole = Files.readString(file);
        for (String damaged : List.of("", whole.substring(0, 40), "[]", "{\"format\":1}", whole.replace("1", "x"))) {
            Files.writeString(file, damaged);
            String message = Fails.with(ErrorCode.JOURNAL_INVALID, () -> retention.plan(0, null));
            assertTrue(message.contains(file.toString()), message);
        }
        Fails.with(ErrorCode.SETTING_INVALID, () -> retention.register("../x", 0, DAY));
        Fails.with(ErrorCode.SETTING_INVALID, () -> retention.register("x", 0, Duration.ZERO));
        Fails.with(ErrorCode.JOURNAL_MISSING, () -> JournalRetention.of(directory.resolve("none")));
        retention.release("a-reader");
        assertEquals(List.of(), JournalRetention.of(directory).readers());
    }
}
