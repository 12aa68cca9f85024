package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import net.openhft.chronicle.threads.BusyTimedPauser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalOwnershipTest {
    private static final Schema NUMBERS = Schema.parse("n long");

    @TempDir
    private Path directory;

    /** Appends 1000 rows and then holds the journal until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws InterruptedException {
            RowAppender appender =
                    ChronicleJournal.create(Path.of(args[0]), NUMBERS).openAppender();
            for (int i = 0; i < 1000; i++) {
                appender.begin().setLong(0, i);
                appender.commit();
            }
            System.out.println("held " + System.getProperty("chronicle.announcer.disable") + " "
                    + System.getProperty("chronicle.analytics.disable"));
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    @Test
    void shouldRefuseASecondAppenderOfThisProcess() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, NUMBERS);
                ChronicleJournal same = ChronicleJournal.open(directory.resolve("."))) {
            RowAppender appender = journal.openAppender();
            Fails.with(ErrorCode.DIRECTORY_IN_USE, journal::openAppender);
            Fails.with(ErrorCode.DIRECTORY_IN_USE, () -> same.openWriter(NUMBERS));
            appender.begin();
            appender.commit();
            appender.close();
            assertEquals(0, same.openWriter(NUMBERS).lastSequence());
        }
    }

    @Test
    void shouldAppendOnlyOnceTheProcessThatHoldsTheJournalIsKilled() throws Exception {
        Process holder = start(Holder.class);
        try (BufferedReader out = holder.inputReader()) {
            assertEquals("held true true", out.readLine());
            try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
                assertEquals(1000, Recorder.readAll(journal.openReader()).rows.size());
                String message = Fails.with(ErrorCode.DIRECTORY_IN_USE, journal::openAppender);
                assertTrue(message.contains("process " + holder.pid()), message);
            }
        } finally {
            holder.destroyForcibly();
        }
        assertTrue(holder.waitFor(120, TimeUnit.SECONDS));
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                RowAppender appender = journal.openAppender()) {
            assertEquals(999, appender.lastSequence());
            appender.begin().setLong(0, 1000);
            appender.commit();
            assertEquals(1001, journal.check(-1).records());
        }
    }

    /** Appends 100 rows and halts in the middle of the next one, holding the queue's lock. */
    static final class Halter {
        private Halter() {}

        public static void main(String[] args) {
            Path directory = Path.of(args[0]);
            try (RowAppender appender =
                    ChronicleJournal.create(directory, NUMBERS).openAppender()) {
                for (int i = 0; i < 100; i++) {
                    appender.begin().setLong(0, i);
                    appender.commit(i);
                }
            }
            try (var queue = SingleChronicleQueueBuilder.binary(directory)
                            .rollCycle(LargeRollCycles.LARGE_DAILY)
                            .blockSize(64 << 20)
                            .build();
                    var appender = queue.createAppender()) {
                var document = appender.writingDocument();
                document.wire().bytes().writeLong(0x1234_5678_9ABC_DEF0L);
                Runtime.getRuntime().halt(9);
            }
        }
    }

    @Test
    void shouldServeAtOnceAfterAKillInTheMiddleOfAnAppend() throws Exception {
        Process halter = start(Halter.class);
        assertTrue(halter.waitFor(120, TimeUnit.SECONDS));
        assertEquals(9, halter.exitValue());
        long start = System.nanoTime();
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                RowAppender appender = journal.openAppender()) {
            assertEquals(99, appender.lastSequence());
            assertEquals("", appender.repaired());
            appender.begin().setLong(0, 100);
            appender.commit(100);
            long servedMs = (System.nanoTime() - start) / 1_000_000;
            System.out.println("Served again " + servedMs + " ms after a kill in the middle of an append.");
            // The library's own patience is 10 seconds, and half as much again for its lock.
            assertTrue(servedMs < 9_000, servedMs + " ms");
            JournalCheck check = journal.check(-1);
            assertEquals(101, check.records());
            assertTrue(check.isIntact(), check.toString());
        }
    }

    /** O10. */
    @Test
    void shouldRefuseASecondWriterAtOnceWithThePidAndLeaveTheFirstUnharmed() throws Exception {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, NUMBERS);
                RowAppender first = journal.openAppender()) {
            first.begin().setLong(0, 0);
            first.commit(0);
            Process second = start(Holder.class, ProcessBuilder.Redirect.PIPE);
            String error = new String(second.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(second.waitFor(120, TimeUnit.SECONDS));
            assertEquals(1, second.exitValue());
            assertTrue(error.contains("DIRECTORY_IN_USE"), error);
            assertTrue(error.contains("process " + ProcessHandle.current().pid()), error);
            first.begin().setLong(0, 1);
            first.commit(1);
            assertEquals(List.of(0L, 1L), Recorder.readAll(journal.openVerifyingReader()).ingestTimes);
        }
    }

    @Test
    void shouldNotWaitForAQueueLockThatADeadProcessOfTheSamePidLeft() throws IOException {
        ChronicleJournal.create(directory, NUMBERS).close();
        SingleChronicleQueueBuilder.addAliases();
        try (var table = SingleTableBuilder.binary(directory.resolve("metadata.cq4t"), Metadata.NoMeta.INSTANCE)
                        .readOnly(false)
                        .build();
                var lock = new TableStoreWriteLock(table, BusyTimedPauser::new, 0L)) {
            lock.lock();
            assertEquals(ProcessHandle.current().pid(), lock.lockedBy() & 0xFFFF_FFFFL);
        }
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                RowAppender appender = journal.openAppender()) {
            appender.begin().setLong(0, 5);
            appender.commit();
            assertEquals(List.of("{n=5}"), Recorder.readAll(journal.openReader()).rows);
        }
    }

    private Process start(Class<?> main) throws IOException {
        return start(main, ProcessBuilder.Redirect.INHERIT);
    }

    private Process start(Class<?> main, ProcessBuilder.Redirect errors) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path flags = Path.of(System.getProperty("tidemark.root"), "bin", "jvm.args");
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "@" + flags,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                directory.toString());
        return builder.redirectError(errors).start();
    }
}
