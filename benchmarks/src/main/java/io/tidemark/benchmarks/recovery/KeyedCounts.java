package io.tidemark.benchmarks.recovery;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.RowCallback;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.journal.JournalSource;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;

/** The query of these benchmarks: count, sum, min and max per key in one long window, an updated row for each row that comes in. */
final class KeyedCounts {
    static final Schema SCHEMA = Schema.parse("ts timestamp not null, k long not null, amount double not null");

    private static final long BYTES_PER_KEY = 110;
    private static final long LEAST_BYTES = 64L << 20;

    private KeyedCounts() {}

    static void fill(RowWriter row, long number, long key) {
        row.setLong(0, 1_000_000_000L + number);
        row.setLong(1, key);
        row.setDouble(2, number & 1023);
    }

    static StreamWriter query(JournalSource source, long keys, Path directory, RowCallback callback) {
        StreamWriter writer = Tidemark.stream("rows", source)
                .withWatermark("ts", Duration.ofSeconds(5))
                .groupBy(window("ts", Duration.ofDays(1)), "k")
                .agg(
                        count().as("n"),
                        sum("amount").as("total"),
                        min("amount").as("low"),
                        max("amount").as("high"))
                .writeStream()
                .queryName("counts")
                .outputMode(OutputMode.UPDATE)
                .state(ChronicleState.withLimit(LEAST_BYTES + keys * BYTES_PER_KEY))
                .foreach(callback);
        return directory == null ? writer : writer.directory(directory).checkpoints(CheckpointSettings.onDemand());
    }
}
