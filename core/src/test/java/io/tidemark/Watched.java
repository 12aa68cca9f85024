package io.tidemark;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A query over one source for tests of what watches it: rows by key in windows of ten seconds, two seconds late. Samples are taken when asked for; time moves by hand. */
final class Watched implements AutoCloseable {
    /** 2023-11-14T22:13:20Z. */
    static final long START_NS = 1_700_000_000_000_000_000L;

    static final long S = 1_000_000_000L;

    final MemoryJournal source = MemoryJournal.withIngestTime("in", Schema.parse("ts timestamp, key string"));
    final MemoryJournal output = MemoryJournal.output("out");
    final AtomicLong now = new AtomicLong(START_NS);

    StreamWriter writer(String name) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(2))
                .groupBy(window("ts", Duration.ofSeconds(10)), "key")
                .agg(count().as("rows"))
                .writeStream()
                .queryName(name)
                .clock(now::get)
                .progressEvery(Duration.ZERO, now::get)
                .to(output);
    }

    /** Rows at these seconds. */
    void rows(long... seconds) {
        for (long second : seconds) {
            source.appendValuesAt(now.get(), START_NS + second * S, "k" + second);
        }
    }

    @Override
    public void close() {
        source.close();
        output.close();
    }
}
