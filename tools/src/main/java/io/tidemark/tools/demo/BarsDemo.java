package io.tidemark.tools.demo;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.DataType;
import java.nio.file.Path;
import java.time.Duration;

/** Bars of one minute from trades: open, high, low, close, volume, number of trades and the mean price weighted by volume. */
public final class BarsDemo {
    private static final long STATE_BYTES = 64L << 20;

    private BarsDemo() {}

    /** The query as data. */
    public static StreamFrame bars(JournalSource trades, Duration delay) {
        return Tidemark.stream("trades", trades)
                .withWatermark("ts", delay)
                .groupBy(window("ts", Duration.ofMinutes(1)))
                .agg(
                        first("price").as("open"),
                        max("price").as("high"),
                        min("price").as("low"),
                        last("price").as("close"),
                        sum("amount").as("volume"),
                        count().as("trades"),
                        sum(col("price").times(col("amount"))).as("turnover"))
                .select(
                        col("window_start"),
                        col("window_end"),
                        col("open"),
                        col("high"),
                        col("low"),
                        col("close"),
                        col("volume"),
                        col("trades"),
                        col("turnover")
                                .divide(col("volume"))
                                .cast(DataType.decimal(18, 8))
                                .as("vwap"));
    }

    /** The query with its state off-heap, in a directory of its own. */
    public static StreamWriter query(ChronicleJournal trades, JournalSink bars, Duration delay, Path directory) {
        return bars(trades, delay)
                .writeStream()
                .queryName("bars")
                .directory(directory)
                .state(ChronicleState.withLimit(STATE_BYTES))
                .to(bars);
    }
}
