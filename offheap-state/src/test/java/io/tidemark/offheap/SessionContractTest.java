package io.tidemark.offheap;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.min_by;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.span;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.when;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.expr.Functions.window_time;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The contract of operators for sessions in every output mode, with text in keys and aggregates; and no allocation per row. */
class SessionContractTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long, t string");
    private static final int ROWS = 40;
    private static final long SEED = 20_261_130;
    private static final Window CONSTANT = session("ts", Duration.ofSeconds(4));
    private static final Window BY_ROW =
            session("ts", when(col("v").gt(60L), span(Duration.ofSeconds(9)), span(Duration.ofSeconds(2))));
    private static final Window COLUMN = session("ts", col("v").times(100_000_000L));

    private static final int MANY_ROWS = 120_000;

    @Test
    void shouldKeepTheContractInAppendMode() {
        check(8, source -> query(source, CONSTANT));
        check(8, source -> query(source, BY_ROW));
        check(8, source -> query(source, COLUMN));
    }

    @Test
    void shouldKeepTheContractWhileSessionsWaitToComeOut() {
        try (MemoryJournal input = MemoryJournal.of("in", SCHEMA)) {
            Random random = new Random(SEED);
            for (int i = 0; i < 2 * ROWS; i++) {
                // Many keys, two times, then rows that close them bit by bit.
                long seconds = i < ROWS ? i % 2 : 8 + i / 27 + random.nextInt(2);
                String key = i < ROWS ? "key" + i : "other" + random.nextInt(40);
                input.appendValues(Instant.ofEpochSecond(seconds), key, (long) i, "text" + i);
            }
            OperatorContract.of(
                            input,
                            source -> query(source, CONSTANT),
                            List.of(HeapState.withLimit(16 << 20), ChronicleState.withLimit(16 << 20)),
                            SEED)
                    .checkAll();
        }
    }

    @Test
    void shouldKeepTheContractInUpdateMode() {
        check(40, source -> query(source, BY_ROW).outputMode(OutputMode.UPDATE));
    }

    @Test
    void shouldKeepTheContractWithChangesAtCuts() {
        check(
                20,
                source -> query(source, BY_ROW)
                        .outputMode(OutputMode.UPDATE)
                        .conflated()
                        .cutEvery(7));
    }

    @Test
    void shouldKeepTheContractInCompleteMode() {
        check(
                20,
                source -> query(source, BY_ROW).outputMode(OutputMode.COMPLETE).cutEvery(20),
                true);
    }

    @Test
    void shouldKeepTheContractBetweenBatches() {
        TimeSettings batches = TimeSettings.NATIVE.with(TimeSettings.Advance.PER_BATCH);
        check(8, source -> query(source, CONSTANT).time(batches).cutEvery(5));
        check(8, source -> query(source, BY_ROW).spark().cutEvery(5));
    }

    @Test
    void shouldKeepTheContractAboveAWindow() {
        check(
                3,
                source -> sessions(source, CONSTANT)
                        .groupBy(window(window_time("session"), Duration.ofSeconds(10), Duration.ZERO))
                        .agg(count(), sum("n"), max("k"))
                        .writeStream()
                        .queryName("contract"));
    }

    @Test
    void shouldAllocateNothingPerRow() {
        try (MemoryJournal input = manyRows()) {
            allocation(input, source -> query(source, CONSTANT));
            allocation(input, source -> query(source, BY_ROW).outputMode(OutputMode.UPDATE));
            allocation(
                    input,
                    source -> query(source, BY_ROW)
                            .outputMode(OutputMode.UPDATE)
                            .conflated()
                            .cutEvery(50));
        }
    }

    private static void allocation(MemoryJournal input, Function<JournalSource, StreamWriter> query) {
        assertTrue(AllocationCheck.run(input, query, ChronicleState.withLimit(64 << 20)) > 1_000);
    }

    private static void check(int atLeast, Function<JournalSource, StreamWriter> query) {
        check(atLeast, query, false);
    }

    private static void check(int atLeast, Function<JournalSource, StreamWriter> query, boolean keepsState) {
        try (MemoryJournal input = MemoryJournal.of("in", SCHEMA)) {
            fill(input);
            OperatorContract contract = OperatorContract.of(
                    input, query, List.of(HeapState.withLimit(16 << 20), ChronicleState.withLimit(16 << 20)), SEED);
            int rows = contract.expectedOutput().size();
            assertTrue(rows >= atLeast, "the input says too little: " + rows + " rows");
            (keepsState ? contract.keepingState() : contract).checkAll();
        }
    }

    private static StreamWriter query(JournalSource source, Window window) {
        return sessions(source, window).writeStream().queryName("contract");
    }

    private static StreamFrame sessions(JournalSource source, Window window) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(3))
                .groupBy(window, "k")
                .unboundedState("the input ends")
                .agg(
                        count().as("n"),
                        sum("v"),
                        first("t"),
                        last("t"),
                        min("t").as("least"),
                        max("t").as("greatest"),
                        min_by("t", "v"));
    }

    private static void fill(MemoryJournal input) {
        Random random = new Random(SEED);
        for (int i = 0; i < ROWS; i++) {
            input.appendValues(
                    Instant.ofEpochSecond(1_000_000 + i - random.nextInt(8)),
                    random.nextInt(9) == 0 ? null : "key" + random.nextInt(2),
                    random.nextInt(12) == 0 ? null : (Object) (long) random.nextInt(100),
                    random.nextInt(9) == 0 ? null : "x".repeat(random.nextInt(50)) + i);
        }
    }

    /** Keys come and go, sessions grow, merge, close and are forgotten, rows are late. */
    private static MemoryJournal manyRows() {
        Random random = new Random(SEED);
        MemoryJournal journal = MemoryJournal.of("in", SCHEMA);
        try (RowWriter row = new RowWriter()) {
            for (long i = 0; i < MANY_ROWS; i++) {
                row.start(SCHEMA);
                row.setLong(0, i * 100_000_000L - random.nextInt(60) * 100_000_000L);
                row.setString(1, "key" + (i / 1_000 % 5 + random.nextInt(40)));
                row.setLong(2, random.nextInt(100));
                row.setString(3, i % 3 == 0 ? "a" : "a longer text");
                journal.append(row);
            }
        }
        return journal;
    }
}
