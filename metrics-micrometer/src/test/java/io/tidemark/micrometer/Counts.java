package io.tidemark.micrometer;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.Schema;
import java.time.Duration;

/** A query over one source: rows by key in windows of ten seconds, two seconds late. Its samples are taken when they are asked for, by a clock that stands still. */
final class Counts implements AutoCloseable {
    /** 2023-11-14T22:13:20Z. */
    static final long START_NS = 1_700_000_000_000_000_000L;

    private static final long S = 1_000_000_000L;

    final MemoryJournal source = MemoryJournal.withIngestTime("in", Schema.parse("ts timestamp, key string"));
    private final MemoryJournal output = MemoryJournal.output("out");

    StreamWriter writer(String name) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(2))
                .groupBy(window("ts", Duration.ofSeconds(10)), "key")
                .agg(count().as("rows"))
                .writeStream()
                .queryName(name)
                .clock(() -> START_NS)
                .progressEvery(Duration.ZERO, () -> START_NS + 30 * S)
                .to(output);
    }

    void row(long second, String key) {
        source.appendValuesAt(START_NS, START_NS + second * S, key);
    }

    @Override
    public void close() {
        source.close();
        output.close();
    }
}
