package io.tidemark.examples;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.lit;

import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.row.Schema;
import java.nio.file.Path;

/** Polls a query from the service's own loop: no thread, no hand-over, the same query as with {@code start()}. */
public final class InvokedExample {
    private InvokedExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        Schema schema = Schema.parse("ts timestamp, id long, amount double");
        try (ChronicleJournal orders = ChronicleJournal.create(home.resolve("orders"), schema);
                RowAppender appender = orders.openAppender();
                QueryInvoker query = Tidemark.stream("orders", orders)
                        .filter(col("amount").gt(lit(100.0)))
                        .select(col("id"), col("amount").times(lit(1.19)).as("gross"))
                        .writeStream()
                        .queryName("large-orders")
                        .foreach((order, sequence) -> System.out.println("large order " + order))
                        .invoker()) {
            for (long id = 0; id < 10; id++) {
                var row = appender.begin();
                row.setLong(0, id);
                row.setLong(1, id);
                row.setDouble(2, id * 20.0);
                appender.commit();
                // One turn of the service's loop: its own work, then the query's.
                query.invoke();
            }
        }
    }
}
