package io.tidemark.examples;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.lit;

import io.tidemark.RowCallback;
import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calls a service for each row, and lets it do the work once: after a restart a callback gets the rows since the last checkpoint again, each with the sequence
 * it had, and the service knows a request by that key. Name the query in the key where several queries call one service.
 */
public final class IdempotentCallbackExample {
    private IdempotentCallbackExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        Service payouts = new Service();
        try (ChronicleJournal claims =
                        ChronicleJournal.create(home.resolve("claims"), Schema.parse("customer string, cents long"));
                RowAppender appender = claims.openAppender()) {
            append(appender, "ann", 120);
            append(appender, "bob", 0);
            append(appender, "cid", 300);
            run(home, claims, payouts);
            append(appender, "dot", 50);
            run(home, claims, payouts);
        }
        System.out.println(payouts.paid);
        System.out.println("requests: " + payouts.requests + ", paid: " + payouts.paid.size());
    }

    private static void run(Path home, ChronicleJournal claims, RowCallback callback) {
        try (StreamingQuery query = Tidemark.stream("claims", claims)
                .filter(col("cents").gt(lit(0L)))
                .writeStream()
                .queryName("payouts")
                .directory(home.resolve("payouts-query"))
                // Without checkpoints all rows come again, as all since the last one do after a crash.
                .checkpoints(CheckpointSettings.none())
                .state(ChronicleState.withLimit(1 << 20))
                .foreach(callback)
                .start()) {
            query.processAllAvailable();
        }
    }

    private static void append(RowAppender appender, String customer, long cents) {
        var row = appender.begin();
        row.setString(0, customer);
        row.setLong(1, cents);
        appender.commit();
    }

    /** Stands for a service that takes an idempotency key with each request. */
    private static final class Service implements RowCallback {
        private final Map<String, String> paid = new LinkedHashMap<>();
        private int requests;

        @Override
        public void onRow(RowView row, long sequence) {
            requests++;
            paid.putIfAbsent("payouts-" + sequence, row.getString(0) + " " + row.getLong(1));
        }
    }
}
