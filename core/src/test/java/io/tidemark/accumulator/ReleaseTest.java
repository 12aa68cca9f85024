package io.tidemark.accumulator;

import static io.tidemark.expr.Functions.approx_count_distinct;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.collect_list;
import static io.tidemark.expr.Functions.collect_set;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.count_distinct;
import static io.tidemark.expr.Functions.count_distinct_is_exact;
import static io.tidemark.expr.Functions.count_distinct_or_approx;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last_non_null;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.max_by;
import static io.tidemark.expr.Functions.median;
import static io.tidemark.expr.Functions.min_by;
import static io.tidemark.expr.Functions.percentile;
import static io.tidemark.expr.Functions.sum_distinct;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.QuerySettings;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Groups that come and go singly give back every byte, whether they were merged within one store or across two. */
class ReleaseTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp not null, x long, s string");
    private static final long SEED = 20_261_126;

    @Test
    void shouldGiveBackEveryByte() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        for (int trial = 0; trial < 40; trial++) {
            try (AggregateBench bench = bench();
                    CountingStore here = new CountingStore();
                    CountingStore there = new CountingStore();
                    RowWriter writer = new RowWriter()) {
                Accumulator accumulators = bench.accumulators();
                int groups = 4;
                long all = OffHeap.allocate(bench.valueBytes());
                long[] parts = new long[groups];
                for (int i = 0; i < groups; i++) {
                    parts[i] = OffHeap.allocate(bench.valueBytes());
                }
                int rows = random.nextInt(trial % 4 == 0 ? 4000 : 60);
                for (int i = 0; i < rows; i++) {
                    long time = (long) i * groups / rows;
                    RowView row = row(writer, time, i, random);
                    accumulators.add(row, all, here);
                    accumulators.add(row, parts[(int) time], time == 3 ? there : here);
                }
                long before = here.live();
                for (int i = 1; i < groups; i++) {
                    CountingStore store = i == 3 ? there : here;
                    accumulators.merge(parts[i], store, parts[0], here);
                    accumulators.release(parts[i], store);
                    OffHeap.zero(parts[i], bench.valueBytes());
                    accumulators.release(parts[i], store);
                }
                assertEquals(0, there.live());
                assertTrue(rows == 0 || before > 0);
                assertEquals(results(bench, all, here), results(bench, parts[0], here), "trial " + trial);
                accumulators.release(parts[0], here);
                accumulators.release(all, here);
                assertEquals(0, here.live());
                OffHeap.free(all);
                for (long part : parts) {
                    OffHeap.free(part);
                }
            }
        }
    }

    private static AggregateBench bench() {
        return new AggregateBench(
                SCHEMA,
                QuerySettings.defaults(),
                new ReflectiveNodeFactory(),
                List.of(
                        count(),
                        max("s"),
                        first("s"),
                        last_non_null("s"),
                        min_by("s", "x"),
                        max_by("x", "s"),
                        count_distinct("x"),
                        count_distinct("s"),
                        count_distinct("x", "s").where(col("x").gt(9L)),
                        count_distinct_or_approx(20, "s"),
                        count_distinct_is_exact(20, "s"),
                        count_distinct_or_approx(20, "x"),
                        sum_distinct("x"),
                        sum_distinct(col("x").cast("decimal(30,2)")),
                        approx_count_distinct("x"),
                        median("x"),
                        percentile("x", 0.9),
                        collect_list("s", 100_000),
                        collect_set("s", 100_000),
                        collect_set("x", 100_000).where(col("x").lt(9L))));
    }

    private static RowView row(RowWriter writer, long time, int position, Random random) {
        writer.start(SCHEMA);
        writer.setLong(0, time);
        if (random.nextInt(6) > 0) {
            writer.setLong(1, random.nextInt(1 + random.nextInt(2000)));
        }
        if (random.nextInt(6) > 0) {
            writer.setString(2, "x".repeat(random.nextInt(40)) + random.nextInt(1 + random.nextInt(500)));
        }
        return writer.finish().origin(position, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    private static List<Object> results(AggregateBench bench, long value, CountingStore store) {
        try (RowWriter out = new RowWriter()) {
            out.start(bench.output());
            bench.accumulators().write(value, store, out);
            RowView row = out.finish();
            List<Object> results = new ArrayList<>();
            for (int column = 0; column < bench.output().size(); column++) {
                results.add(row.get(column));
            }
            return results;
        }
    }
}
