package io.tidemark.offheap;

import static io.tidemark.expr.Functions.approx_count_distinct;
import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.collect_list;
import static io.tidemark.expr.Functions.collect_set;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.count_distinct;
import static io.tidemark.expr.Functions.count_distinct_or_approx;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.median;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.percentile;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.expr.Aggregate;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Windows are opened, filled, closed and freed all the time, and nothing is allocated. */
class WindowAllocationTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k long, v long, d decimal(18,8), t string");
    private static final int ROWS = 400_000;

    @Test
    void shouldAllocateNothingPerRowOfFixedSize() {
        check("k", count(), sum("v"), min("v"), max("v"));
    }

    @Test
    void shouldAllocateNothingPerRowWithTextKeysDecimalsAndTexts() {
        check("t", count(), sum("d"), avg("d"), avg("v"), first("d"), last("t"), max("t"));
    }

    @Test
    void shouldAllocateNothingPerRowWithSets() {
        check("k", count(), count_distinct("v"), approx_count_distinct("t"), count_distinct_or_approx(4, "v", "t"));
        check("t", count(), count_distinct("d"), count_distinct("v", "d"), count_distinct_or_approx(100, "d"));
    }

    @Test
    void shouldAllocateNothingPerRowWithHistograms() {
        check("k", count(), median("v"), percentile("v", 0.9), percentile("d", 0.99));
    }

    @Test
    void shouldAllocateNothingPerRowWithCollections() {
        check("k", count(), collect_list("v", 20), collect_set("d", 20), collect_set("t", 5));
    }

    private static void check(String key, Aggregate... aggregates) {
        long[] rows = new long[1];
        try (MemoryJournal source = rows();
                QueryInvoker query = frame(source, key, aggregates)
                        .writeStream()
                        .queryName("q")
                        .state(ChronicleState.withLimit(64 << 20))
                        .foreach((row, sequence) -> rows[0] += row.getLong(3))
                        .invoker()) {
            while (query.progress().rowsRead() < ROWS / 2) {
                query.invoke();
            }
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            int cycles = 0;
            while (query.invoke() > 0) {
                cycles++;
            }
            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            assertTrue(cycles > 100, "the run must cover many duty cycles");
            assertTrue(allocated < 4096, allocated + " bytes for " + ROWS / 2 + " rows");
            query.drain();
            assertEquals(ROWS, rows[0]);
        }
    }

    private static StreamFrame frame(MemoryJournal source, String key, Aggregate... aggregates) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(5))
                .groupBy(window("ts", Duration.ofSeconds(10)), key)
                .agg(aggregates);
    }

    private static MemoryJournal rows() {
        MemoryJournal journal = MemoryJournal.of("in", SCHEMA);
        try (RowWriter row = new RowWriter()) {
            for (long i = 0; i < ROWS; i++) {
                row.start(SCHEMA);
                row.setLong(0, i * 1_000_000);
                row.setLong(1, i % 997);
                row.setLong(2, i % 100);
                row.setLong(3, i % 1000 * 100_000_000);
                row.setString(4, i % 3 == 0 ? "a" : "a longer text");
                journal.append(row);
            }
        }
        return journal;
    }
}
