package io.tidemark.operator.asof;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.tidemark.metrics.QueryProgress.OperatorProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.JoinInput.Arrival;
import io.tidemark.time.AsOfDirection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** As-of joins of random rows against their definition: what comes out, by which arrival, and what is dropped. */
class AsOfRandomTest {
    private static final long SEED = Long.getLong("asof.seed", 20_261_201);
    private static final int TRIALS = Integer.getInteger("asof.trials", 400);

    @ParameterizedTest
    @EnumSource(Emit.class)
    void shouldDoWhatTheDefinitionSays(Emit emit) {
        Random random = new Random(SEED + emit.ordinal());
        for (int trial = 0; trial < TRIALS; trial++) {
            AsOfCase join = AsOfCase.random(random, emit);
            String wrong = difference(join);
            if (wrong != null) {
                AsOfCase smallest = smallest(join);
                fail("seed " + SEED + ", trial " + trial + ": " + difference(smallest) + "\n" + smallest);
            }
        }
    }

    /** The watermark that goes on is never ahead of a row that comes out later. */
    @ParameterizedTest
    @EnumSource(
            value = Emit.class,
            names = {"ON_WATERMARK", "IMMEDIATE"})
    void shouldLetAWindowFollow(Emit emit) {
        Random random = new Random(SEED);
        for (int trial = 0; trial < TRIALS / 3; trial++) {
            AsOfCase join = AsOfCase.random(random, emit);
            Map<Long, Long> expected = new TreeMap<>();
            Map<Long, Arrival> lefts = new HashMap<>();
            join.arrivals().forEach(row -> lefts.put(row.id(), row));
            for (String line : AsOfReference.of(join).output()) {
                long ts = lefts.get(Long.parseLong(line.split(" ")[2])).ts();
                expected.merge(Math.floorDiv(ts, 10) * 10, 1L, Long::sum);
            }
            try (JoinRun run = new JoinRun(join.arrivals(), random.nextLong())) {
                run.open(
                        join.time(),
                        (left, right) -> join.query(left, right)
                                .groupBy(window("ts", Duration.ofNanos(10)))
                                .agg(count())
                                .select("window_start", "count(*)"));
                run.readAll();
                run.drain();
                Map<Long, Long> counts = new TreeMap<>();
                run.result().rows().forEach(row -> counts.put(nanos(row.get(0)), (Long) row.get(1)));
                assertEquals(expected, counts, "seed " + SEED + ", trial " + trial + " " + join);
                assertEquals(0, run.operator("aggregate-1").dropped(DropReason.LATE));
            }
        }
    }

    private static long nanos(Object time) {
        java.time.Instant instant = (java.time.Instant) time;
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }

    private static AsOfCase smallest(AsOfCase failing) {
        AsOfCase smallest = failing;
        boolean shrunk = true;
        while (shrunk) {
            shrunk = false;
            for (int i = smallest.arrivals().size() - 1; i >= 0; i--) {
                AsOfCase fewer = smallest.without(i);
                if (difference(fewer) != null) {
                    smallest = fewer;
                    shrunk = true;
                }
            }
        }
        return smallest;
    }

    private static String difference(AsOfCase join) {
        if (join.arrivals().isEmpty()) {
            return null;
        }
        AsOfReference.Result expected = AsOfReference.of(join);
        try (JoinRun run = new JoinRun(join.arrivals(), join.hashCode())) {
            run.open(join.time(), join::query);
            run.readAll();
            long kept = run.keptRightRows();
            if (expected.kept() >= 0 && kept != expected.kept()) {
                return kept + " right rows are kept and should be " + expected.kept();
            }
            run.drain();
            List<String> rows = run.rows();
            if (!sameOrder(join, rows, expected)) {
                return "rows " + rows + " and should be " + expected.output();
            }
            OperatorProgress operator = run.operator("asof-1");
            for (DropReason reason : DropReason.values()) {
                int should = expected.drops().getOrDefault(reason.name(), 0);
                if (operator.dropped(reason) != should) {
                    return operator.dropped(reason) + " rows " + reason + " and should be " + should;
                }
            }
            long drops = expected.drops().values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            if (operator.rowsIn() != operator.rowsAccepted() + drops) {
                return operator.rowsIn() + " rows in, " + operator.rowsAccepted() + " accepted, " + drops + " dropped";
            }
            return run.remainingState() == 0 ? null : run.remainingState() + " entries and blocks are left in state";
        } catch (RuntimeException | AssertionError e) {
            return e.toString();
        }
    }

    /** Where right rows after a left row count, rows that are due at one moment may come out in any order. */
    private static boolean sameOrder(AsOfCase join, List<String> rows, AsOfReference.Result expected) {
        if (join.emit() != Emit.ON_WATERMARK || join.direction() == AsOfDirection.BACKWARD) {
            return rows.equals(expected.output());
        }
        return moments(rows, expected).equals(moments(expected.output(), expected))
                && sorted(rows).equals(sorted(expected.output()));
    }

    private static List<String> moments(List<String> rows, AsOfReference.Result expected) {
        return rows.stream()
                .map(row -> row.split(" "))
                .map(row -> row[0] + " due " + expected.dues().get(Long.parseLong(row[2])))
                .toList();
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }
}
