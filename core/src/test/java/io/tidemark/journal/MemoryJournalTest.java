package io.tidemark.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class MemoryJournalTest {
    private static final Schema TRADES = Schema.parse("ts timestamp, symbol string, price decimal(18,2), qty long");

    private final MemoryJournal journal = MemoryJournal.withIngestTime("trades", TRADES);

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldGiveBackRowsInOrderWithPositionIngestTimeAndKind() {
        assertEquals(0, journal.appendValuesAt(100, 1L, "A", new BigDecimal("1.50"), 7));
        assertEquals(1, journal.appendValuesAt(200, null, "", null, null));
        Recorder seen = new Recorder();
        JournalReader reader = journal.openReader();

        assertEquals(JournalReader.NO_POSITION, reader.position());
        assertEquals(2, reader.poll(seen, 10));
        assertEquals(0, reader.poll(seen, 10));

        assertEquals(
                List.of(
                        "0 100 INSERT {ts=1970-01-01T00:00:00.000000001Z, symbol=A, price=1.50, qty=7}",
                        "1 200 INSERT {ts=null, symbol=, price=null, qty=null}"),
                seen.lines);
        assertEquals(1, reader.position());
        assertEquals(1, reader.endPosition());
        assertEquals(1, reader.sequence());
    }

    @Test
    void shouldTakeEveryTypeAsValues() {
        Schema all = Schema.parse(
                "b bool, i int, l long, d double, m decimal(18,8), w decimal(38,10), ts timestamp, s string, x binary");
        try (MemoryJournal values = MemoryJournal.of("all", all)) {
            BigDecimal wide = new BigDecimal("-1234567890123456789012345678.0123456789");
            Instant time = Instant.parse("1969-12-31T23:59:59.999999999Z");
            values.appendValues(true, -3, 1L << 40, 0.25, 5, wide, time, "äöü€😀", new byte[] {0, -1});
            List<Object> row = values.rows().get(0);
            assertEquals(
                    Arrays.asList(true, -3, 1L << 40, 0.25, new BigDecimal("5.00000000"), wide, time, "äöü€😀"),
                    row.subList(0, 8));
            assertEquals("[0, -1]", Arrays.toString((byte[]) row.get(8)));
        }
    }

    @Test
    void shouldReadAtMostTheLimitAndResumeAfterAnyPosition() {
        for (long i = 0; i < 5; i++) {
            journal.appendValues(i, null, null, null);
        }
        for (int from = -1; from < 5; from++) {
            Recorder seen = new Recorder();
            JournalReader reader = journal.openReader();
            reader.moveAfter(from);
            while (reader.poll(seen, 2) > 0) {
                assertTrue(seen.positions.size() <= 5);
            }
            assertEquals(List.of(0L, 1L, 2L, 3L, 4L).subList(from + 1, 5), seen.positions);
        }
    }

    @Test
    void shouldRefuseAPositionThatIsNotThere() {
        journal.appendValues(1L, null, null, null);
        JournalReader reader = journal.openReader();
        assertCode(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.moveAfter(1));
        assertCode(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.moveAfter(-2));
        assertEquals(JournalReader.NO_POSITION, reader.position());
    }

    @Test
    void shouldKeepSequenceKindAndCauseOfWrittenRows() {
        MemoryJournal output = MemoryJournal.output("out");
        assertCode(ErrorCode.QUERY_STATE_INVALID, output::schema);
        Schema schema = Schema.parse("n long");
        JournalWriter writer = output.openWriter(schema);
        assertEquals(-1, writer.lastSequence());
        try (RowWriter row = new RowWriter()) {
            row.start(schema).setLong(0, 5);
            writer.append(row.finish().origin(41, 900, RowKind.UPDATE_AFTER), 0);
            row.start(schema).setLong(0, 6);
            writer.append(row.finish().origin(42, 901, RowKind.DELETE), 1, 3);
            assertCode(ErrorCode.QUERY_STATE_INVALID, () -> writer.append(row.finish(), 3));
        }

        assertEquals(schema, output.schema());
        assertEquals(RowKind.UPDATE_AFTER, output.kind(0));
        assertEquals(41, output.cause(0));
        assertEquals(0, output.causeSource(0));
        assertEquals(42, output.cause(1));
        assertEquals(3, output.causeSource(1));
        assertEquals(1, output.sequence(1));
        assertEquals(901, output.read(1, new RowView()).ingestTimeNs());
        assertEquals(1, output.openWriter(schema).lastSequence());
        assertCode(ErrorCode.SCHEMA_MISMATCH, () -> output.openWriter(TRADES));
        output.close();
    }

    @Test
    void shouldForgetRowsBehindACutAndGoOnFromThere() {
        for (long i = 0; i < 20_000; i++) {
            journal.appendValues(i, "x".repeat(20), null, i);
        }
        journal.truncate(12_345);
        assertEquals(12_345, journal.size());
        assertEquals(12_345, journal.appendValues(-1L, "new", null, 5L));
        assertEquals(12_344L, journal.read(12_344, new RowView()).getLong(3));
        assertEquals("new", journal.read(12_345, new RowView()).getString(1));
        journal.reset();
        assertEquals(0, journal.openReader().poll(new Recorder(), 1));
        journal.appendValues(8L, null, null, null);
        assertEquals(1, journal.rows().size());
    }

    @Test
    void shouldHoldRowsLongerThanAChunk() {
        String text = "0123456789".repeat(20_000);
        journal.appendValues(1L, "short", null, null);
        journal.appendValues(2L, text, null, null);
        journal.appendValues(3L, "after", null, null);
        assertEquals(
                List.of("short", text, "after"),
                journal.rows().stream().map(row -> row.get(1)).toList());
    }

    @Test
    void shouldReportInvalidRecordsInTheirPlace() {
        journal.appendValues(1L, null, null, null);
        journal.appendInvalid(new byte[] {1, 2, 3}, "too short");
        journal.appendValues(2L, null, null, null);
        Recorder seen = new Recorder();
        assertEquals(3, journal.openReader().poll(seen, 3));
        assertEquals(List.of(0L, 1L, 2L), seen.positions);
        assertEquals("1 too short [1, 2, 3]", seen.lines.get(1));
        assertEquals(2, journal.rows().size());
    }

    @Test
    void shouldBeReadInAnotherThreadWhileItIsWritten() throws InterruptedException {
        int rows = 200_000;
        AtomicLong firstWrong = new AtomicLong(-1);
        Thread reading = new Thread(() -> {
            RecordHandler inOrder = new RecordHandler() {
                @Override
                public void onRow(RowView row) {
                    if (row.getLong(0) != row.position() || row.ingestTimeNs() != row.position()) {
                        firstWrong.compareAndSet(-1, row.position());
                    }
                }

                @Override
                public void onInvalid(RowView record, String reason) {
                    throw new AssertionError(reason);
                }
            };
            try (JournalReader reader = journal.openReader()) {
                while (reader.position() < rows - 1) {
                    if (reader.poll(inOrder, 100) == 0) {
                        Thread.onSpinWait();
                    }
                }
            }
        });
        reading.start();
        try (RowWriter row = new RowWriter()) {
            for (int i = 0; i < rows; i++) {
                row.start(TRADES).setLong(0, i);
                row.setString(1, "SYMBOL");
                journal.append(row, i);
            }
        }
        reading.join();
        assertEquals(-1, firstWrong.get());
    }

    @Test
    void shouldAllocateNothingOnTheHeap() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (RowWriter row = new RowWriter()) {
            JournalReader reader = journal.openReader();
            Counter counter = new Counter();
            long allocated = Long.MAX_VALUE;
            // The compiler may leave a few bytes behind in one round while it replaces code, but not in each.
            for (int round = 0; round < 10 && allocated > 0; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                appendAndPoll(row, reader, counter, 100_000);
                allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
                assertEquals(100_000L * (round + 1), counter.rows);
            }
            assertEquals(0, allocated);
        }
    }

    private void appendAndPoll(RowWriter row, JournalReader reader, Counter counter, int rows) {
        for (int i = 0; i < rows; i++) {
            row.start(TRADES).setLong(0, i);
            row.setString(1, "SYMBOL");
            journal.append(row, i);
            if ((i & 15) == 15) {
                reader.poll(counter, 16);
            }
        }
    }

    private static void assertCode(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(TidemarkException.class, call).code());
    }

    private static final class Counter implements RecordHandler {
        private long rows;

        @Override
        public void onRow(RowView row) {
            rows++;
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            throw new AssertionError(reason);
        }
    }

    private static final class Recorder implements RecordHandler {
        private final List<Long> positions = new ArrayList<>();
        private final List<String> lines = new ArrayList<>();

        @Override
        public void onRow(RowView row) {
            positions.add(row.position());
            lines.add(row.position() + " " + row.ingestTimeNs() + " " + row.kind() + " " + row);
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            positions.add(record.position());
            lines.add(record.position() + " " + reason + " " + Arrays.toString((byte[]) record.get(0)));
        }
    }
}
