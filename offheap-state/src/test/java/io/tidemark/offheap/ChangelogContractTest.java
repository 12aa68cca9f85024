package io.tidemark.offheap;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.expr.Functions.window_time;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of operators for aggregations below each other in update mode. */
class ChangelogContractTest {
    private static final long SEED = 20_261_130;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMeetTheContractOfOperators(boolean conflated) {
        try (MemoryJournal input = input(50)) {
            Function<JournalSource, StreamWriter> query = source -> {
                StreamWriter writer = chain(source);
                return conflated ? writer.conflated().cutEvery(7) : writer;
            };
            OperatorContract contract = OperatorContract.of(
                    input, query, List.of(HeapState.withLimit(1 << 20), ChronicleState.withLimit(8 << 20)), SEED);
            assertTrue(contract.expectedOutput().size() > 20);
            contract.checkAll();
        }
    }

    @Test
    void shouldAllocateNothing() {
        try (MemoryJournal input = input(20_000)) {
            AllocationCheck.run(input, ChangelogContractTest::chain, ChronicleState.withLimit(32 << 20));
        }
    }

    private static StreamWriter chain(JournalSource source) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(6))
                .groupBy(sliding("ts", Duration.ofSeconds(10), Duration.ofSeconds(5)), "k")
                .agg(count().as("n"), sum("v").as("v"))
                .groupBy(
                        window(window_time("window"), Duration.ofSeconds(20), Duration.ZERO)
                                .as("w"),
                        col("n"))
                .agg(count().as("keys"), sum("v"), avg("v"))
                .writeStream()
                .queryName("chain")
                .outputMode(OutputMode.UPDATE)
                .changelog();
    }

    private static MemoryJournal input(int rows) {
        MemoryJournal journal = MemoryJournal.of("in", Schema.parse("ts timestamp, k string, v long"));
        Random random = new Random(SEED);
        for (int i = 0; i < rows; i++) {
            Instant time = Instant.ofEpochSecond(i / 2 - random.nextInt(9));
            journal.appendValues(time, "k" + random.nextInt(3), random.nextInt(6) == 0 ? null : random.nextLong(50));
        }
        return journal;
    }
}
