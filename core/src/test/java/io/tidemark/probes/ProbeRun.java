package io.tidemark.probes;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.Trigger;
import io.tidemark.expr.Functions;
import io.tidemark.expr.Window;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * A query that is fed in batches, as the probes describe it: after each batch the engine is left alone until nothing more happens. The watermark
 * moves between batches and a row exactly at it is late, without an origin in 1970.
 */
final class ProbeRun implements AutoCloseable {
    static final TimeSettings PROBES =
            TimeSettings.NATIVE.with(TimeSettings.Advance.PER_BATCH).with(TimeSettings.Equality.SPARK);

    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long");

    private final MemoryJournal source = MemoryJournal.withIngestTime("probe", SCHEMA);
    private final MemoryJournal result = MemoryJournal.output("result");
    private final QueryInvoker query;

    ProbeRun(Function<StreamFrame, StreamWriter> plan) {
        query = plan.apply(Tidemark.stream("probe", source))
                .time(PROBES)
                .trigger(Trigger.manual())
                .queryName("probe")
                .to(result)
                .invoker();
    }

    /** Counts and sums per key and window. */
    static ProbeRun windows(Duration delay, Window window) {
        return new ProbeRun(frame -> frame.withWatermark("ts", delay)
                .groupBy(window, "k")
                .agg(Functions.count(), Functions.sum("v"))
                .writeStream());
    }

    ProbeRun row(String key, Instant time, long value) {
        source.appendValuesAt(0, time, key, value);
        return this;
    }

    ProbeRun row(String key, double seconds, long value) {
        return row(key, at(seconds), value);
    }

    /** Ends the batch and lets batches without rows run. */
    List<String> batch() {
        long before = result.size();
        query.processAllAvailable();
        query.cut();
        while (query.cutDue()) {
            query.cut();
        }
        return since(before);
    }

    /** Ends the batch; the next one follows at once. */
    List<String> batchAtOnce() {
        long before = result.size();
        query.processAllAvailable();
        query.cut();
        return since(before);
    }

    /** Ends the input: all windows come out. */
    List<String> flush() {
        long before = result.size();
        query.drain();
        return since(before);
    }

    QueryProgress progress() {
        return query.progress();
    }

    long late() {
        return progress().dropped(DropReason.LATE);
    }

    @Override
    public void close() {
        query.close();
        source.close();
        result.close();
    }

    static Instant at(double seconds) {
        return Instant.EPOCH.plusNanos(Math.round(seconds * 1e9));
    }

    private List<String> since(long before) {
        List<List<Object>> rows = result.rows();
        return rows.subList((int) before, rows.size()).stream()
                .map(ProbeRun::text)
                .toList();
    }

    /** {@code key [start,end) count sum}, or {@code key@time} of a row as it came in; times in seconds. */
    static String text(List<Object> row) {
        if (row.size() == SCHEMA.size()) {
            return row.get(1) + "@" + seconds(row.get(0));
        }
        return row.get(2) + " [" + seconds(row.get(0)) + "," + seconds(row.get(1)) + ") " + row.get(3) + " "
                + row.get(4);
    }

    private static String seconds(Object time) {
        Instant instant = (Instant) time;
        return BigDecimal.valueOf(instant.getEpochSecond())
                .add(BigDecimal.valueOf(instant.getNano(), 9))
                .stripTrailingZeros()
                .toPlainString();
    }
}
