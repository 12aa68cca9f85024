package io.tidemark;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedCutsTest {
    @TempDir
    private Path directory;

    private final MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, v long"));
    private final MemoryJournal result = MemoryJournal.output("out");
    private final MemoryJournal order = MemoryJournal.output("order");

    @AfterEach
    void close() {
        source.close();
        result.close();
        order.close();
    }

    /** In batches a row may be late or not depending on where the batch ended: a restart has to end it at the same row. */
    @Test
    void shouldMakeTheSameCutsAgainAfterARestart() {
        Random random = new Random(42);
        try (QueryInvoker query = writer().order(order).invoker()) {
            for (int i = 0; i < 200; i++) {
                source.appendValues(Instant.ofEpochSecond(1_000 + i / 2 - random.nextInt(15)), (long) i);
                if (random.nextInt(6) == 0) {
                    query.processAllAvailable();
                    query.cut();
                }
            }
        }
        List<List<Object>> before = result.rows();
        long cuts = order.size();
        MemoryJournal again = MemoryJournal.output("out");
        try (QueryInvoker query = writer().order(order).startOver().to(again).invoker()) {
            query.processAllAvailable();
            assertEquals(before, again.rows());
            assertEquals(cuts, order.size());
            source.appendValues(Instant.ofEpochSecond(5_000), 0L);
            query.processAllAvailable();
            query.cut();
            query.cut();
            assertEquals(cuts + 2, order.size());
        }
        again.close();
    }

    @Test
    void shouldRefuseCutsThatARestartCouldNotRepeat() {
        TidemarkException error = assertThrows(TidemarkException.class, () -> writer().invoker());
        assertEquals(ErrorCode.QUERY_INCOMPLETE, error.code());
        writer().cutEvery(10).invoker().close();
    }

    private StreamWriter writer() {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(4))
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count())
                .writeStream()
                .queryName("batches")
                .time(TimeSettings.SPARK)
                .trigger(Trigger.manual())
                .directory(directory)
                .to(result);
    }
}
