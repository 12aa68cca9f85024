package io.tidemark.tools.lives;

import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.expr.Functions.window_time;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalSource;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.join.JoinType;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Queries of every family that keeps state, over one or two inputs. */
enum LivesQuery {
    WINDOWS(
            1,
            sources -> left(sources)
                    .groupBy(window("ts", Duration.ofSeconds(10)), "k")
                    .agg(count(), sum("v"))
                    .writeStream()),
    CHAIN(
            1,
            sources -> left(sources)
                    .groupBy(sliding("ts", Duration.ofSeconds(12), Duration.ofSeconds(4)), "k")
                    .agg(count().as("n"), max("v").as("greatest"))
                    .groupBy(window(window_time("window"), Duration.ofSeconds(10), Duration.ZERO)
                            .as("w"))
                    .agg(sum("n"), max("greatest"), count())
                    .writeStream()),
    DEDUP(
            1,
            sources -> left(sources)
                    .dropDuplicates(Deduplicate.by("k", "v").within(Duration.ofSeconds(9)))
                    .writeStream()),
    SESSION(
            1,
            sources -> left(sources)
                    .groupBy(session("ts", Duration.ofSeconds(2)), "k")
                    .agg(count(), sum("v"))
                    .writeStream()),
    UPDATE_BY_COUNT(1, sources -> updates(sources).cutEvery(7)),
    UPDATE_WHEN_IDLE(1, sources -> updates(sources).conflated()),
    JOIN(
            2,
            sources -> left(sources)
                    .join(
                            right(sources),
                            JoinType.FULL_OUTER,
                            col("k").eq(col("rk"))
                                    .and(col("rts").ge(col("ts").minus(Duration.ofSeconds(3))))
                                    .and(col("rts").le(col("ts").plus(Duration.ofSeconds(3)))))
                    .writeStream()),
    AS_OF(
            2,
            sources -> left(sources)
                    .asOf(right(sources))
                    .on(col("k"), col("rk"))
                    .left()
                    .writeStream());

    static final Schema LEFT = Schema.parse("ts timestamp, k string, v long");
    static final Schema RIGHT = Schema.parse("rts timestamp, rk string, q long");

    private final int inputs;
    private final Function<List<JournalSource>, StreamWriter> plan;

    LivesQuery(int inputs, Function<List<JournalSource>, StreamWriter> plan) {
        this.inputs = inputs;
        this.plan = plan;
    }

    int inputs() {
        return inputs;
    }

    /** Whether something is done that only the order journal tells. */
    boolean needsOrder() {
        return inputs > 1 || this == UPDATE_WHEN_IDLE;
    }

    StreamWriter over(List<JournalSource> sources) {
        return plan.apply(sources).queryName("lives");
    }

    private static StreamWriter updates(List<JournalSource> sources) {
        return left(sources)
                .groupBy(window("ts", Duration.ofSeconds(10)), "k")
                .agg(count(), sum("v"))
                .writeStream()
                .outputMode(OutputMode.UPDATE)
                .conflated();
    }

    private static StreamFrame left(List<JournalSource> sources) {
        return Tidemark.stream("left", sources.get(0))
                .functions(UserFunctions.NONE.with(new Trip()))
                .withWatermark("ts", Duration.ofSeconds(3))
                .filter(call("trip", col("v")));
    }

    private static StreamFrame right(List<JournalSource> sources) {
        return Tidemark.stream("right", sources.get(1)).withWatermark("rts", Duration.ofSeconds(3));
    }
}
