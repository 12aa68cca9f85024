package io.tidemark.offheap;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnionContractTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long");
    private static final long SEED = 20_261_130;

    private final List<MemoryJournal> inputs = new ArrayList<>();

    @AfterEach
    void close() {
        inputs.forEach(MemoryJournal::close);
    }

    @Test
    void shouldMeetTheContractOfOperators() {
        open(3, 25);
        OperatorContract contract = OperatorContract.of(
                inputs,
                sources -> windows(sources).writeStream().queryName("union"),
                List.of(HeapState.withLimit(1 << 20), ChronicleState.withLimit(8 << 20)),
                SEED);
        assertTrue(contract.expectedOutput().size() > 5);
        contract.checkAll();
    }

    @Test
    void shouldAllocateNothing() {
        open(2, 20_000);
        AllocationCheck.run(
                inputs,
                sources -> windows(sources).writeStream().queryName("union"),
                ChronicleState.withLimit(16 << 20));
    }

    private static StreamFrame windows(List<JournalSource> sources) {
        List<StreamFrame> streams = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            streams.add(Tidemark.stream("in" + i, sources.get(i)).withWatermark("ts", Duration.ofSeconds(i)));
        }
        return streams.get(0)
                .union(streams.get(1), streams.subList(2, streams.size()).toArray(StreamFrame[]::new))
                .groupBy(window("ts", Duration.ofSeconds(5)), "k")
                .agg(count(), sum("v"));
    }

    private void open(int count, int rows) {
        Random random = new Random(SEED);
        for (int i = 0; i < count; i++) {
            MemoryJournal journal = MemoryJournal.of("in" + i, SCHEMA);
            for (int row = 0; row < rows; row++) {
                Instant time = Instant.ofEpochSecond(100 + row - random.nextInt(4));
                journal.appendValues(time, "k" + random.nextInt(3), random.nextLong(100));
            }
            inputs.add(journal);
        }
    }
}
