package io.tidemark.examples;

import static io.tidemark.expr.Functions.count_distinct;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Orders and revenue of each store in five minutes: distinct orders exactly, lines up to 15 minutes late still counted. */
public final class StoreSalesExample {
    private static final Schema LINES =
            Schema.parse("event_time timestamp, store string, order_id long, amount decimal(10,2)");

    private StoreSalesExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        try (ChronicleJournal lines = ChronicleJournal.create(Path.of(args[0], "order-lines"), LINES);
                RowAppender appender = lines.openAppender();
                QueryInvoker query = Tidemark.stream("lines", lines)
                        .withWatermark("event_time", Duration.ofMinutes(15))
                        .groupBy(window("event_time", Duration.ofMinutes(5)), "store")
                        .agg(
                                count_distinct("order_id").as("orders"),
                                sum("amount").as("revenue"))
                        .writeStream()
                        .queryName("store sales")
                        .state(ChronicleState.withLimit(16 << 20))
                        .foreach((row, sequence) -> System.out.println(row))
                        .invoker()) {
            line(appender, "10:00", "north", 1, "10.00");
            line(appender, "10:01", "north", 1, "5.50");
            line(appender, "10:02", "south", 2, "7.00");
            line(appender, "10:04", "north", 3, "20.00");
            line(appender, "10:12", "north", 4, "1.00");
            line(appender, "10:03", "south", 2, "3.00");
            line(appender, "10:20", "south", 5, "9.99");
            // The watermark is 10:05 now: this line is too late.
            line(appender, "10:04", "south", 6, "100.00");
            line(appender, "10:31", "north", 7, "2.00");
            query.processAllAvailable();
            System.out.println("late lines: " + query.progress().dropped(DropReason.LATE));
        }
    }

    private static void line(RowAppender appender, String time, String store, long order, String amount) {
        var row = appender.begin();
        row.setLong(0, Instant.parse("2026-03-02T" + time + ":00Z").getEpochSecond() * 1_000_000_000L);
        row.setString(1, store);
        row.setLong(2, order);
        row.setDecimal(3, new BigDecimal(amount));
        appender.commit();
    }
}
