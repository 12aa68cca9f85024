package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {
    @TempDir
    private Path directory;

    private final MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, id long"));
    private final MemoryJournal result = MemoryJournal.output("out");
    private final MemoryJournal late = MemoryJournal.output("late");

    @AfterEach
    void close() {
        source.close();
        result.close();
        late.close();
    }

    @Test
    void shouldContinueItsOutputWithoutLosingOrDoublingRows() {
        rows(0, 1, 10, 3, 20);
        try (QueryInvoker query = writer(10).invoker()) {
            query.processAllAvailable();
        }
        assertEquals(2, result.size());
        assertEquals(1, late.size());
        rows(30, 31, 5, 40);
        try (QueryInvoker query = writer(10).invoker()) {
            query.processAllAvailable();
            assertEquals(0, query.progress().outputRowsSkipped());
            assertEquals(4, query.progress().outputRows());
        }
        assertEquals(List.of(row(0, 2), row(10, 1), row(20, 1), row(30, 2)), result.rows());
        assertEquals(2, late.size());
    }

    @Test
    void shouldRefuseAChangedPlanAndSayWhatChanged() {
        rows(0, 10);
        writer(10).invoker().close();
        TidemarkException error =
                assertThrows(TidemarkException.class, () -> writer(20).invoker());
        assertEquals(ErrorCode.RESTART_DECISION_NEEDED, error.code());
        assertTrue(error.getMessage().contains("10s") && error.getMessage().contains("20s"), error.getMessage());
    }

    @Test
    void shouldRefuseToStartAgainAfterADrain() {
        rows(0, 10);
        try (QueryInvoker query = writer(10).invoker()) {
            query.drain();
        }
        assertEquals(2, result.size());
        assertEquals(
                ErrorCode.QUERY_DRAINED,
                assertThrows(TidemarkException.class, () -> writer(10).invoker())
                        .code());
        assertEquals(2, result.size());
    }

    @Test
    void shouldRefuseADirectoryThatIsInUse() {
        try (QueryInvoker query = writer(10).invoker()) {
            TidemarkException error =
                    assertThrows(TidemarkException.class, () -> writer(10).invoker());
            assertEquals(ErrorCode.DIRECTORY_IN_USE, error.code());
            assertTrue(
                    error.getMessage()
                            .contains(String.valueOf(ProcessHandle.current().pid())),
                    error.getMessage());
            rows(0, 10);
            query.processAllAvailable();
            assertEquals(1, result.size());
        }
    }

    @Test
    void shouldRefuseRowsOfAnotherQueryInTheSink() {
        rows(0, 10);
        try (QueryInvoker query = writer(10).invoker()) {
            query.processAllAvailable();
        }
        StreamWriter other = frame(10).writeStream().queryName("other").to(result);
        assertEquals(
                ErrorCode.RESTART_INCOMPATIBLE,
                assertThrows(TidemarkException.class, other::invoker).code());
    }

    @Test
    void shouldRefuseAnotherInputUnderTheSameName() {
        rows(0, 10, 20);
        try (QueryInvoker query = writer(10).invoker()) {
            query.processAllAvailable();
        }
        source.truncate(0);
        rows(1, 10, 20, 30);
        TidemarkException error =
                assertThrows(TidemarkException.class, () -> writer(10).invoker());
        assertEquals(ErrorCode.RESTART_INCOMPATIBLE, error.code());
        assertTrue(error.getMessage().contains("begins with another row"), error.getMessage());
        assertEquals(2, result.size());
    }

    @Test
    void shouldFindOutThatTheInputWasCut() {
        rows(0, 10, 20, 30);
        try (QueryInvoker query = writer(10).invoker()) {
            query.processAllAvailable();
        }
        source.truncate(2);
        TidemarkException refused = assertThrows(
                TidemarkException.class,
                () -> writer(10).trigger(Trigger.availableNow()).invoker());
        assertEquals(ErrorCode.CHECKPOINT_DAMAGED, refused.code());
        try (QueryInvoker query =
                writer(10).trigger(Trigger.availableNow()).startOver().invoker()) {
            TidemarkException error = assertThrows(TidemarkException.class, query::processAllAvailable);
            assertEquals(ErrorCode.OUTPUT_DIVERGED, error.code());
        }
    }

    @Test
    void shouldReportAnErrorOfTheCallbackAndStayRestartable() {
        rows(0, 10, 20);
        RowCallback failing = (row, sequence) -> {
            throw new IllegalStateException("the user's code failed");
        };
        try (StreamingQuery query = frame(10)
                .writeStream()
                .queryName("q")
                .directory(directory)
                .foreach(failing)
                .start()) {
            TidemarkException error = assertThrows(TidemarkException.class, query::awaitTermination);
            assertTrue(error.getMessage().contains("the user's code failed"), error.getMessage());
            assertEquals("the user's code failed", query.exception().getMessage());
            assertEquals(2, query.progress().rowsRead());
        }
        try (QueryInvoker query = frame(10)
                .writeStream()
                .queryName("q")
                .directory(directory)
                .to(result)
                .invoker()) {
            query.processAllAvailable();
            assertEquals(List.of(row(0, 1), row(10, 1)), result.rows());
        }
    }

    private StreamFrame frame(long seconds) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .filter(col("id").ge(0L))
                .groupBy(window("ts", Duration.ofSeconds(seconds)))
                .agg(count());
    }

    private StreamWriter writer(long seconds) {
        return frame(seconds)
                .writeStream()
                .queryName("q")
                .directory(directory)
                .to(result)
                .dropped(DropReason.LATE, late);
    }

    private void rows(long... seconds) {
        for (long second : seconds) {
            source.appendValues(Instant.ofEpochSecond(second), second);
        }
    }

    private static List<Object> row(long start, long count) {
        return List.of(Instant.ofEpochSecond(start), Instant.ofEpochSecond(start + 10), count);
    }
}
