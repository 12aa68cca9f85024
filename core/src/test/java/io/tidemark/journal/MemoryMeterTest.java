package io.tidemark.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.TidemarkException;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import org.junit.jupiter.api.Test;

final class MemoryMeterTest {
    private static final int HEADER = 40;

    @Test
    void shouldCountRecordsAndBytesBehindAPosition() {
        try (MemoryJournal journal = MemoryJournal.withIngestTime("in", Schema.parse("n long"));
                JournalMeter meter = journal.openMeter()) {
            assertEquals(new Backlog(-1, 0, 0, RowView.NO_INGEST_TIME, 0), meter.measure(-1));
            journal.appendValuesAt(11, 1L);
            journal.appendValuesAt(12, 2L);
            journal.appendValuesAt(13, 3L);
            int row = HEADER + rowBytes(journal);
            assertEquals(new Backlog(2, 3, 3L * row, 11, 3), meter.measure(-1));
            assertEquals(new Backlog(2, 1, row, 13, 3), meter.measure(1));
            assertEquals(new Backlog(2, 0, 0, RowView.NO_INGEST_TIME, 3), meter.measure(2));
        }
    }

    @Test
    void shouldCountBytesOverManyChunksAndAfterATruncation() {
        try (MemoryJournal journal = MemoryJournal.of("in", Schema.parse("n long"));
                JournalMeter meter = journal.openMeter()) {
            for (long i = 0; i < 20_000; i++) {
                journal.appendValues(i);
            }
            int row = HEADER + rowBytes(journal);
            assertEquals(20_000L * row, meter.measure(-1).bytes());
            assertEquals(12_345L * row, meter.measure(20_000 - 12_345 - 1).bytes());
            journal.truncate(100);
            for (long i = 100; i < 15_000; i++) {
                journal.appendValues(i);
            }
            assertEquals(15_000L * row, meter.measure(-1).bytes());
        }
    }

    @Test
    void shouldRefuseAfterTheJournalIsClosed() {
        MemoryJournal journal = MemoryJournal.of("in", Schema.parse("n long"));
        try (JournalMeter meter = journal.openMeter()) {
            journal.close();
            assertThrows(TidemarkException.class, () -> meter.measure(-1));
        }
    }

    private static int rowBytes(MemoryJournal journal) {
        return journal.read(0, new RowView()).length() + 7 & ~7;
    }
}
