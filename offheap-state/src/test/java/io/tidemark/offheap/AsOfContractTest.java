package io.tidemark.offheap;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.AsOfFrame;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.AsOfJoin.Ties;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of operators for as-of joins and window joins of every kind. */
class AsOfContractTest {
    private static final long SEED = 20_261_204;
    private static final long SECOND = 1_000_000_000L;

    private final MemoryJournal left =
            MemoryJournal.of("left", Schema.parse("ts timestamp, k string, side string, v long"));
    private final MemoryJournal right =
            MemoryJournal.of("right", Schema.parse("rts timestamp, rk string, q long, note string"));

    @AfterEach
    void close() {
        left.close();
        right.close();
    }

    static Stream<Arguments> joins() {
        return Stream.of(Emit.values())
                .flatMap(emit -> Stream.of(
                        kind(emit + " backward", join -> join.emit(emit).left()),
                        kind(
                                emit + " backward strict within 3 s",
                                join -> join.emit(emit)
                                        .strict()
                                        .tolerance(Duration.ofSeconds(3))
                                        .inner()),
                        kind(
                                emit + " forward",
                                join -> join.emit(emit)
                                        .forward()
                                        .ties(Ties.FIRST)
                                        .inner()),
                        kind(
                                emit + " nearest within 4 s",
                                join -> join.emit(emit)
                                        .nearest()
                                        .tolerance(Duration.ofSeconds(4))
                                        .left()),
                        kind(
                                emit + " nearest strict",
                                join -> join.emit(emit).nearest().strict().left())));
    }

    private static Arguments kind(String name, Function<AsOfFrame, StreamFrame> finish) {
        return Arguments.of(name, finish);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("joins")
    void shouldMeetTheContractOfOperators(String name, Function<AsOfFrame, StreamFrame> finish) {
        fill(30, 30, 2, 12);
        check(sources -> finish.apply(join(sources)), 5);
    }

    @Test
    void shouldMeetTheContractWithAllOfOneTime() {
        fill(40, 60, 2, 9);
        check(sources -> join(sources).ties(Ties.ALL).left(), 30);
    }

    @Test
    void shouldMeetTheContractWithAWindowBelow() {
        fill(60, 60, 2, 9);
        check(
                sources -> join(sources)
                        .nearest()
                        .left()
                        .groupBy(window("ts", Duration.ofSeconds(4)), "k")
                        .agg(count(), max("q")),
                5);
    }

    @Test
    void shouldMeetTheContractWithAggregatesAroundEachRow() {
        fill(30, 30, 2, 12);
        check(AsOfContractTest::around, 15);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("joins")
    void shouldAllocateNothing(String name, Function<AsOfFrame, StreamFrame> finish) {
        fill(15_000, 15_000, 20, 3);
        AllocationCheck.run(
                List.of(left, right),
                sources -> finish.apply(join(sources)).writeStream().queryName("q"),
                ChronicleState.withLimit(64 << 20));
    }

    @Test
    void shouldAllocateNothingForAggregatesAroundEachRow() {
        fill(15_000, 15_000, 20, 3);
        AllocationCheck.run(
                List.of(left, right),
                sources -> around(sources).writeStream().queryName("q"),
                ChronicleState.withLimit(64 << 20));
    }

    private void check(Function<List<JournalSource>, StreamFrame> query, int rows) {
        OperatorContract contract = OperatorContract.of(
                List.of(left, right),
                sources -> query.apply(sources).writeStream().queryName("asof"),
                List.of(HeapState.withLimit(8 << 20), ChronicleState.withLimit(16 << 20)),
                SEED);
        assertTrue(
                contract.expectedOutput().size() >= rows,
                "only " + contract.expectedOutput().size() + " rows");
        contract.checkAll();
    }

    private static AsOfFrame join(List<JournalSource> sources) {
        return Tidemark.stream("left", sources.get(0))
                .withWatermark("ts", Duration.ofSeconds(2))
                .asOf(Tidemark.stream("right", sources.get(1)).withWatermark("rts", Duration.ofSeconds(1)))
                .on(col("k"), col("rk"));
    }

    private static StreamFrame around(List<JournalSource> sources) {
        return Tidemark.stream("left", sources.get(0))
                .withWatermark("ts", Duration.ofSeconds(2))
                .windowJoin(Tidemark.stream("right", sources.get(1)).withWatermark("rts", Duration.ofSeconds(1)))
                .on(col("k"), col("rk"))
                .between(Duration.ofSeconds(3), Duration.ofSeconds(2))
                .agg(
                        count().as("n"),
                        avg("q").as("mean"),
                        first("note").as("note"),
                        max("note").as("last"));
    }

    /** Rows some of which are late, without a key, or deletions; texts of many lengths. */
    private void fill(int lefts, int rights, int keys, int odd) {
        Random random = new Random(SEED);
        try (RowWriter row = new RowWriter()) {
            for (int i = 0; i < lefts; i++) {
                row.start(left.schema());
                head(row, i, keys, odd, random);
                row.setString(2, "x".repeat(random.nextInt(30)));
                row.setLong(3, i);
                left.append(row.finish().origin(0, RowView.NO_INGEST_TIME, RowKind.INSERT));
            }
            for (int i = 0; i < rights; i++) {
                row.start(right.schema());
                head(row, i, keys, odd, random);
                row.setLong(2, i);
                row.setString(3, "n" + "y".repeat(random.nextInt(40)));
                RowKind kind = odd > 3 && random.nextInt(odd) == 0 ? RowKind.DELETE : RowKind.INSERT;
                right.append(row.finish().origin(0, RowView.NO_INGEST_TIME, kind));
            }
        }
    }

    private static void head(RowWriter row, int number, int keys, int odd, Random random) {
        row.setLong(0, (number / 2 - random.nextInt(4)) * SECOND);
        if (odd <= 3 || random.nextInt(odd) > 0) {
            row.setString(1, "key" + random.nextInt(keys));
        }
    }
}
