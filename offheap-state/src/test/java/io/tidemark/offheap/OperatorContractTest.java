package io.tidemark.offheap;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.expr.Functions.window_time;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Window;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import io.tidemark.time.TimeSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of operators, for each operator and output mode, on both backends. */
class OperatorContractTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long, d decimal(12,2)");
    private static final int ROWS = 70;
    private static final long SEED = 20_260_101;

    private MemoryJournal input;

    private enum Query {
        FILTER_AND_PROJECT(frame -> frame.filter(col("v").mod(lit(3L)).ne(lit(0L)))
                .select(col("ts"), col("k"), col("v").times(lit(2L)).as("twice"))
                .writeStream()),
        TUMBLING(frame -> aggregate(frame, window("ts", Duration.ofSeconds(10)), all())),
        SLIDING(frame -> aggregate(frame, sliding("ts", Duration.ofSeconds(12), Duration.ofSeconds(5)), all())),
        BY_EVENT_TIME(frame -> frame.groupBy("ts", "k").agg(count(), sum("v")).writeStream()),
        CHAINED(frame -> frame.groupBy(window("ts", Duration.ofSeconds(5)), "k")
                .agg(count().as("n"))
                .groupBy(window(window_time("window"), Duration.ofSeconds(10), Duration.ZERO)
                        .as("w"))
                .agg(sum("n"), count())
                .writeStream()),
        UPDATE(frame ->
                aggregate(frame, window("ts", Duration.ofSeconds(10)), all()).outputMode(OutputMode.UPDATE)),
        UPDATE_SLIDING_AT_CUTS(
                frame -> aggregate(frame, sliding("ts", Duration.ofSeconds(12), Duration.ofSeconds(5)), all())
                        .outputMode(OutputMode.UPDATE)
                        .conflated()
                        .cutEvery(7)),
        UPDATE_BY_KEY(frame -> frame.groupBy("k")
                .unboundedState("few keys")
                .agg(count(), max("k"))
                .writeStream()
                .outputMode(OutputMode.UPDATE)),
        GLOBAL_COMPLETE(frame -> frame.groupBy()
                .agg(count(), avg("d"))
                .writeStream()
                .outputMode(OutputMode.COMPLETE)
                .cutEvery(5)),
        COMPLETE_SLIDING(frame -> frame.groupBy(sliding("ts", Duration.ofSeconds(12), Duration.ofSeconds(5)))
                .unboundedState("a test")
                .agg(count(), min("k"))
                .writeStream()
                .outputMode(OutputMode.COMPLETE)
                .cutEvery(20)),
        BATCHES(frame -> aggregate(frame, window("ts", Duration.ofSeconds(10)), all())
                .time(TimeSettings.SPARK)
                .cutEvery(6));

        private final Function<StreamFrame, StreamWriter> writer;

        Query(Function<StreamFrame, StreamWriter> writer) {
            this.writer = writer;
        }

        boolean keepsState() {
            return this == UPDATE_BY_KEY || this == GLOBAL_COMPLETE || this == COMPLETE_SLIDING;
        }

        StreamWriter over(JournalSource source) {
            return writer.apply(Tidemark.stream("in", source).withWatermark("ts", Duration.ofSeconds(6)))
                    .queryName("contract");
        }
    }

    @BeforeEach
    void fill() {
        input = MemoryJournal.of("in", SCHEMA);
        Random random = new Random(SEED);
        for (int i = 0; i < ROWS; i++) {
            long seconds = 1_000_000 + i / 2 - random.nextInt(12);
            input.appendValues(
                    random.nextInt(25) == 0 ? null : Instant.ofEpochSecond(seconds),
                    random.nextInt(9) == 0 ? null : "key-" + "x".repeat(random.nextInt(3)),
                    random.nextInt(9) == 0 ? null : (Object) (long) random.nextInt(100),
                    random.nextInt(9) == 0 ? null : BigDecimal.valueOf(random.nextInt(10_000), 2));
        }
    }

    @AfterEach
    void close() {
        input.close();
    }

    @ParameterizedTest
    @EnumSource(Query.class)
    void shouldKeepTheContract(Query query) {
        OperatorContract contract = OperatorContract.of(
                input, query::over, List.of(HeapState.withLimit(16 << 20), ChronicleState.withLimit(16 << 20)), SEED);
        assertTrue(contract.expectedOutput().size() > 4, "the input says too little: " + contract.expectedOutput());
        if (query.keepsState()) {
            contract = contract.keepingState();
        }
        contract.checkAll();
    }

    @ParameterizedTest
    @EnumSource(
            value = Query.class,
            names = {"COMPLETE_SLIDING"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldAllocateNothing(Query query) {
        try (MemoryJournal large = MemoryJournal.of("in", SCHEMA);
                RowWriter row = new RowWriter()) {
            Random random = new Random(SEED);
            for (int i = 0; i < 60_000; i++) {
                row.start(SCHEMA);
                row.setLong(0, (1_000_000L + i / 4 - random.nextInt(12)) * 1_000_000_000L);
                row.setString(1, i % 3 == 0 ? "key" : "key-xx");
                row.setLong(2, random.nextInt(100));
                row.setLong(3, random.nextInt(10_000));
                large.append(row);
            }
            assertTrue(AllocationCheck.run(large, query::over, ChronicleState.withLimit(64 << 20)) > 100);
        }
    }

    private static StreamWriter aggregate(StreamFrame frame, Window window, Aggregate... aggregates) {
        return frame.groupBy(window, "k").agg(aggregates).writeStream();
    }

    private static Aggregate[] all() {
        return Arrays.asList(
                        count(),
                        sum("v"),
                        min("v"),
                        max("k"),
                        first("k"),
                        last("d"),
                        avg("d"),
                        sum("v").where(col("v").gt(lit(50L))).as("large"))
                .toArray(Aggregate[]::new);
    }
}
