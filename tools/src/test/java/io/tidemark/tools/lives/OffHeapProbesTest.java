package io.tidemark.tools.lives;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.expr.Column;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.join.JoinType;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of state outside of the heap that users met in neighbouring engines, over restarts; the names carry the ids of the probes. */
class OffHeapProbesTest {
    private static final Schema ROWS = Schema.parse("ts timestamp, k string, v long");
    private static final Schema RIGHT = Schema.parse("rts timestamp, rk string, q long");

    @TempDir
    private Path directory;

    private final MemoryJournal source = MemoryJournal.of("left", ROWS);
    private final MemoryJournal right = MemoryJournal.of("right", RIGHT);
    private final MemoryJournal order = MemoryJournal.output("order");
    private final MemoryJournal result = MemoryJournal.output("out");

    @AfterEach
    void close() {
        source.close();
        right.close();
        order.close();
        result.close();
    }

    @Test
    void o03ShouldNotGrowForKeysThatAreThereAfterARestart() {
        long limit = 16L << 20;
        write(2_900, "key");
        perKey(limit, query -> 0L, 0);
        write(2_900, "key");
        long used;
        try (QueryInvoker query = perKey(limit)) {
            used = query.progress().stateUsedBytes();
            query.processAllAvailable();
            assertEquals(used, query.progress().stateUsedBytes());
            assertEquals(2_900, query.progress().stateRows());
        }
        write(2_900, "key");
        try (QueryInvoker query = perKey(used)) {
            query.processAllAvailable();
            assertTrue(
                    query.progress().stateUsedBytes() <= used, query.progress().stateUsedBytes() + " of " + used);
        }
        assertEquals(3 * 2_900, result.size());
        assertEquals(3L, result.rows().get(3 * 2_900 - 1).get(1));
    }

    @Test
    void o07ShouldFindEachKeyOnceAfterARestart() {
        write(1_000, "a text as key, number ");
        perKey(1 << 20, query -> 0L, 0);
        write(1_000, "a text as key, number ");
        perKey(1 << 20, query -> 0L, 0);
        Set<Object> once = new HashSet<>();
        Set<Object> twice = new HashSet<>();
        for (List<Object> row : result.rows()) {
            assertTrue((row.get(1).equals(1L) ? once : twice).add(row.get(0)), row + " twice");
        }
        assertEquals(1_000, once.size());
        assertEquals(once, twice);
    }

    @Test
    void u02ShouldKnowALongKeyOfManyBytesAfterARestart() {
        String key = "żółw🐢".repeat(60);
        source.appendValues(Instant.EPOCH, key, 1L);
        source.appendValues(Instant.EPOCH, key + "x", 1L);
        perKey(1 << 20, query -> 0L, 0);
        source.appendValues(Instant.EPOCH, key, 1L);
        perKey(1 << 20, query -> 0L, 0);
        assertEquals(List.of(List.of(key, 1L), List.of(key + "x", 1L), List.of(key, 2L)), result.rows());
        source.appendValues(Instant.EPOCH, "🐢".repeat(8_000), 1L);
        perKey(1 << 20, query -> query.progress().dropped(DropReason.TOO_LARGE), 1);
        perKey(1 << 20, query -> query.progress().dropped(DropReason.TOO_LARGE), 1);
        assertEquals(3, result.size());
    }

    /** All ids go in one step of the watermark, while further events come. The bound is generous: the machine does other things too. */
    @Test
    void d05ShouldForgetAMillionIdsBesideTheEvents() {
        int ids = 1_000_000;
        for (long id = 0; id < ids; id++) {
            source.appendValues(Instant.EPOCH, "", id);
        }
        long worst = 0;
        try (QueryInvoker query = ids(256)) {
            query.processAllAvailable();
            query.checkpoint();
        }
        try (QueryInvoker query = ids(1)) {
            query.processAllAvailable();
            assertTrue(
                    query.progress().stateRows() >= ids,
                    "state " + query.progress().stateRows());
            for (long event = 0; event < 2_000; event++) {
                source.appendValues(Instant.ofEpochSecond(100), "", ids + event);
                long start = System.nanoTime();
                query.invoke();
                worst = Math.max(worst, System.nanoTime() - start);
            }
            query.processAllAvailable();
            assertEquals(ids + 2_000, result.size());
            assertTrue(
                    query.progress().stateRows() <= 2 * 2_000,
                    "state " + query.progress().stateRows());
        }
        System.out.println("D05: the worst event of 2000 took " + worst / 1_000 + " us while a million ids went.");
        assertTrue(worst < 500_000_000L, worst + " ns");
    }

    private QueryInvoker ids(int pollLimit) {
        return Tidemark.stream("left", source)
                .withWatermark("ts", Duration.ofSeconds(10))
                .dropDuplicatesWithinWatermark("v")
                .writeStream()
                .queryName("ids")
                .directory(directory)
                .checkpoints(CheckpointSettings.onDemand())
                .state(ChronicleState.withLimit(512L << 20))
                .pollLimit(pollLimit)
                .to(result)
                .invoker();
    }

    @Test
    void j11ShouldHoldNoMoreAfterTwentyRoundsWithRestartsThanAfterOne() {
        Column near = col("rts")
                .ge(col("ts").minus(Duration.ofSeconds(5)))
                .and(col("rts").le(col("ts").plus(Duration.ofSeconds(5))));
        rounds(
                left -> left.join(
                        right(), JoinType.FULL_OUTER, col("k").eq(col("rk")).and(near)),
                2);
    }

    @Test
    void j12ShouldHoldNothingOfSymbolsThatAreGone() {
        rounds(
                left -> left.asOf(right())
                        .on(col("k"), col("rk"))
                        .tolerance(Duration.ofSeconds(60))
                        .left(),
                4);
    }

    @Test
    void j15ShouldHoldTheWindowsInHandOnlyBelowAJoin() {
        rounds(
                left -> left.asOf(right())
                        .on(col("k"), col("rk"))
                        .tolerance(Duration.ofSeconds(60))
                        .left()
                        .groupBy(window("ts", Duration.ofSeconds(10)), "k")
                        .agg(count()),
                4);
    }

    /** Rounds of fresh keys with a row of a later time on both sides at the end of each, and a restart after each. */
    private void rounds(Function<StreamFrame, StreamFrame> plan, long atMost) {
        long bytes = 0;
        for (int round = 0; round < 20; round++) {
            long time = 1_000L * round;
            for (int key = 0; key < 2_500; key++) {
                String symbol = "round " + round + ", symbol " + key;
                source.appendValues(Instant.ofEpochSecond(time + key % 5), symbol, 1L);
                right.appendValues(Instant.ofEpochSecond(time + key % 3), symbol, 1L);
            }
            source.appendValues(Instant.ofEpochSecond(time + 500), "end", 0L);
            right.appendValues(Instant.ofEpochSecond(time + 500), "end", 0L);
            try (QueryInvoker query = plan.apply(
                            Tidemark.stream("left", source).withWatermark("ts", Duration.ofSeconds(10)))
                    .writeStream()
                    .queryName("rounds")
                    .directory(directory)
                    .checkpoints(CheckpointSettings.onDemand())
                    .state(ChronicleState.withLimit(16L << 20))
                    .order(order)
                    .to(result)
                    .invoker()) {
                query.processAllAvailable();
                assertTrue(
                        query.progress().stateRows() <= atMost,
                        "round " + round + ": " + query.progress().stateRows() + " rows");
                bytes = round == 0 ? query.progress().stateUsedBytes() : bytes;
                assertTrue(
                        query.progress().stateUsedBytes() <= 2 * bytes,
                        "round " + round + ": " + query.progress().stateUsedBytes());
            }
        }
        assertTrue(result.size() >= 20 * 2_500, result.size() + " rows");
    }

    private StreamFrame right() {
        return Tidemark.stream("right", right).withWatermark("rts", Duration.ofSeconds(10));
    }

    private void write(int keys, String prefix) {
        for (int key = 0; key < keys; key++) {
            source.appendValues(Instant.EPOCH, prefix + key, 1L);
        }
    }

    private void perKey(long limit, Function<QueryInvoker, Long> figure, long expected) {
        try (QueryInvoker query = perKey(limit)) {
            query.processAllAvailable();
            assertEquals(expected, figure.apply(query));
        }
    }

    private QueryInvoker perKey(long limit) {
        return Tidemark.stream("left", source)
                .groupBy("k")
                .unboundedState("few keys")
                .agg(count())
                .writeStream()
                .outputMode(OutputMode.UPDATE)
                .queryName("keys")
                .directory(directory)
                .checkpoints(CheckpointSettings.onDemand())
                .state(ChronicleState.withLimit(limit))
                .to(result)
                .invoker();
    }
}
