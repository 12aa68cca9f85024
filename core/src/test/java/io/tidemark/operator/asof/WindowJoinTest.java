package io.tidemark.operator.asof;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.last_by_arrival;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.sum;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.Tidemark;
import io.tidemark.operator.asof.JoinInput.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Window joins of random rows against their definition. */
class WindowJoinTest {
    private static final long SEED = Long.getLong("asof.seed", 20_261_203);
    private static final int TRIALS = Integer.getInteger("asof.trials", 400);

    @Test
    void shouldAggregateTheRightRowsAroundEachLeftRow() {
        Random random = new Random(SEED);
        for (int trial = 0; trial < TRIALS; trial++) {
            AsOfCase rows = AsOfCase.random(random, AsOfJoin.Emit.ON_WATERMARK);
            long before = random.nextInt(12);
            long after = random.nextInt(12);
            String text = "seed " + SEED + ", trial " + trial + ", " + before + " before, " + after + " after, delays "
                    + rows.leftDelay() + " and " + rows.rightDelay() + ": " + rows.arrivals();
            try (JoinRun run = new JoinRun(rows.arrivals(), random.nextLong())) {
                run.open(
                        rows.time(),
                        (left, right) -> Tidemark.stream("left", left)
                                .withWatermark("ts", Duration.ofNanos(rows.leftDelay()))
                                .windowJoin(Tidemark.stream("right", right)
                                        .withWatermark("rts", Duration.ofNanos(rows.rightDelay())))
                                .on(col("k"), col("rk"))
                                .between(Duration.ofNanos(before), Duration.ofNanos(after))
                                .agg(
                                        count().as("n"),
                                        sum("q").as("total"),
                                        first("q").as("first"),
                                        last("q").as("last"),
                                        max("rk").as("key"),
                                        last_by_arrival("q").as("newest")));
                run.readAll();
                run.drain();
                List<String> actual = new ArrayList<>();
                for (int i = 0; i < run.result().size(); i++) {
                    List<Object> row = run.result().rows().get(i);
                    actual.add(
                            run.step(run.result().causeSource(i), run.result().cause(i)) + " "
                                    + row.subList(2, row.size()));
                }
                assertEquals(expected(rows, before, after), actual, text);
                assertEquals(0, run.remainingState(), text);
            }
        }
    }

    private static List<String> expected(AsOfCase rows, long before, long after) {
        List<Arrival> rights = new ArrayList<>();
        List<Arrival> waiting = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        Long leftWatermark = null;
        Long rightWatermark = null;
        for (int step = 0; step < rows.arrivals().size(); step++) {
            Arrival row = rows.arrivals().get(step);
            if (row.ts() == null) {
                continue;
            }
            Long watermark = row.left() ? leftWatermark : rightWatermark;
            boolean late = watermark != null && row.ts() < toCome(rows, watermark);
            if (!late && row.left() && row.key() == null) {
                lines.add(line(step, row, List.of()));
            } else if (!late && row.left()) {
                waiting.add(row);
            } else if (!late && row.key() != null) {
                rights.add(row);
            }
            if (row.left()) {
                leftWatermark = later(leftWatermark, row.ts() - rows.leftDelay());
            } else {
                rightWatermark = later(rightWatermark, row.ts() - rows.rightDelay());
            }
            Long reached = rightWatermark;
            bringOut(
                    waiting.stream()
                            .filter(one -> reached != null && toCome(rows, reached) > one.ts() + after)
                            .toList(),
                    waiting,
                    rights,
                    before,
                    after,
                    step,
                    lines);
        }
        int last = rows.arrivals().size() - 1;
        bringOut(List.copyOf(waiting), waiting, rights, before, after, last, lines);
        return lines;
    }

    private static long toCome(AsOfCase rows, long watermark) {
        return rows.inclusive() ? watermark + 1 : watermark;
    }

    private static Long later(Long one, long other) {
        return one == null ? other : (Long) Math.max(one, other);
    }

    private static void bringOut(
            List<Arrival> due,
            List<Arrival> waiting,
            List<Arrival> rights,
            long before,
            long after,
            int step,
            List<String> lines) {
        waiting.removeAll(due);
        due.stream().sorted(Comparator.comparing(Arrival::ts)).forEach(left -> {
            List<Arrival> inside = rights.stream()
                    .filter(one -> Objects.equals(one.key(), left.key())
                            && one.ts() >= left.ts() - before
                            && one.ts() <= left.ts() + after)
                    .toList();
            lines.add(line(step, left, inside));
        });
    }

    private static String line(int step, Arrival left, List<Arrival> inside) {
        List<Arrival> byTime = inside.stream()
                .sorted(Comparator.comparing(Arrival::ts).thenComparing(Arrival::id))
                .toList();
        boolean none = inside.isEmpty();
        Object[] values = {
            left.id(),
            (long) inside.size(),
            none ? null : (Object) inside.stream().mapToLong(Arrival::id).sum(),
            none ? null : (Object) byTime.get(0).id(),
            none ? null : (Object) byTime.get(byTime.size() - 1).id(),
            none ? null : left.key(),
            none ? null : (Object) inside.get(inside.size() - 1).id()
        };
        return step + " " + Arrays.asList(values);
    }
}
