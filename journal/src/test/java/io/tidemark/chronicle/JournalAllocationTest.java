package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mapping the next piece of a file makes some objects; no record does. Hence a bound of 0.1 byte per row, not 0. */
final class JournalAllocationTest {
    private static final Schema TRADES = Schema.parse("ts timestamp, symbol string, price decimal(18,8), qty long");
    private static final int ROWS = 200_000;
    private static final double MOST_BYTES_PER_ROW = 0.1;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path directory;

    @Test
    void shouldAllocateNothingPerRowThatIsAppended() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                RowAppender appender = journal.openAppender()) {
            assertNoGarbage(rows -> {
                for (int i = 0; i < rows; i++) {
                    fill(appender.begin(), i);
                    appender.commit();
                }
            });
        }
    }

    @Test
    void shouldAllocateNothingPerRowThatAQueryWrites() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                JournalWriter writer = journal.openWriter(TRADES);
                RowWriter row = new RowWriter()) {
            assertNoGarbage(rows -> {
                for (int i = 0; i < rows; i++) {
                    fill(row.start(TRADES), i);
                    writer.append(row.finish().origin(i, i, RowKind.INSERT), writer.lastSequence() + 1);
                }
            });
        }
    }

    @Test
    void shouldAllocateNothingPerRowThatIsRead() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES)) {
            try (RowAppender appender = journal.openAppender()) {
                for (int i = 0; i < 3 * ROWS; i++) {
                    fill(appender.begin(), i);
                    appender.commit(i);
                }
            }
            for (ChronicleReader reader : new ChronicleReader[] {journal.openReader(), journal.openVerifyingReader()}) {
                Sum sum = new Sum();
                assertNoGarbage(rows -> {
                    for (int read = 0; read < rows; ) {
                        read += reader.poll(sum, 100);
                    }
                });
                assertEquals(3L * ROWS * (3L * ROWS - 1) / 2, sum.qty);
            }
        }
    }

    @Test
    void shouldAllocateNothingWhereThereIsNothingToRead() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                JournalReader reader = journal.openReader()) {
            Sum sum = new Sum();
            IntConsumer polls = rows -> {
                for (int i = 0; i < rows; i++) {
                    assertEquals(0, reader.poll(sum, 10));
                }
            };
            assertNoGarbage(polls);
            try (RowAppender appender = journal.openAppender()) {
                fill(appender.begin(), 1);
                appender.commit();
            }
            assertEquals(1, reader.poll(sum, 10));
            assertNoGarbage(polls);
        }
    }

    private void assertNoGarbage(IntConsumer work) {
        double bytesPerRow = Double.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            work.accept(ROWS);
            bytesPerRow = Math.min(bytesPerRow, (double) (threads.getCurrentThreadAllocatedBytes() - before) / ROWS);
        }
        assertTrue(bytesPerRow <= MOST_BYTES_PER_ROW, bytesPerRow + " bytes per row");
    }

    private static void fill(RowWriter row, int i) {
        row.setLong(0, i);
        row.setString(1, "SYMBOL");
        row.setLong(2, i);
        row.setLong(3, i);
    }

    private static final class Sum implements RecordHandler {
        private long qty;

        @Override
        public void onRow(RowView row) {
            qty += row.getLong(3);
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            throw new AssertionError(reason);
        }
    }
}
