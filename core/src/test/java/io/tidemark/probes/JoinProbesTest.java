package io.tidemark.probes;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.expr.Column;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.join.JoinType;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Faults of joins that users met in neighbouring engines; the names carry the ids of the probes. */
class JoinProbesTest {
    private static final Column EQUAL = col("lk").eq(col("rk"));

    @Test
    void j05ShouldBringOutNoNullRowBesideAMatch() {
        try (JoinProbeRun run = JoinProbeRun.within(JoinType.LEFT_OUTER, Duration.ofSeconds(3))) {
            List<String> all = new ArrayList<>(run.left("O1", 17).batch());
            all.addAll(run.right("O1", 19, "=foo").batch());
            all.addAll(run.flush());
            assertEquals(List.of("O1 O1=foo"), all);
        }
    }

    @Test
    void j06ShouldBringOutEachMatchOfAFullJoinAndNoNulls() {
        try (JoinProbeRun run = JoinProbeRun.within(JoinType.FULL_OUTER, Duration.ofSeconds(5))) {
            List<String> all = new ArrayList<>(run.left("1", 10).batch());
            all.addAll(run.right("2", 11).batch());
            all.addAll(run.right("1", 14).batch());
            all.addAll(run.left("2", 15.5).batch());
            all.addAll(run.left("z", 100).right("y", 100).batch());
            assertEquals(List.of("1 1", "2 2"), all);
        }
    }

    @Test
    void j08ShouldCountLateRowsAndNotLoseRowsWithoutAKey() {
        for (JoinType type : List.of(JoinType.LEFT_OUTER, JoinType.INNER, JoinType.FULL_OUTER)) {
            try (JoinProbeRun run = JoinProbeRun.within(type, Duration.ofSeconds(5))) {
                run.left("w", 80).right("w", 80);
                assertEquals(List.of("w w"), run.batch());
                assertEquals(List.of(), run.left("1", 10).batch());
                assertEquals(1, run.late());
                List<String> all =
                        new ArrayList<>(run.left(null, 90).right(null, 90).batch());
                all.addAll(run.left("z", 200).right("z", 200).batch());
                all.remove("z z");
                Collections.sort(all);
                List<String> expected = switch (type) {
                    case LEFT_OUTER -> List.of("null -");
                    case FULL_OUTER -> List.of("- null", "null -");
                    default -> List.of();
                };
                assertEquals(expected, all, type.toString());
                assertEquals(1, run.late());
            }
        }
    }

    /** A join and its mirror image give the same. */
    @Test
    void j09ShouldGiveTheSameWithSidesAndBoundsSwapped() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (MemoryJournal left = MemoryJournal.of("left", Schema.parse("lt timestamp, lk long, lv long"));
                MemoryJournal right = MemoryJournal.of("right", Schema.parse("rt timestamp, rk long, rv long"))) {
            for (long i = 0; i < 1_000; i++) {
                left.appendValues(Instant.ofEpochSecond(i + random.nextInt(40)), random.nextLong(20), i);
                right.appendValues(Instant.ofEpochSecond(i + random.nextInt(40)), random.nextLong(20), i);
            }
            StreamFrame first = Tidemark.stream("left", left).withWatermark("lt", Duration.ofSeconds(50));
            StreamFrame second = Tidemark.stream("right", right).withWatermark("rt", Duration.ofSeconds(50));
            Column forward = EQUAL.and(col("rt").ge(col("lt")))
                    .and(col("rt").le(col("lt").plus(Duration.ofSeconds(100))));
            Column mirrored = EQUAL.and(col("lt").le(col("rt")))
                    .and(col("lt").ge(col("rt").minus(Duration.ofSeconds(100))));
            List<List<Object>> expected = rows(first.join(second, JoinType.FULL_OUTER, forward), 3);
            assertTrue(expected.size() > 2_000, "seed " + seed + ": " + expected.size());
            assertEquals(expected, rows(second.join(first, JoinType.FULL_OUTER, mirrored), 0), "seed " + seed);
        }
    }

    /** Rounds of fresh keys: what a round leaves behind is gone after the next. */
    @Test
    void j11ShouldHoldNoMoreAfterTwentyRoundsThanAfterOne() {
        for (JoinType type : JoinType.values()) {
            try (JoinProbeRun run = JoinProbeRun.within(type, Duration.ofSeconds(5))) {
                long bytes = 0;
                for (int round = 0; round < 20; round++) {
                    for (int key = 0; key < 50; key++) {
                        run.left(round + "-" + key, round * 100 + 0.1 * key);
                        run.right(round + "-" + key / 2, round * 100 + 0.1 * key);
                    }
                    run.left("z", round * 100 + 50).right("z", round * 100 + 50);
                    run.batch();
                    bytes = round == 0 ? run.progress().stateUsedBytes() : bytes;
                    assertTrue(run.progress().stateRows() <= 2, type + " round " + round);
                    assertTrue(run.progress().stateUsedBytes() <= bytes + 512, type + " round " + round);
                }
            }
        }
    }

    /** Windows of two streams joined on their windows: no window stays behind. */
    @Test
    void j15ShouldHoldTheWindowsInHandOnly() {
        try (JoinProbeRun run = new JoinProbeRun(
                Duration.ZERO,
                (left, right) -> left.groupBy(
                                window("lt", Duration.ofSeconds(10)).as("lw"), "lk")
                        .agg(count().as("ln"))
                        .join(
                                right.groupBy(
                                                window("rt", Duration.ofSeconds(10))
                                                        .as("rw"),
                                                "rk")
                                        .agg(count().as("rn")),
                                EQUAL.and(col("lw_end").eq(col("rw_end")))))) {
            for (int i = 0; i < 1_000; i++) {
                run.left("k", i * 10).right("k", i * 10 + 5).batch();
                long rows = run.progress().operators().stream()
                        .filter(operator -> operator.uid().startsWith("join"))
                        .mapToLong(operator -> operator.stateRows())
                        .sum();
                assertTrue(rows <= 2, "window " + i + ": " + rows);
            }
            run.flush();
            assertEquals(1_000, run.progress().outputRows());
        }
    }

    @Test
    void p06ShouldCountRowsThatWaitAndNotTheirKeys() {
        try (JoinProbeRun run = JoinProbeRun.within(JoinType.INNER, Duration.ofSeconds(5))) {
            run.left("k", 10).left("k", 11).left("k", 12).batch();
            assertEquals(3, run.progress().stateRows());
            assertTrue(run.progress().stateUsedBytes() > 0);
            assertTrue(run.progress().stateUsedBytes() < run.progress().stateLimitBytes());
        }
    }

    /** The numbers of the rows in a result, left ones first; {@code rightAt} is the first column of the right side. */
    private static List<List<Object>> rows(StreamFrame frame, int rightAt) {
        try (MemoryJournal result = MemoryJournal.output("result");
                QueryInvoker query =
                        frame.writeStream().queryName("mirror").to(result).invoker()) {
            query.processAllAvailable();
            query.drain();
            List<List<Object>> rows = new ArrayList<>();
            for (List<Object> row : result.rows()) {
                rows.add(Arrays.asList(row.get(3 - rightAt + 2), row.get(rightAt + 2)));
            }
            rows.sort((one, other) -> one.toString().compareTo(other.toString()));
            return rows;
        }
    }
}
