package io.tidemark.operator.asof;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress.OperatorProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.JoinInput.Arrival;
import io.tidemark.time.AsOfDirection;
import java.time.Duration;
import java.util.ArrayList;
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
            try (Run run = new Run(join)) {
                run.query(run.frame()
                        .groupBy(window("ts", Duration.ofNanos(10)))
                        .agg(count())
                        .select("window_start", "count(*)"));
                Map<Long, Long> counts = new TreeMap<>();
                run.result.rows().forEach(row -> counts.put(nanos(row.get(0)), (Long) row.get(1)));
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
        try (Run run = new Run(join)) {
            run.query(run.frame());
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
            long left = run.invoker.progress().stateRows();
            return left == 0 ? null : left + " rows are left in state";
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

    /** A run of a case, to the end. */
    private static final class Run implements AutoCloseable {
        private final AsOfCase join;
        private final MemoryJournal left = MemoryJournal.of("left", JoinInput.LEFT);
        private final MemoryJournal right = MemoryJournal.of("right", JoinInput.RIGHT);
        private final MemoryJournal order = MemoryJournal.output("order");
        private final MemoryJournal result = MemoryJournal.output("out");
        private QueryInvoker invoker;

        Run(AsOfCase join) {
            this.join = join;
            JoinInput.append(join.arrivals(), left, right, order);
        }

        StreamFrame frame() {
            return join.query(left, right);
        }

        void query(StreamFrame frame) {
            invoker = frame.writeStream().queryName("q").order(order).to(result).invoker();
            invoker.processAllAvailable();
            invoker.drain();
        }

        OperatorProgress operator(String uid) {
            return invoker.progress().operators().stream()
                    .filter(one -> one.uid().equals(uid))
                    .findFirst()
                    .orElseThrow();
        }

        /** Each row with the number of the arrival that caused it. */
        List<String> rows() {
            List<List<Object>> rows = result.rows();
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                lines.add(step(result.causeSource(i), result.cause(i)) + " " + result.kind(i) + " "
                        + rows.get(i).get(2) + " " + rows.get(i).get(5));
            }
            return lines;
        }

        private int step(int source, long position) {
            long seen = -1;
            for (int i = 0; i < join.arrivals().size(); i++) {
                if (join.arrivals().get(i).left() == (source == 0) && ++seen == position) {
                    return i;
                }
            }
            throw new AssertionError("no arrival " + position + " of source " + source);
        }

        @Override
        public void close() {
            if (invoker != null) {
                invoker.close();
            }
            left.close();
            right.close();
            order.close();
            result.close();
        }
    }
}
