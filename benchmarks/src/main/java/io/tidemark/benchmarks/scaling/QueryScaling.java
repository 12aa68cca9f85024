package io.tidemark.benchmarks.scaling;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamFrame;
import io.tidemark.benchmarks.report.Report;
import io.tidemark.operator.dedup.Deduplicate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What does a row of a query cost as further queries run in the process? The first query counts in tumbling windows; those beside it are of five shapes, and
 * all take turns on one thread, so that they share compiled code and cache. Only the time of the first query counts.
 */
final class QueryScaling {
    private static final long KEYS = 1000;
    private static final long TURN = 20_000;
    private static final List<UnaryOperator<StreamFrame>> SHAPES = List.of(
            QueryScaling::totals,
            in -> in.dropDuplicates(Deduplicate.by("k", "v").within(Duration.ofSeconds(10))),
            in -> in.filter(col("v").mod(lit(3L)).ne(lit(0L)))
                    .select(col("ts"), col("k"), col("v").times(lit(2L)).as("twice")),
            in -> in.groupBy(session("ts", Duration.ofMillis(500)), "k").agg(avg("v").as("mean")),
            in -> in.groupBy(window("ts", Duration.ofSeconds(5)), "v").agg(avg("k").as("mean")));

    private final Settings settings;
    private final Report report;

    QueryScaling(Settings settings, Report report) {
        this.settings = settings;
        this.report = report;
    }

    void run() {
        for (int queries = 1; queries <= settings.queries(); queries *= 2) {
            measure(queries);
        }
    }

    private void measure(int queries) {
        List<MeasuredQuery> others = new ArrayList<>();
        try (MeasuredQuery first = open(0)) {
            for (int number = 1; number < queries; number++) {
                others.add(open(number));
            }
            // The others get as many rows together as the first one, and none of them fewer than a fifth of its turn in
            // all.
            long turns = Math.max(1, settings.rows() / 4 / TURN);
            long otherTurn = queries == 1 ? 0 : Math.max(200, TURN / (queries - 1));
            double[] costs = new double[settings.rounds()];
            round(first, others, turns, otherTurn);
            for (int round = 0; round < costs.length; round++) {
                costs[round] = round(first, others, turns, otherTurn);
            }
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("what", "queries");
            row.put("queries", queries);
            row.put("cpuNsPerRow", Median.of(costs));
            report.row(row);
            System.out.println(row);
        } finally {
            others.forEach(MeasuredQuery::close);
        }
    }

    private static double round(MeasuredQuery first, List<MeasuredQuery> others, long turns, long otherTurn) {
        double total = 0;
        for (long turn = 0; turn < turns; turn++) {
            total += first.run(TURN);
            for (MeasuredQuery other : others) {
                other.run(otherTurn);
            }
        }
        return total / turns;
    }

    private static MeasuredQuery open(int number) {
        return new MeasuredQuery(
                new RowPlan(KEYS, 1_000_000), Duration.ofSeconds(1), 0, SHAPES.get(number % SHAPES.size()));
    }

    private static StreamFrame totals(StreamFrame in) {
        return KeyScaling.totals(in, window("ts", Duration.ofMinutes(1)));
    }
}
