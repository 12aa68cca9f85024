package io.tidemark.examples;

import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.ingest_time;

import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.time.Instant;

/** How late each row is: the time at which it was recorded less its event time, for rows that are valid. */
public final class LatenessExample {
    private static final long SECOND_NS = 1_000_000_000L;

    private LatenessExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Schema schema = Schema.parse("event_time timestamp, device string, value double");
        try (MemoryJournal readings = MemoryJournal.withIngestTime("readings", schema);
                QueryInvoker query = Tidemark.stream("readings", readings)
                        .filter(col("event_time")
                                .isNotNull()
                                .and(call("coalesce", col("device"), "").ne(""))
                                .and(call("between", col("value"), -50.0, 150.0)))
                        .withColumn(
                                "lateness_s",
                                ingest_time()
                                        .cast(DataType.LONG)
                                        .minus(col("event_time").cast(DataType.LONG)))
                        .select("device", "lateness_s")
                        .writeStream()
                        .queryName("lateness")
                        .foreach((row, sequence) -> System.out.println(row))
                        .invoker()) {
            Instant time = Instant.parse("2026-03-02T10:00:00Z");
            readings.appendValuesAt(at(time, 2), time, "a", 20.5);
            readings.appendValuesAt(at(time, 3), time.minusSeconds(60), "b", 21.0);
            readings.appendValuesAt(at(time, 4), time, "c", 900.0);
            readings.appendValuesAt(at(time, 5), null, "a", 20.0);
            readings.appendValuesAt(at(time, 6), time.plusSeconds(5), "a", 19.5);
            query.processAllAvailable();
            System.out.println("invalid readings: " + query.progress().dropped(DropReason.FILTERED));
        }
    }

    private static long at(Instant time, long seconds) {
        return (time.getEpochSecond() + seconds) * SECOND_NS;
    }
}
