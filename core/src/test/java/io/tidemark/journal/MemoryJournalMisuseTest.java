package io.tidemark.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class MemoryJournalMisuseTest {
    private static final Schema NOTES = Schema.parse("n long not null, note string");

    /** Takes rows, and keeps invalid records. */
    private static final class Kept implements RecordHandler {
        private final Consumer<RowView> rows;
        private final List<String> reasons = new ArrayList<>();
        private final List<byte[]> records = new ArrayList<>();

        private Kept(Consumer<RowView> rows) {
            this.rows = rows;
        }

        @Override
        public void onRow(RowView row) {
            rows.accept(row);
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            reasons.add(reason);
            records.add((byte[]) record.get(0));
        }
    }

    private static TidemarkException refused(ErrorCode code, Executable call) {
        TidemarkException e = assertThrows(TidemarkException.class, call);
        assertEquals(code, e.code(), e.getMessage());
        return e;
    }

    @Test
    void shouldRefuseEverythingAfterItsEnd() {
        MemoryJournal journal = MemoryJournal.of("notes", NOTES);
        journal.appendValues(1L, "a");
        JournalReader reader = journal.openReader();
        JournalWriter writer = journal.openWriter(NOTES);
        Kept seen = new Kept(row -> {});
        assertEquals(1, reader.poll(seen, 10));
        try (RowWriter row = new RowWriter()) {
            row.start(NOTES).setLong(0, 2);
            journal.close();
            journal.close();
            refused(ErrorCode.QUERY_STATE_INVALID, () -> journal.append(row));
            refused(ErrorCode.QUERY_STATE_INVALID, () -> writer.append(row.finish(), 1));
        }
        refused(ErrorCode.QUERY_STATE_INVALID, () -> journal.appendValues(2L, "b"));
        refused(ErrorCode.QUERY_STATE_INVALID, () -> journal.appendInvalid(new byte[1], "bad"));
        refused(ErrorCode.QUERY_STATE_INVALID, journal::rows);
        refused(ErrorCode.QUERY_STATE_INVALID, () -> journal.read(0, new RowView()));
        refused(ErrorCode.QUERY_STATE_INVALID, journal::openReader);
        refused(ErrorCode.QUERY_STATE_INVALID, () -> journal.openWriter(NOTES));
        refused(ErrorCode.QUERY_STATE_INVALID, () -> reader.poll(seen, 10));
        refused(ErrorCode.QUERY_STATE_INVALID, reader::sequence);
        refused(ErrorCode.QUERY_STATE_INVALID, () -> reader.moveAfter(0));
        writer.close();
        reader.close();
        reader.close();
        assertEquals(0, journal.size());
    }

    @Test
    void shouldKeepItsMemoryUntilTheReaderInAnotherThreadIsClosed() throws Exception {
        MemoryJournal journal = MemoryJournal.of("notes", NOTES);
        for (long n = 0; n < 1000; n++) {
            journal.appendValues(n, "note " + n);
        }
        CountDownLatch polling = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        List<String> last = new ArrayList<>();
        Thread thread = new Thread(() -> {
            try (JournalReader reader = journal.openReader()) {
                reader.poll(
                        new Kept(row -> {
                            polling.countDown();
                            await(closed);
                            last.add(row.getString(1));
                        }),
                        1000);
            }
        });
        thread.start();
        polling.await();
        journal.close();
        closed.countDown();
        thread.join();
        assertEquals(1000, last.size());
        assertEquals("note 999", last.get(999));
        assertEquals(0, journal.size());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldTakeTheRowAwayFromAViewAfterThePoll() {
        try (MemoryJournal journal = MemoryJournal.of("notes", NOTES);
                JournalReader reader = journal.openReader()) {
            journal.appendValues(1L, "a");
            List<RowView> kept = new ArrayList<>();
            reader.poll(new Kept(kept::add), 1);
            refused(ErrorCode.QUERY_STATE_INVALID, () -> kept.get(0).getString(1));
            refused(ErrorCode.QUERY_STATE_INVALID, () -> kept.get(0).isNull(0));
            refused(ErrorCode.QUERY_STATE_INVALID, () -> journal.append(kept.get(0)));
        }
    }

    @Test
    void shouldRefuseANullInAColumnThatMayHaveNone() {
        try (MemoryJournal journal = MemoryJournal.of("notes", NOTES);
                JournalWriter writer = journal.openWriter(NOTES);
                RowWriter row = new RowWriter()) {
            TidemarkException e = refused(ErrorCode.NULL_NOT_ALLOWED, () -> journal.appendValues(null, "a"));
            assertEquals("n", e.problems().get(0).column());
            row.start(NOTES).setString(1, "a");
            refused(ErrorCode.NULL_NOT_ALLOWED, () -> journal.append(row));
            refused(ErrorCode.NULL_NOT_ALLOWED, () -> writer.append(row.finish(), 0));
            assertEquals(0, journal.size());
            row.setLong(0, 1);
            writer.append(row.finish(), 0);
            assertEquals(1, journal.size());
        }
    }

    @Test
    void shouldRefuseARowOfAnotherSchema() {
        try (MemoryJournal journal = MemoryJournal.of("notes", NOTES);
                RowWriter row = new RowWriter()) {
            row.start(Schema.parse("a long, b long, c long"));
            refused(ErrorCode.SCHEMA_MISMATCH, () -> journal.append(row));
            row.start(Schema.parse("n long not null, note string")).setLong(0, 1);
            assertEquals(0, journal.append(row));
        }
    }

    @Test
    void shouldKeepAPreviewOfALongInvalidRecord() {
        try (MemoryJournal journal = MemoryJournal.of("notes", NOTES)) {
            byte[] bytes = new byte[3 << 20];
            bytes[65535] = 7;
            journal.appendInvalid(bytes, "It is broken.");
            journal.appendInvalid(new byte[65536], "It is broken.");
            Kept seen = new Kept(row -> {});
            try (JournalReader reader = journal.openReader()) {
                reader.poll(seen, 10);
            }
            assertEquals(
                    List.of("It is broken. Of its 3145728 bytes the first 65536 are kept.", "It is broken."),
                    seen.reasons);
            assertEquals(65536, seen.records.get(0).length);
            assertEquals(7, seen.records.get(0)[65535]);
        }
    }

    @Test
    void shouldNameTheArgumentThatIsNull() {
        assertEquals(
                "schema",
                assertThrows(NullPointerException.class, () -> MemoryJournal.of("x", null))
                        .getMessage());
        assertEquals(
                "name",
                assertThrows(NullPointerException.class, () -> MemoryJournal.output(null))
                        .getMessage());
        assertTrue(MemoryJournal.output("x").recordsIngestTime());
    }
}
