package io.tidemark.examples;

import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;

/** Drops executions that a gateway sent again, and sets one aside that came again with another price. */
public final class ResentExecutionsExample {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, exec_id string, price long, quantity long");

    private ResentExecutionsExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        try (ChronicleJournal executions = ChronicleJournal.create(home.resolve("executions"), SCHEMA);
                RowAppender appender = executions.openAppender();
                MemoryJournal conflicts = MemoryJournal.output("conflicts");
                StreamingQuery query = Tidemark.stream("executions", executions)
                        .withWatermark("ts", Duration.ofSeconds(10))
                        .dropDuplicates(Deduplicate.by("exec_id")
                                .within(Duration.ofMinutes(30))
                                .conflictsOn("price", "quantity"))
                        .writeStream()
                        .queryName("executions")
                        .state(ChronicleState.withLimit(16 << 20))
                        .dropped(DropReason.CONFLICTING, conflicts)
                        .foreach((row, sequence) -> System.out.println(row))
                        .start()) {
            append(appender, 1, "E-1", 4_200, 10);
            append(appender, 2, "E-2", 4_201, 5);
            // The session was lost, and the gateway sends both again: the first as it was, the second with another
            // price.
            append(appender, 8, "E-1", 4_200, 10);
            append(appender, 8, "E-2", 4_210, 5);
            append(appender, 9, "E-3", 4_205, 7);
            query.drain();
            System.out.println("copies: " + query.progress().dropped(DropReason.DUPLICATE));
            print(conflicts);
        }
    }

    private static void append(RowAppender appender, long second, String id, long price, long quantity) {
        var row = appender.begin();
        row.setLong(0, second * 1_000_000_000L);
        row.setString(1, id);
        row.setLong(2, price);
        row.setLong(3, quantity);
        appender.commit();
    }

    /** A journal of dropped rows holds each row as bytes. */
    private static void print(MemoryJournal dropped) {
        RowView view = new RowView();
        for (long i = 0; i < dropped.size(); i++) {
            BytesView row =
                    dropped.read(i, view).getBytes(Tidemark.droppedSchema().index("row"), new BytesView());
            System.out.println("conflict: " + new RowView().wrap(SCHEMA, row.address(), row.length()));
        }
    }
}
