package io.tidemark.offheap;

import static io.tidemark.expr.Functions.count_distinct;
import static io.tidemark.expr.Functions.count_distinct_within;
import static io.tidemark.expr.Functions.percentile;
import static io.tidemark.expr.Functions.sliding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups whose sets are far larger than a page, in windows that share panes. */
class LargeSetTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, v long, s string");
    private static final int MILLION = 1_000_000;

    @Test
    void shouldCountAMillionValuesOfAWindow() {
        List<List<Object>> counts = new ArrayList<>();
        try (MemoryJournal source = rows();
                QueryInvoker query = Tidemark.stream("in", source)
                        .withWatermark("ts", Duration.ZERO)
                        .groupBy(sliding("ts", Duration.ofSeconds(100), Duration.ofSeconds(50)))
                        .agg(count_distinct("v"), count_distinct_within(300_000, "s"), percentile("v", 0.5, 0.001))
                        .writeStream()
                        .queryName("q")
                        .state(ChronicleState.withLimit(256L << 20))
                        .foreach((row, sequence) -> counts.add(List.of(
                                row.getLong(2), row.getLong(3), Math.round(row.getDouble(4) / 10_000) * 10_000)))
                        .invoker()) {
            query.drain();
        }
        // A row each 0.1 ms: half of the million in the first and the last window, all of it in the second.
        assertEquals(
                List.of(
                        List.of(500_000L, 125_000L, 250_000L),
                        List.of(1_000_000L, 250_000L, 500_000L),
                        List.of(500_000L, 125_000L, 750_000L)),
                counts);
    }

    private static MemoryJournal rows() {
        MemoryJournal journal = MemoryJournal.of("in", SCHEMA);
        try (RowWriter row = new RowWriter()) {
            for (long i = 0; i < MILLION; i++) {
                row.start(SCHEMA);
                row.setLong(0, i * 100_000);
                row.setLong(1, i);
                row.setString(2, "user-" + i / 4);
                journal.append(row);
            }
        }
        return journal;
    }
}
