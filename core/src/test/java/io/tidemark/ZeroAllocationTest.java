package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ZeroAllocationTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k long, v long");
    private static final int ROWS = 400_000;

    @Test
    void shouldAllocateNothingPerRowOfAFilteredProjection() {
        long[] sum = new long[1];
        try (MemoryJournal source = rows();
                QueryInvoker query = Tidemark.stream("in", source)
                        .withWatermark("ts", Duration.ofSeconds(5))
                        .filter(col("v").mod(lit(3L)).ne(lit(0L)))
                        .select(col("ts"), col("k"), col("v").times(lit(2L)).as("twice"))
                        .writeStream()
                        .queryName("q")
                        .foreach((row, sequence) -> sum[0] += row.getLong(2))
                        .invoker()) {
            double perRow = bytesPerRow(query);
            assertTrue(perRow < 0.02, perRow + " bytes per row");
            assertEquals(expectedTwice(), sum[0]);
        }
    }

    private static long expectedTwice() {
        long sum = 0;
        for (long i = 0; i < ROWS; i++) {
            sum += i % 100 % 3 != 0 ? i % 100 * 2 : 0;
        }
        return sum;
    }

    private static double bytesPerRow(QueryInvoker query) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        while (query.progress().rowsRead() < ROWS / 2) {
            query.invoke();
        }
        long before = threads.getThreadAllocatedBytes(thread);
        int cycles = 0;
        while (query.invoke() > 0) {
            cycles++;
        }
        long allocated = threads.getThreadAllocatedBytes(thread) - before;
        assertTrue(cycles > 100, "the run must cover many duty cycles");
        return (double) allocated / (ROWS / 2.0);
    }

    private static MemoryJournal rows() {
        MemoryJournal journal = MemoryJournal.of("in", SCHEMA);
        try (RowWriter row = new RowWriter()) {
            for (long i = 0; i < ROWS; i++) {
                row.start(SCHEMA);
                row.setLong(0, i * 1_000_000);
                row.setLong(1, i % 997);
                row.setLong(2, i % 100);
                journal.append(row);
            }
        }
        return journal;
    }
}
