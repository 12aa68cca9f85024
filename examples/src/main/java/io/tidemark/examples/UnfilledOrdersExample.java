package io.tidemark.examples;

import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.col;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.join.JoinType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;

/** Joins orders with their fills. An order that nobody filled within ten seconds comes out too, alone: the report that somebody waits for. */
public final class UnfilledOrdersExample {
    private UnfilledOrdersExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        Schema order = Schema.parse("order_time timestamp, order_id long, quantity long");
        Schema fill = Schema.parse("fill_time timestamp, fill_order long, filled long");
        try (ChronicleJournal orders = ChronicleJournal.create(home.resolve("orders"), order);
                ChronicleJournal fills = ChronicleJournal.create(home.resolve("fills"), fill);
                RowAppender placed = orders.openAppender();
                RowAppender executed = fills.openAppender();
                QueryInvoker query = report(orders, fills)
                        .writeStream()
                        .queryName("unfilled-orders")
                        .state(ChronicleState.withLimit(16 << 20))
                        .foreach((row, sequence) -> print(row))
                        .invoker()) {
            append(placed, query, 0, 1, 100);
            append(placed, query, 1, 2, 50);
            append(executed, query, 2, 1, 60);
            append(executed, query, 4, 1, 40);
            append(placed, query, 20, 3, 75);
            // Nine seconds after order 3 was placed a fill of another order: now order 2 is known to be without one.
            append(executed, query, 29, 9, 5);
            append(executed, query, 30, 3, 75);
            query.drain();
        }
    }

    private static StreamFrame report(ChronicleJournal orders, ChronicleJournal fills) {
        return Tidemark.stream("orders", orders)
                .withWatermark("order_time", Duration.ofSeconds(1))
                .join(
                        Tidemark.stream("fills", fills).withWatermark("fill_time", Duration.ofSeconds(1)),
                        JoinType.LEFT_OUTER)
                .on(
                        col("order_id").eq(col("fill_order")),
                        between(
                                col("fill_time"),
                                col("order_time"),
                                col("order_time").plus(Duration.ofSeconds(10))));
    }

    private static void append(RowAppender appender, QueryInvoker query, long second, long order, long quantity) {
        var row = appender.begin();
        row.setLong(0, second * 1_000_000_000L);
        row.setLong(1, order);
        row.setLong(2, quantity);
        appender.commit();
        query.processAllAvailable();
    }

    private static void print(RowView row) {
        long order = row.getLong(1);
        System.out.println(
                row.isNull(5)
                        ? "order " + order + " over " + row.getLong(2) + " was not filled"
                        : "order " + order + " filled " + row.getLong(5) + " of " + row.getLong(2));
    }
}
