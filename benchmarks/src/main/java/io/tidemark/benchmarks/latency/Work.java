package io.tidemark.benchmarks.latency;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import java.time.Duration;

/** What the query computes: count, sum, least amount and last sending time per key and minute of event time. */
enum Work {
    /** A changed group comes out for each row; a delay ends when that row has reached the sink. */
    RUNNING(OutputMode.UPDATE),
    /** Groups come out when their minute is complete; a delay ends when the query has taken the row and all that it brought out. */
    TUMBLING(OutputMode.APPEND);

    static final Schema OUTPUT = Schema.parse(
            "window_start timestamp not null, window_end timestamp not null, k long not null, n long not null,"
                    + " total double not null, low double not null, sent long not null");

    /** Column of the output with the sending time. */
    static final int SENT = 6;

    private static final long STATE_BYTES = 512L << 20;

    private final OutputMode mode;

    Work(OutputMode mode) {
        this.mode = mode;
    }

    /** Whether each row brings one out at once, so that its delay can be taken at the sink. */
    boolean answersEachRow() {
        return mode == OutputMode.UPDATE;
    }

    /** The query, without a sink. */
    StreamWriter query(JournalSource source) {
        return Tidemark.stream("rows", source)
                .withWatermark("ts", Duration.ofSeconds(5))
                .groupBy(window("ts", Duration.ofMinutes(1)), "k")
                .agg(
                        count().as("n"),
                        sum("amount").as("total"),
                        min("amount").as("low"),
                        max("sent").as("sent"))
                .writeStream()
                .queryName("latency")
                .outputMode(mode)
                .state(ChronicleState.withLimit(STATE_BYTES));
    }
}
