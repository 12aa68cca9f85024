package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
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
        Process holder = start();
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
        assertTrue(holder.waitFor(30, TimeUnit.SECONDS));
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                RowAppender appender = journal.openAppender()) {
            assertEquals(999, appender.lastSequence());
            appender.begin().setLong(0, 1000);
            appender.commit();
            assertEquals(1001, journal.check(-1).records());
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

    private Process start() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path flags = Path.of(System.getProperty("tidemark.root"), "bin", "jvm.args");
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "@" + flags,
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                directory.toString());
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
