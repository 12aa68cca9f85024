package io.tidemark.tools.crash;

import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first_by_arrival;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.expr.Column;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.join.JoinType;
import java.time.Duration;

/** Queries that are killed. */
enum CrashQuery {
    TUMBLING(1, false) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.groupBy(window("ts", MINUTE), "lane")
                    .agg(
                            count().as("trades"),
                            sum("amount").as("volume"),
                            min("price").as("low"),
                            max("price").as("high"),
                            first_by_arrival("id").as("first_id"));
        }
    },
    SLIDING(1, false) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.groupBy(sliding("ts", MINUTE.multipliedBy(2), HALF_MINUTE), "lane")
                    .agg(
                            count().as("trades"),
                            sum("amount").as("volume"),
                            max("price").as("high"));
        }
    },
    DEDUP(1, false) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.dropDuplicatesWithinWatermark("id");
        }
    },
    SESSIONS(1, false) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.groupBy(session("ts", Duration.ofSeconds(12)), "lane")
                    .agg(
                            count().as("trades"),
                            sum("amount").as("volume"),
                            min("price").as("low"));
        }
    },
    INNER_JOIN(2, true) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.join(quotes, JoinType.INNER).on(sameRow());
        }
    },
    LEFT_JOIN(2, true) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.join(quotes, JoinType.LEFT_OUTER).on(sameRow());
        }
    },
    AS_OF(2, true) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.asOf(quotes).on(col("lane"), col("q_lane")).left();
        }
    },
    CHAIN(2, true) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.dropDuplicatesWithinWatermark("id")
                    .join(quotes, JoinType.INNER)
                    .on(sameRow())
                    .groupBy(window("ts", HALF_MINUTE), "lane")
                    .agg(
                            count().as("pairs"),
                            sum("amount").as("volume"),
                            max("bid").as("bid"));
        }
    },
    /** Changed groups come out at cuts that are made whenever there is nothing to read, and recorded. */
    UPDATES_AT_CUTS(1, true) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.groupBy(window("ts", MINUTE), "lane")
                    .agg(count().as("trades"), sum("amount").as("volume"));
        }

        @Override
        StreamWriter settings(StreamWriter writer) {
            return writer.outputMode(OutputMode.UPDATE).conflated();
        }
    },
    /** Changed groups come out at cuts by count, which need no record. */
    UPDATES_BY_COUNT(1, false) {
        @Override
        StreamFrame frame(StreamFrame trades, StreamFrame quotes) {
            return trades.groupBy(window("ts", MINUTE), "lane")
                    .agg(count().as("trades"), sum("amount").as("volume"));
        }

        @Override
        StreamWriter settings(StreamWriter writer) {
            return writer.outputMode(OutputMode.UPDATE).conflated().cutEvery(37);
        }
    };

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HALF_MINUTE = Duration.ofSeconds(30);

    private final int inputs;
    private final boolean ordered;

    CrashQuery(int inputs, boolean ordered) {
        this.inputs = inputs;
        this.ordered = ordered;
    }

    /** Number of inputs. */
    int inputs() {
        return inputs;
    }

    /** Whether it has an order journal, so that what comes out depends on the order that was recorded. */
    boolean ordered() {
        return ordered;
    }

    /** What is computed from trades and, with two inputs, quotes; both have their watermark. */
    abstract StreamFrame frame(StreamFrame trades, StreamFrame quotes);

    /** Settings beyond those of all queries. */
    StreamWriter settings(StreamWriter writer) {
        return writer;
    }

    private static Column sameRow() {
        return col("lane")
                .eq(col("q_lane"))
                .and(col("id").eq(col("q_id")))
                .and(between(
                        col("q_ts"),
                        col("ts").minus(Duration.ofSeconds(8)),
                        col("ts").plus(Duration.ofSeconds(2))));
    }
}
