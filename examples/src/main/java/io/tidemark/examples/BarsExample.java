package io.tidemark.examples;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.DropReason;
import io.tidemark.row.LongColumn;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.row.TextColumn;
import java.nio.file.Path;
import java.time.Duration;

/** Embeds a query in a service: trades go into a journal, bars of one second come out of the query. */
public final class BarsExample {
    private BarsExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        // README begin
        Schema schema = Schema.parse("ts timestamp, symbol string, price long");
        LongColumn time = schema.longColumn("ts");
        TextColumn symbol = schema.textColumn("symbol");
        LongColumn price = schema.longColumn("price");

        try (ChronicleJournal trades = ChronicleJournal.create(home.resolve("trades"), schema);
                RowAppender appender = trades.openAppender();
                StreamingQuery query = Tidemark.stream("trades", trades)
                        .withWatermark("ts", Duration.ofMillis(500))
                        .groupBy(window("ts", Duration.ofSeconds(1)), "symbol")
                        .agg(
                                count().as("trades"),
                                min("price").as("low"),
                                max("price").as("high"))
                        .writeStream()
                        .queryName("bars")
                        .directory(home.resolve("bars-query"))
                        .state(ChronicleState.withLimit(64 << 20))
                        .foreach((bar, sequence) -> System.out.println(sequence + " " + bar))
                        .start()) {
            for (int i = 0; i < 5_000; i++) {
                RowWriter row = appender.begin();
                time.set(row, i * 1_000_000L);
                symbol.set(row, i % 3 == 0 ? "BTCUSD" : "ETHUSD");
                price.set(row, 1_000 + i % 97);
                appender.commit();
            }
            query.processAllAvailable();
            System.out.println("late rows: " + query.progress().dropped(DropReason.LATE));
            query.drain();
        }
        // README end
    }
}
