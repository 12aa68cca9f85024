package io.tidemark.probes;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults of order that users met in neighbouring engines; the names carry the ids of the probes. */
class OrderingProbesTest {
    /** The third write fails and the query is started again; the rows that follow are older than those before. */
    @Test
    void n03ShouldGiveTheSameRowsInTheSameOrderAfterAFailingWrite() {
        try (MemoryJournal input = MemoryJournal.of("in", Schema.parse("ts timestamp, v long"))) {
            for (long second : new long[] {0, 10, 20, 30, 40, 33, 31, 50, 60, 52, 70, 80, 90}) {
                input.appendValues(Instant.ofEpochSecond(second), second);
            }
            OperatorContract contract =
                    OperatorContract.of(input, OrderingProbesTest::query, List.of(HeapState.withLimit(1 << 20)), 3);
            assertEquals(10, contract.expectedOutput().size());
            contract.checkFailingWrites();
        }
    }

    /** A row that is hours older than the one before, inside the delay, is in the result. */
    @Test
    void n06ShouldKeepARowThatIsHoursOlderWithinTheDelay() {
        try (ProbeRun run = ProbeRun.windows(Duration.ofHours(6), window("ts", Duration.ofHours(1)))) {
            run.row("k", 36_000, 1);
            run.batch();
            run.row("k", 36_000 - 5 * 3_600, 7);
            run.batch();
            assertEquals(List.of("k [18000,21600) 1 7", "k [36000,39600) 1 1"), run.flush());
            assertEquals(0, run.late());
        }
    }

    private static StreamWriter query(JournalSource source) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(10))
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count(), sum("v"))
                .writeStream()
                .queryName("q");
    }
}
