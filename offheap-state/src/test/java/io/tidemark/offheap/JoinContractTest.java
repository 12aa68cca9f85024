package io.tidemark.offheap;

import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.join.JoinType;
import io.tidemark.operator.join.JoinWatermark;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of operators for every type of join, with rows of fixed and of variable length, alone and with operators below. */
class JoinContractTest {
    private static final long SEED = 20_261_207;

    private MemoryJournal left;
    private MemoryJournal right;

    @AfterEach
    void close() {
        left.close();
        right.close();
    }

    @ParameterizedTest
    @EnumSource(JoinType.class)
    void shouldMeetTheContractWithTexts(JoinType type) {
        open("string", 30);
        check(sources -> joined(sources, type, JoinWatermark.MERGED), 6);
    }

    @ParameterizedTest
    @EnumSource(JoinType.class)
    void shouldMeetTheContractWithRowsOfFixedLength(JoinType type) {
        open("long", 30);
        check(sources -> joined(sources, type, JoinWatermark.PER_INPUT), 6);
    }

    /** More rows are due at once than one row brings out, and the rows that follow make pairs or not. */
    @ParameterizedTest
    @EnumSource(
            value = JoinType.class,
            names = {"INNER", "FULL_OUTER", "LEFT_ANTI"})
    void shouldMeetTheContractWhenManyRowsGoAtOnce(JoinType type) {
        open("string", 0);
        for (MemoryJournal journal : List.of(left, right)) {
            for (int row = 0; row < 30; row++) {
                journal.appendValues(Instant.ofEpochSecond(100 + row % 3), "k" + row + journal.name(), 7L);
            }
            for (int row = 0; row < 12; row++) {
                journal.appendValues(Instant.ofEpochSecond(200 + row), "k" + row % 5, 7L);
            }
        }
        check(sources -> joined(sources, type, JoinWatermark.MERGED), type == JoinType.INNER ? 5 : 30);
    }

    @ParameterizedTest
    @EnumSource(
            value = JoinType.class,
            names = {"INNER", "FULL_OUTER", "LEFT_ANTI"})
    void shouldMeetTheContractAboveAWindow(JoinType type) {
        open("string", 30);
        check(
                sources -> joined(sources, type, JoinWatermark.MERGED)
                        .groupBy(window("lt", Duration.ofSeconds(5)), "lk")
                        .agg(count(), sum("lv")),
                5);
    }

    @Test
    void shouldMeetTheContractBelowWindows() {
        open("long", 40);
        check(
                sources -> left(sources)
                        .groupBy(window("lt", Duration.ofSeconds(5)).as("lw"), "lk")
                        .agg(sum("lv").as("ltotal"))
                        .join(
                                right(sources)
                                        .groupBy(
                                                window("rt", Duration.ofSeconds(5))
                                                        .as("rw"),
                                                "rk")
                                        .agg(sum("rv").as("rtotal")),
                                JoinType.FULL_OUTER,
                                col("lk").eq(col("rk")).and(col("lw_end").eq(col("rw_end")))),
                10);
    }

    @ParameterizedTest
    @EnumSource(JoinType.class)
    void shouldAllocateNothing(JoinType type) {
        open("string", 12_000);
        long rows = AllocationCheck.run(
                List.of(left, right),
                sources -> writer(joined(sources, type, JoinWatermark.MERGED)),
                ChronicleState.withLimit(64 << 20));
        assertTrue(rows > 1_000, rows + " rows");
    }

    private void check(Function<List<JournalSource>, StreamFrame> frame, int rows) {
        OperatorContract contract = OperatorContract.of(
                List.of(left, right),
                // The contract pins by itself where that is the question.
                sources -> writer(frame.apply(sources)).pinned(false),
                List.of(HeapState.withLimit(4 << 20), ChronicleState.withLimit(16 << 20)),
                SEED);
        assertTrue(
                contract.expectedOutput().size() >= rows,
                contract.expectedOutput().size() + " rows");
        contract.checkAll();
    }

    private static StreamWriter writer(StreamFrame frame) {
        return frame.writeStream().queryName("join");
    }

    private static StreamFrame joined(List<JournalSource> sources, JoinType type, JoinWatermark watermark) {
        return left(sources)
                .join(right(sources), type)
                .watermark(watermark)
                .on(
                        col("lk").eq(col("rk")),
                        between(
                                col("rt"),
                                col("lt").minus(Duration.ofSeconds(2)),
                                col("lt").plus(Duration.ofSeconds(3))),
                        col("lv").plus(col("rv")).mod(4L).ne(0L),
                        col("lv").gt(5L));
    }

    private static StreamFrame left(List<JournalSource> sources) {
        return Tidemark.stream("left", sources.get(0)).withWatermark("lt", Duration.ofSeconds(3));
    }

    private static StreamFrame right(List<JournalSource> sources) {
        return Tidemark.stream("right", sources.get(1)).withWatermark("rt", Duration.ofSeconds(2));
    }

    private void open(String key, int rows) {
        Random random = new Random(SEED);
        left = MemoryJournal.of("left", Schema.parse("lt timestamp, lk " + key + ", lv long"));
        right = MemoryJournal.of("right", Schema.parse("rt timestamp, rk " + key + ", rv long"));
        for (MemoryJournal journal : List.of(left, right)) {
            for (int row = 0; row < rows; row++) {
                Instant time = Instant.ofEpochSecond(100 + row - random.nextInt(4));
                long number = random.nextInt(3);
                Object value = key.equals("long") ? (Object) number : "a key of some length " + number;
                journal.appendValues(time, random.nextInt(10) == 0 ? null : value, (long) random.nextInt(40));
            }
        }
    }
}
