package io.tidemark.examples;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * The five kinds of rows through one query: on time, duplicate, late within the tolerance, too late, invalid. It is stopped in the middle and started
 * again; the sums do not show it.
 */
public final class FiveKindsExample {
    private static final Schema EVENTS = Schema.parse("event_time timestamp, id long, amount long");

    private FiveKindsExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        try (ChronicleJournal events = ChronicleJournal.create(home.resolve("events"), EVENTS)) {
            StreamFrame sums = Tidemark.stream("events", events)
                    .filter(col("amount").gt(0L))
                    .withWatermark("event_time", Duration.ofMinutes(10))
                    .dropDuplicatesWithinWatermark("id")
                    .groupBy(window("event_time", Duration.ofMinutes(5)))
                    .agg(count().as("events"), sum("amount").as("amount"));
            try (ChronicleJournal output = ChronicleJournal.create(home.resolve("sums"), sums.schema());
                    RowAppender appender = events.openAppender()) {
                event(appender, "10:00", 1, 10);
                event(appender, "10:03", 2, 20);
                event(appender, "10:03", 2, 20); // duplicate
                event(appender, "10:04", 3, -5); // invalid
                event(appender, "10:11", 4, 40); // the watermark is 10:01 now
                run(sums, home, output);
                event(appender, "10:02", 5, 50); // late, within the tolerance
                event(appender, "10:17", 6, 60); // the watermark is 10:07 now
                event(appender, "10:04", 7, 70); // too late
                event(appender, "10:26", 8, 80);
                QueryProgress progress = run(sums, home, output);
                System.out.println("invalid " + progress.dropped(DropReason.FILTERED) + ", duplicates "
                        + progress.dropped(DropReason.DUPLICATE) + ", too late " + progress.dropped(DropReason.LATE));
            }
            try (ChronicleJournal output = ChronicleJournal.openReadOnly(home.resolve("sums"));
                    QueryInvoker print = Tidemark.stream("sums", output)
                            .writeStream()
                            .queryName("print")
                            .foreach((row, sequence) -> System.out.println(row))
                            .invoker()) {
                print.processAllAvailable();
            }
        }
    }

    /** Starts the query, lets it read what is there, and stops it with its windows open. */
    private static QueryProgress run(StreamFrame sums, Path home, ChronicleJournal output) {
        try (QueryInvoker query = sums.writeStream()
                .queryName("sums")
                .directory(home.resolve("sums-query"))
                .state(ChronicleState.withLimit(16 << 20))
                .to(output)
                .invoker()) {
            query.processAllAvailable();
            return query.progress();
        }
    }

    private static void event(RowAppender appender, String time, long id, long amount) {
        var row = appender.begin();
        row.setLong(0, Instant.parse("2026-03-02T" + time + ":00Z").getEpochSecond() * 1_000_000_000L);
        row.setLong(1, id);
        row.setLong(2, amount);
        appender.commit();
    }
}
