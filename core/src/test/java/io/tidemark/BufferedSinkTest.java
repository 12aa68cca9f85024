package io.tidemark;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sink that keeps rows back, as a transaction does. */
class BufferedSinkTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp");

    private final Transaction sink = new Transaction();

    @Test
    void shouldFlushWhenThereIsNothingToDo() {
        try (MemoryJournal input = MemoryJournal.of("input", SCHEMA);
                QueryInvoker query = windows(input)) {
            input.appendValues(0L);
            input.appendValues(10L);
            query.processAllAvailable();
            assertEquals(List.of(0L), sink.committed);
        }
    }

    @Test
    void shouldFlushWhatADrainBringsOut() {
        try (MemoryJournal input = MemoryJournal.of("input", SCHEMA);
                QueryInvoker query = windows(input)) {
            input.appendValues(0L);
            input.appendValues(10L);
            query.drain();
            assertEquals(List.of(0L, 1L), sink.committed);
        }
    }

    private QueryInvoker windows(MemoryJournal input) {
        return Tidemark.stream("input", input)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofNanos(10)))
                .agg(count())
                .writeStream()
                .queryName("buffered")
                .to(sink)
                .invoker();
    }

    /** Takes sequences, and gives up at its end those that were not flushed. */
    private static final class Transaction implements JournalSink, JournalWriter {
        private final List<Long> committed = new ArrayList<>();
        private final List<Long> pending = new ArrayList<>();

        @Override
        public String name() {
            return "transaction";
        }

        @Override
        public JournalWriter openWriter(Schema schema) {
            return this;
        }

        @Override
        public long lastSequence() {
            return committed.size() - 1L;
        }

        @Override
        public void append(RowView row, long sequence) {
            pending.add(sequence);
        }

        @Override
        public void flush() {
            committed.addAll(pending);
            pending.clear();
        }

        @Override
        public void close() {
            pending.clear();
        }
    }
}
