package io.tidemark.examples;

import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;

/** Lets each event id through once in 30 minutes of event time; after that the id may be used again. */
public final class DedupExample {
    private static final long MINUTE = 60_000_000_000L;

    private DedupExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        try (ChronicleJournal events = ChronicleJournal.create(
                        home.resolve("events"), Schema.parse("ts timestamp, id long, source string"));
                RowAppender appender = events.openAppender();
                StreamingQuery query = Tidemark.stream("events", events)
                        .withWatermark("ts", Duration.ofMinutes(5))
                        .dropDuplicates(Deduplicate.by("id").within(Duration.ofMinutes(30)))
                        .writeStream()
                        .queryName("event-ids")
                        .state(ChronicleState.withLimit(16 << 20))
                        .foreach((row, sequence) -> System.out.println(row))
                        .start()) {
            append(appender, 0, 7, "primary");
            append(appender, 1, 7, "backup");
            append(appender, 12, 8, "primary");
            append(appender, 29, 7, "replayed");
            append(appender, 36, 9, "primary");
            // The watermark is at 31 minutes, past the first 7 and 30 minutes: the id begins anew.
            append(appender, 37, 7, "reused");
            append(appender, 38, 7, "backup");
            query.drain();
            System.out.println("duplicates: " + query.progress().dropped(DropReason.DUPLICATE));
        }
    }

    private static void append(RowAppender appender, long minute, long id, String source) {
        var row = appender.begin();
        row.setLong(0, minute * MINUTE);
        row.setLong(1, id);
        row.setString(2, source);
        appender.commit();
    }
}
