package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LegacyRollCycles;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rolls, clocks and files that are there too early, too late or not at all. Positions only grow, and every row is read once. */
final class ClockAndRollProbesTest {
    private static final Schema NUMBERS = Schema.parse("n long");
    private static final long DAY_MS = Duration.ofDays(1).toMillis();

    @TempDir
    private Path directory;

    private final SetTimeProvider time = new SetTimeProvider(Instant.parse("2024-03-04T12:00:00Z"));
    private final List<Long> positions = new ArrayList<>();

    private ChronicleJournal journal() {
        return journal(time, LegacyRollCycles.DAILY);
    }

    private ChronicleJournal journal(TimeProvider clock, RollCycle rollCycle) {
        return ChronicleJournal.at(directory)
                .rollCycle(rollCycle)
                .rollTime(clock)
                .blockSizeBytes(64 << 10)
                .create(NUMBERS);
    }

    private void append(RowAppender appender, int rows) {
        for (int i = 0; i < rows; i++) {
            appender.begin().setLong(0, positions.size());
            positions.add(appender.commit(positions.size()));
        }
    }

    private List<String> names() {
        return QueueFiles.cycleFiles(directory).stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }

    /** Every row once, in order, at growing positions, for a fresh reader and from each position. */
    private void requireAllRows(ChronicleJournal journal) {
        for (int i = 1; i < positions.size(); i++) {
            assertTrue(positions.get(i) > positions.get(i - 1), "position " + i);
        }
        List<Long> numbers = new ArrayList<>();
        for (long i = 0; i < positions.size(); i++) {
            numbers.add(i);
        }
        try (ChronicleReader reader = journal.openVerifyingReader()) {
            Recorder seen = Recorder.readAll(reader);
            assertEquals(positions, seen.positions);
            assertEquals(numbers, seen.ingestTimes);
            for (int i = 0; i < positions.size(); i++) {
                reader.moveAfter(positions.get(i));
                assertEquals(positions.subList(i + 1, positions.size()), Recorder.readAll(reader).positions);
            }
        }
    }

    /** F02: nothing is written for three days. */
    @Test
    void shouldReadOnWhenWholeDaysAreLeftOut() {
        try (ChronicleJournal journal = journal();
                RowAppender appender = journal.openAppender();
                ChronicleReader running = journal.openReader()) {
            Recorder seen = new Recorder();
            append(appender, 2);
            running.poll(seen, 10);
            for (int day = 1; day <= 3; day++) {
                time.advanceMillis(DAY_MS);
                assertEquals(0, running.poll(seen, 10));
            }
            time.advanceMillis(DAY_MS);
            append(appender, 1);
            running.poll(seen, 10);
            assertEquals(positions, seen.positions);
            assertEquals(List.of("20240304.cq4", "20240308.cq4"), names());
            requireAllRows(journal);
        }
    }

    /** The writer of a query takes the time once a turn: what it appends in one goes to one file. */
    @Test
    void shouldGoToTheNextFileInTheNextTurnOfAQuery() {
        try (ChronicleJournal journal = journal();
                JournalWriter writer = journal.openWriter(NUMBERS);
                RowWriter row = new RowWriter()) {
            List<List<String>> files = new ArrayList<>();
            for (int turn = 0; turn < 3; turn++) {
                assertTrue(writer.hasRoom());
                for (int i = 0; i < 2; i++) {
                    row.start(NUMBERS).setLong(0, positions.size());
                    writer.append(row.finish().origin(0, positions.size(), RowKind.INSERT), positions.size());
                    positions.add(writer.position());
                    files.add(names());
                    time.advanceMillis(DAY_MS);
                }
            }
            assertEquals(
                    List.of(1, 1, 2, 2, 3, 3), files.stream().map(List::size).toList());
            assertEquals(List.of("20240304.cq4", "20240306.cq4", "20240308.cq4"), names());
            requireAllRows(journal);
        }
    }

    /** F02: a query that runs meanwhile, and one that replays the journal afterwards. */
    @Test
    void shouldReplayWhenWholeDaysAreLeftOut() {
        try (ChronicleJournal journal = journal();
                RowAppender appender = journal.openAppender()) {
            List<Long> running = new ArrayList<>();
            try (QueryInvoker query = query(journal, running)) {
                append(appender, 2);
                query.processAllAvailable();
                time.advanceMillis(4 * DAY_MS);
                query.processAllAvailable();
                append(appender, 1);
                query.processAllAvailable();
            }
            List<Long> replayed = new ArrayList<>();
            try (QueryInvoker query = query(journal, replayed)) {
                query.processAllAvailable();
            }
            assertEquals(List.of(0L, 1L, 2L), running);
            assertEquals(List.of(0L, 1L, 2L), replayed);
        }
    }

    private static QueryInvoker query(ChronicleJournal journal, List<Long> numbers) {
        return Tidemark.stream("numbers", journal)
                .writeStream()
                .queryName("all")
                .foreach((row, sequence) -> numbers.add(row.getLong(0)))
                .invoker();
    }

    /** F02, with the writer down over the days. */
    @Test
    void shouldReadOnWhenTheWriterWasDownOverRolls() {
        try (ChronicleJournal journal = journal();
                ChronicleReader running = journal.openReader()) {
            Recorder seen = new Recorder();
            for (int down : new int[] {0, 1, 4, 2}) {
                time.advanceMillis(down * DAY_MS);
                try (RowAppender appender = journal.openAppender()) {
                    assertEquals(positions.size() - 1, appender.lastSequence());
                    append(appender, 3);
                }
                running.poll(seen, 10);
                assertEquals(positions, seen.positions);
            }
            assertEquals(4, names().size());
            requireAllRows(journal);
        }
    }

    /** F04: a clock that is an hour ahead of UTC rolls at midnight of that zone. */
    @Test
    void shouldRollAtTheMidnightOfTheClockThatIsGiven() {
        SetTimeProvider utc = new SetTimeProvider(Instant.parse("2022-03-01T12:00:00Z"));
        TimeProvider local = () -> utc.currentTimeMillis() + Duration.ofHours(1).toMillis();
        try (ChronicleJournal journal = journal(local, LegacyRollCycles.DAILY);
                RowAppender appender = journal.openAppender()) {
            for (String at : List.of("2022-03-01T22:59:00Z", "2022-03-01T23:59:00Z", "2022-03-02T22:59:00Z")) {
                utc.currentTimeMillis(Instant.parse(at).toEpochMilli());
                append(appender, 1);
            }
            assertEquals(List.of("20220301.cq4", "20220302.cq4"), names());
            requireAllRows(journal);
            int day = (int) (Instant.parse("2022-03-02T00:00:00Z").toEpochMilli() / DAY_MS);
            try (ChronicleReader reader = journal.openReader()) {
                reader.moveToCycle(day);
                assertEquals(positions.subList(1, 3), Recorder.readAll(reader).positions);
            }
        }
    }

    /** F05: tomorrow's file is there already, without a byte. */
    @Test
    void shouldWriteTodayWhenTomorrowsFileIsThereWithoutAByte() throws IOException {
        try (ChronicleJournal journal = journal()) {
            try (RowAppender appender = journal.openAppender()) {
                append(appender, 2);
            }
            Files.createFile(directory.resolve("20240305.cq4"));
            try (RowAppender appender = journal.openAppender()) {
                assertTrue(appender.repaired().contains("20240305.cq4"), appender.repaired());
                append(appender, 2);
                time.advanceMillis(DAY_MS);
                append(appender, 2);
            }
            assertEquals(List.of("20240304.cq4", "20240305.cq4"), names());
            requireAllRows(journal);
        }
    }

    /** F05: tomorrow's file is there already, with a head and no record. */
    @Test
    void shouldWriteTodayWhenTomorrowsFileIsThereWithoutARecord() {
        try (ChronicleJournal journal = journal()) {
            try (RowAppender appender = journal.openAppender()) {
                append(appender, 2);
            }
            makeEmptyCycle(1);
            assertEquals(2, names().size());
            try (RowAppender appender = journal.openAppender()) {
                assertEquals(1, appender.lastSequence());
                append(appender, 2);
                requireAllRows(journal);
                time.advanceMillis(DAY_MS);
                append(appender, 2);
            }
            assertEquals(List.of("20240304.cq4", "20240305.cq4"), names());
            requireAllRows(journal);
        }
    }

    @Test
    void shouldPassOverFilesWithoutARecord() {
        try (ChronicleJournal journal = journal()) {
            for (int round = 0; round < 3; round++) {
                makeEmptyCycle(0);
                time.advanceMillis(DAY_MS);
                try (RowAppender appender = journal.openAppender()) {
                    append(appender, round);
                }
                requireAllRows(journal);
                time.advanceMillis(DAY_MS);
            }
        }
    }

    /** Makes a file with a head only, as a document that is rolled back does. */
    private void makeEmptyCycle(int daysAhead) {
        SetTimeProvider then = new SetTimeProvider();
        then.currentTimeMillis(time.currentTimeMillis() + daysAhead * DAY_MS);
        try (var queue = SingleChronicleQueueBuilder.binary(directory)
                        .rollCycle(LegacyRollCycles.DAILY)
                        .blockSize(64 << 10)
                        .timeProvider(then)
                        .build();
                var appender = queue.createAppender()) {
            try (var document = appender.writingDocument()) {
                document.rollbackOnClose();
            }
        }
    }

    @Test
    void shouldOnlyGrowWhenTheClockStepsBackBetweenTwoAppenders() {
        try (ChronicleJournal journal = journal()) {
            for (long step : new long[] {0, -DAY_MS, -DAY_MS, 3 * DAY_MS, -5 * DAY_MS, 9 * DAY_MS}) {
                time.advanceMillis(step);
                try (RowAppender appender = journal.openAppender()) {
                    assertEquals(positions.size() - 1, appender.lastSequence());
                    append(appender, 3);
                }
                requireAllRows(journal);
            }
            assertEquals(List.of("20240304.cq4", "20240305.cq4", "20240309.cq4"), names());
        }
    }

    @Test
    void shouldOnlyGrowWhenTheClockStepsBackUnderAnAppender() {
        try (ChronicleJournal journal = journal();
                RowAppender appender = journal.openAppender()) {
            for (long step : new long[] {0, DAY_MS, -DAY_MS, -3 * DAY_MS, DAY_MS, 4 * DAY_MS}) {
                time.advanceMillis(step);
                append(appender, 3);
                requireAllRows(journal);
            }
        }
    }

    /** F07: three files, no permission to write. */
    @Test
    void shouldReadThreeFilesOfADirectoryThatIsNotWritable() throws IOException {
        try (ChronicleJournal journal = journal();
                RowAppender appender = journal.openAppender()) {
            for (int day = 0; day < 3; day++) {
                append(appender, 100);
                time.advanceMillis(DAY_MS);
            }
        }
        Map<String, String> before = QueueBytes.fingerprint(directory);
        Permissions.set(directory, false);
        try (ChronicleJournal journal = ChronicleJournal.openReadOnly(directory)) {
            requireAllRows(journal);
            assertEquals("", journal.faultAfter(JournalReader.NO_POSITION));
            journal.force();
        } finally {
            Permissions.set(directory, true);
        }
        assertEquals(before, QueueBytes.fingerprint(directory));
    }

    @Test
    void shouldRefuseAnAppenderWhereNothingCanBeWritten() throws IOException {
        journal().close();
        Files.createFile(directory.resolve("writer.lock"));
        Permissions.set(directory, false);
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            Assumptions.assumeFalse(Files.isWritable(directory), "permissions do not bind this user");
            String message = Fails.with(ErrorCode.IO_FAILED, journal::openAppender);
            assertTrue(message.contains(directory.toString()), message);
        } finally {
            Permissions.set(directory, true);
        }
    }

    /** F10: more records than one file of the roll cycle can take. */
    @Test
    void shouldRefuseMoreRecordsThanAFileTakesAndGoOnInTheNextOne() {
        RollCycle smallest = TestRollCycles.TEST2_DAILY;
        try (ChronicleJournal journal = journal(time, smallest);
                RowAppender appender = journal.openAppender()) {
            for (int file = 1; file <= 2; file++) {
                appendUntilRefused(appender);
                assertEquals(file * smallest.maxMessagesPerCycle(), positions.size());
                for (int attempt = 0; attempt < 3; attempt++) {
                    String message = Fails.with(ErrorCode.IO_FAILED, () -> append(appender, 1));
                    assertTrue(message.contains(smallest.maxMessagesPerCycle() + " records"), message);
                }
                assertEquals(positions.size() - 1, appender.lastSequence());
                assertEquals(positions, Recorder.readAll(journal.openVerifyingReader()).positions);
                time.advanceMillis(DAY_MS);
            }
            append(appender, 3);
            assertEquals(positions, Recorder.readAll(journal.openVerifyingReader()).positions);
        }
        try (ChronicleJournal journal = journal(time, smallest);
                RowAppender appender = journal.openAppender()) {
            assertEquals(positions.size() - 1, appender.lastSequence());
        }
    }

    private void appendUntilRefused(RowAppender appender) {
        try {
            while (true) {
                append(appender, 1);
            }
        } catch (TidemarkException e) {
            assertEquals(ErrorCode.IO_FAILED, e.code(), e.getMessage());
        }
    }

    /** Y01: a reader that begins at the end. */
    @Test
    void shouldDeliverTheNextRowToAReaderThatBeginsAtTheEnd() {
        try (ChronicleJournal journal = journal();
                RowAppender appender = journal.openAppender()) {
            append(appender, 5);
            for (long step : new long[] {0, DAY_MS, 2 * DAY_MS}) {
                time.advanceMillis(step);
                try (ChronicleReader reader = journal.openReader()) {
                    Recorder seen = new Recorder();
                    reader.moveAfter(reader.endPosition());
                    assertEquals(0, reader.poll(seen, 10));
                    append(appender, 1);
                    assertEquals(1, reader.poll(seen, 10));
                    assertEquals(positions.subList(positions.size() - 1, positions.size()), seen.positions);
                }
            }
        }
    }
}
