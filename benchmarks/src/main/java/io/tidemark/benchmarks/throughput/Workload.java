package io.tidemark.benchmarks.throughput;

import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.expr.Column;
import io.tidemark.expr.Window;
import io.tidemark.journal.JournalSource;
import io.tidemark.operator.join.JoinType;
import java.time.Duration;
import java.util.List;

/** What is computed: as a query, and by hand. */
enum Workload {
    /** Count, sum, min and max per key in tumbling windows of one minute. */
    W1 {
        @Override
        StreamFrame query(List<JournalSource> sources) {
            return totals(events("events", sources.get(0)), window("ts", Duration.ofMinutes(1)));
        }

        @Override
        List<EventRows> rows(Scale scale, boolean wide) {
            return List.of(new EventRows.Plain(scale.rows(), wide, 1, 0, scale.keys()));
        }

        @Override
        HandLoop loop(Scale scale, LoopOutput out) {
            return new TumblingLoop(out, scale.keys());
        }

        @Override
        HandLoop arrays(Scale scale, LoopOutput out) {
            return scale.keys() > MOST_DENSE_KEYS ? null : new PaneArrays(out, scale.keys(), KeyedWindows.MINUTE, 1);
        }
    },

    /** The same in windows of 60 s every 5 s. */
    W2 {
        @Override
        StreamFrame query(List<JournalSource> sources) {
            return totals(
                    events("events", sources.get(0)), sliding("ts", Duration.ofMinutes(1), Duration.ofSeconds(5)));
        }

        @Override
        List<EventRows> rows(Scale scale, boolean wide) {
            return W1.rows(scale, wide);
        }

        @Override
        HandLoop loop(Scale scale, LoopOutput out) {
            return new SlidingLoop(out, scale.keys());
        }

        @Override
        HandLoop arrays(Scale scale, LoopOutput out) {
            return scale.keys() > MOST_DENSE_KEYS
                    ? null
                    : new PaneArrays(out, scale.keys(), SlidingLoop.PANE_NS, SlidingLoop.PANES);
        }
    },

    /** The first row of each id; ids are remembered for 10 s behind the newest row. */
    W3 {
        @Override
        StreamFrame query(List<JournalSource> sources) {
            return events("events", sources.get(0)).dropDuplicatesWithinWatermark("id");
        }

        @Override
        List<EventRows> rows(Scale scale, boolean wide) {
            return List.of(new EventRows.Repeated(
                    scale.rows(), wide, scale.dedupSpacingNs(), scale.scatteredIds(), scale.keys()));
        }

        @Override
        HandLoop loop(Scale scale, LoopOutput out) {
            return new DedupLoop(out, scale.keys(), scale.dedupSpacingNs(), scale.scatteredIds());
        }

        @Override
        HandLoop arrays(Scale scale, LoopOutput out) {
            return new DedupArrays(out, scale.keys(), scale.dedupSpacingNs(), scale.scatteredIds());
        }
    },

    /** Orders with the fills that name them, up to 30 s later. */
    W4 {
        @Override
        StreamFrame query(List<JournalSource> sources) {
            return joined(sources, JoinType.INNER);
        }

        @Override
        List<EventRows> rows(Scale scale, boolean wide) {
            long half = scale.rows() / 2;
            return List.of(
                    new EventRows.Orders(half, wide, scale.keys()), new EventRows.Fills(half, wide, scale.keys()));
        }

        @Override
        HandLoop loop(Scale scale, LoopOutput out) {
            return new JoinLoop(out, false);
        }

        @Override
        HandLoop arrays(Scale scale, LoopOutput out) {
            return new JoinArrays(out, false);
        }
    },

    /** The same, and orders without a fill. */
    W4L {
        @Override
        StreamFrame query(List<JournalSource> sources) {
            return joined(sources, JoinType.LEFT_OUTER);
        }

        @Override
        List<EventRows> rows(Scale scale, boolean wide) {
            return W4.rows(scale, wide);
        }

        @Override
        HandLoop loop(Scale scale, LoopOutput out) {
            return new JoinLoop(out, true);
        }

        @Override
        HandLoop arrays(Scale scale, LoopOutput out) {
            return new JoinArrays(out, true);
        }
    },

    /** Trades with the last quote of their key at or before them. */
    W5 {
        @Override
        StreamFrame query(List<JournalSource> sources) {
            StreamFrame quotes = events("quotes", sources.get(1))
                    .select(
                            col("k").as("quoted_k"),
                            col("ts").as("quote_ts"),
                            col("amount").as("price"));
            return events("trades", sources.get(0))
                    .select("id", "k", "ts")
                    .asOf(quotes)
                    .on(col("k"), col("quoted_k"))
                    .backward()
                    .left();
        }

        @Override
        List<EventRows> rows(Scale scale, boolean wide) {
            long half = scale.rows() / 2;
            return List.of(
                    new EventRows.Plain(half, wide, 2, 1, scale.keys()),
                    new EventRows.Plain(half, wide, 2, 0, scale.keys()));
        }

        @Override
        HandLoop loop(Scale scale, LoopOutput out) {
            return new AsOfLoop(out, scale.keys());
        }
    },

    /** First orders of each id, joined with their fills, whose amounts are added up per key and minute. */
    W6 {
        @Override
        StreamFrame query(List<JournalSource> sources) {
            StreamFrame orders = events("orders", sources.get(0))
                    .dropDuplicatesWithinWatermark("id")
                    .select(col("id"), col("k"), col("ts").as("order_ts"));
            StreamFrame fills = events("fills", sources.get(1))
                    .select(col("id").as("filled"), col("ts").as("fill_ts"), col("amount"));
            return totals(
                    orders.join(fills, JoinType.INNER).on(col("id").eq(col("filled")), within()),
                    window("fill_ts", Duration.ofMinutes(1)));
        }

        @Override
        List<EventRows> rows(Scale scale, boolean wide) {
            long half = scale.rows() / 2;
            return List.of(
                    new EventRows.RepeatedOrders(half, wide, scale.keys()),
                    new EventRows.Fills(half, wide, scale.keys()));
        }

        @Override
        HandLoop loop(Scale scale, LoopOutput out) {
            return new ChainLoop(out, scale.keys());
        }
    };

    private static final long MOST_DENSE_KEYS = 100_000;

    /** The query. */
    abstract StreamFrame query(List<JournalSource> sources);

    /** The rows of each of its sources. */
    abstract List<EventRows> rows(Scale scale, boolean wide);

    /** The same over {@code HashMap}. */
    abstract HandLoop loop(Scale scale, LoopOutput out);

    /** The same over arrays of primitives, or null where that is no useful bound. */
    HandLoop arrays(Scale scale, LoopOutput out) {
        return null;
    }

    private static StreamFrame events(String name, JournalSource source) {
        return Tidemark.stream(name, source).withWatermark("ts", Duration.ofSeconds(5));
    }

    private static StreamFrame totals(StreamFrame frame, Window window) {
        return frame.groupBy(window, "k")
                .agg(
                        count().as("n"),
                        sum("amount").as("total"),
                        min("amount").as("low"),
                        max("amount").as("high"));
    }

    private static StreamFrame joined(List<JournalSource> sources, JoinType type) {
        StreamFrame orders =
                events("orders", sources.get(0)).select(col("id"), col("ts").as("order_ts"));
        StreamFrame fills = events("fills", sources.get(1))
                .select(col("id").as("filled"), col("ts").as("fill_ts"));
        return orders.join(fills, type).on(col("id").eq(col("filled")), within());
    }

    private static Column within() {
        return between(col("fill_ts"), col("order_ts"), col("order_ts").plus(Duration.ofSeconds(30)));
    }
}
