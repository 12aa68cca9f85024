package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.journal.RowDecoder;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that come too late, from the wrong thread or with the wrong row: an exception each, and never the end of the JVM. */
final class JournalMisuseTest {
    private static final Schema NOTES = Schema.parse("n long not null, note string");

    @TempDir
    private Path directory;

    private static void append(RowAppender appender, long n) {
        RowWriter row = appender.begin();
        row.setLong(0, n);
        row.setString(1, "note " + n);
        appender.commit(n);
    }

    @Test
    void shouldRefuseAnAppenderThatIsClosed() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, NOTES)) {
            RowAppender appender = journal.openAppender();
            RowWriter row = appender.begin();
            appender.close();
            appender.close();
            Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> row.setLong(0, 1));
            Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> row.setString(1, "late"));
            Fails.with(ErrorCode.QUERY_STATE_INVALID, row::finish);
            Fails.with(ErrorCode.QUERY_STATE_INVALID, appender::commit);
            Fails.with(ErrorCode.QUERY_STATE_INVALID, appender::begin);
            assertEquals(0, Recorder.readAll(journal.openReader()).rows.size());
        }
    }

    @Test
    void shouldRefuseAnAppenderAndAWriterOfAClosedJournal() {
        ChronicleJournal journal = ChronicleJournal.create(directory, NOTES);
        RowAppender appender = journal.openAppender();
        append(appender, 0);
        RowWriter row = appender.begin();
        journal.close();
        row.setLong(0, 1);
        Fails.with(ErrorCode.QUERY_STATE_INVALID, appender::commit);
        Fails.with(ErrorCode.QUERY_STATE_INVALID, appender::begin);
        Fails.with(ErrorCode.QUERY_STATE_INVALID, journal::openAppender);
        Fails.with(ErrorCode.QUERY_STATE_INVALID, journal::openReader);
        ChronicleJournal again = ChronicleJournal.open(directory);
        try (RowWriter other = new RowWriter();
                JournalWriter writer = again.openWriter(NOTES)) {
            other.start(NOTES).setLong(0, 1);
            again.close();
            Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> writer.append(other.finish(), 1));
        }
        appender.close();
        try (ChronicleJournal third = ChronicleJournal.open(directory)) {
            assertEquals(1, third.check(JournalReader.NO_POSITION).records());
        }
    }

    @Test
    void shouldRefuseAReaderThatIsClosedOrWhoseJournalIs() {
        ChronicleJournal journal = ChronicleJournal.create(directory, NOTES);
        try (RowAppender appender = journal.openAppender()) {
            append(appender, 0);
            append(appender, 1);
        }
        ChronicleReader closed = journal.openReader();
        closed.close();
        closed.close();
        ChronicleReader reader = journal.openVerifyingReader();
        Recorder seen = new Recorder();
        assertEquals(1, reader.poll(seen, 1));
        journal.close();
        for (ChronicleReader late : new ChronicleReader[] {closed, reader}) {
            Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> late.poll(seen, 1));
            Fails.with(ErrorCode.QUERY_STATE_INVALID, late::endPosition);
            Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> late.moveAfter(JournalReader.NO_POSITION));
        }
        reader.close();
        assertEquals(1, seen.rows.size());
    }

    @Test
    void shouldFinishAPollWhileAnotherThreadClosesTheJournal() throws Exception {
        ChronicleJournal journal = ChronicleJournal.create(directory, NOTES);
        try (RowAppender appender = journal.openAppender()) {
            for (int n = 0; n < 20_000; n++) {
                append(appender, n);
            }
        }
        CountDownLatch polling = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicLong sum = new AtomicLong();
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try (ChronicleReader reader = journal.openReader()) {
                reader.poll(
                        new RecordHandler() {
                            @Override
                            public void onRow(RowView row) {
                                polling.countDown();
                                if (row.getLong(0) == 0) {
                                    await(closed);
                                }
                                sum.addAndGet(row.getLong(0) + row.getString(1).length());
                            }

                            @Override
                            public void onInvalid(RowView record, String reason) {
                                throw new AssertionError(reason);
                            }
                        },
                        20_000);
                reader.poll(new Recorder(), 1);
            } catch (TidemarkException e) {
                refusal.set(e);
            }
        });
        thread.start();
        polling.await();
        journal.close();
        closed.countDown();
        thread.join();
        // 0 to 19999, and "note " with 10 texts of 1 digit, 90 of 2, 900 of 3, 9000 of 4 and 10000 of 5.
        assertEquals(199_990_000 + 100_000 + 10 + 180 + 2_700 + 36_000 + 50_000, sum.get());
        assertEquals(ErrorCode.QUERY_STATE_INVALID, ((TidemarkException) refusal.get()).code());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldEndAnAppenderOfAnotherThreadBetweenTwoRows() throws Exception {
        ChronicleJournal journal = ChronicleJournal.create(directory, NOTES);
        RowAppender appender = journal.openAppender();
        CountDownLatch some = new CountDownLatch(1000);
        AtomicLong written = new AtomicLong();
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    append(appender, written.get());
                    written.incrementAndGet();
                    some.countDown();
                }
            } catch (TidemarkException e) {
                assertEquals(ErrorCode.QUERY_STATE_INVALID, e.code());
            } finally {
                appender.close();
            }
        });
        thread.start();
        some.await();
        journal.close();
        thread.join();
        try (ChronicleJournal again = ChronicleJournal.open(directory)) {
            JournalCheck check = again.check(JournalReader.NO_POSITION);
            assertTrue(check.isIntact(), check.fault());
            assertEquals(written.get(), check.records());
        }
    }

    @Test
    void shouldRefuseANullInAColumnThatMayHaveNone() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, NOTES);
                RowAppender appender = journal.openAppender()) {
            appender.begin().setString(1, "a");
            String message = Fails.with(ErrorCode.NULL_NOT_ALLOWED, appender::commit);
            assertTrue(message.contains("'n'"), message);
            Fails.with(ErrorCode.QUERY_STATE_INVALID, appender::commit);
            append(appender, 7);
            assertEquals(0, appender.lastSequence());
            assertEquals(1, Recorder.readAll(journal.openReader()).rows.size());
        }
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                JournalWriter writer = journal.openWriter(NOTES);
                RowWriter row = new RowWriter()) {
            row.start(NOTES);
            Fails.with(ErrorCode.NULL_NOT_ALLOWED, () -> writer.append(row.finish(), 1));
            assertEquals(0, writer.lastSequence());
        }
    }

    @Test
    void shouldRefuseARowOfAnotherSchema() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, NOTES);
                RowAppender appender = journal.openAppender();
                RowWriter row = new RowWriter()) {
            row.start(Schema.parse("n long")).setLong(0, 1);
            Fails.with(ErrorCode.SCHEMA_MISMATCH, () -> appender.append(row.finish(), 0));
            Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> appender.append(new RowView(), 0));
            assertEquals(-1, appender.lastSequence());
        }
    }

    @Test
    void shouldRefuseReadersOfAForeignJournalThatIsClosed() {
        ChronicleJournal.create(directory, NOTES).close();
        ForeignJournal journal = ForeignJournal.raw(directory, NOTES, (buffer, offset, length, row) -> RowDecoder.SKIP);
        JournalReader reader = journal.openReader();
        assertEquals(0, reader.poll(new Recorder(), 1));
        journal.close();
        Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> reader.poll(new Recorder(), 1));
        Fails.with(ErrorCode.QUERY_STATE_INVALID, reader::endPosition);
        Fails.with(ErrorCode.QUERY_STATE_INVALID, journal::openReader);
        reader.close();
        reader.close();
    }

    @Test
    void shouldNameTheArgumentThatIsNull() {
        assertEquals("directory", nameOf(() -> ChronicleJournal.open(null)));
        assertEquals("directory", nameOf(() -> ChronicleJournal.openReadOnly(null)));
        assertEquals("schema", nameOf(() -> ChronicleJournal.create(directory, null)));
        assertEquals("rollCycle", nameOf(() -> ChronicleJournal.at(directory).rollCycle(null)));
        assertEquals("decoder", nameOf(() -> ForeignJournal.raw(directory, NOTES, null)));
        assertEquals("columnsByField", nameOf(() -> ForeignJournal.wire(directory, NOTES, null)));
        assertEquals("event", nameOf(() -> ForeignJournal.wireEvent(directory, NOTES, Map.of(), null)));
        assertEquals("api", nameOf(() -> ForeignJournal.methods(directory, NOTES, null, rows -> null)));
        try (ChronicleJournal journal = ChronicleJournal.create(directory, NOTES);
                ChronicleReader reader = journal.openReader()) {
            assertEquals("clock", nameOf(() -> journal.openAppender(null)));
            assertEquals("schema", nameOf(() -> journal.openWriter(null)));
            assertEquals("handler", nameOf(() -> reader.poll(null, 1)));
        }
    }

    private static String nameOf(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(NullPointerException.class, call).getMessage();
    }
}
