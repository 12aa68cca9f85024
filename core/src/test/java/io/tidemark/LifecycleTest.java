package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.engine.QueryState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What calls in odd places and odd orders do. */
@Timeout(180)
class LifecycleTest {
    private final MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, note string"));

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void shouldEndWhenTheCallbackClosesTheQuery() {
        rows(0, 1, 2);
        CompletableFuture<StreamingQuery> itself = new CompletableFuture<>();
        try (StreamingQuery query =
                all().foreach((row, sequence) -> itself.join().close()).start()) {
            itself.complete(query);
            query.awaitTermination();
            assertEquals(QueryState.CLOSED, query.state());
        }
    }

    @Test
    void shouldRefuseToWaitForItselfInACallback() {
        rows(0);
        CompletableFuture<StreamingQuery> itself = new CompletableFuture<>();
        AtomicReference<TidemarkException> refused = new AtomicReference<>();
        try (StreamingQuery query = all().foreach((row, sequence) ->
                        refused.set(assertThrows(TidemarkException.class, itself.join()::processAllAvailable)))
                .start()) {
            itself.complete(query);
            query.processAllAvailable();
            assertEquals(ErrorCode.QUERY_STATE_INVALID, refused.get().code());
        }
    }

    @Test
    void shouldCloseOnAnInterruptedThreadAndKeepTheInterrupt() {
        StreamingQuery query = all().foreach((row, sequence) -> {}).start();
        Thread.currentThread().interrupt();
        query.close();
        assertTrue(Thread.interrupted());
        assertEquals(QueryState.CLOSED, query.state());
        query.close();
    }

    @Test
    void shouldSayThatAClosedQueryWasNotDrained() {
        StreamingQuery query = all().foreach((row, sequence) -> {}).start();
        query.close();
        assertEquals(
                ErrorCode.QUERY_STATE_INVALID,
                assertThrows(TidemarkException.class, query::drain).code());
        QueryInvoker invoker = all().foreach((row, sequence) -> {}).invoker();
        invoker.close();
        assertThrows(TidemarkException.class, invoker::drain);
        assertThrows(TidemarkException.class, invoker::cut);
    }

    @Test
    void shouldRefuseTheInvokerOnOtherThreadsAndInCallbacks() {
        rows(0);
        AtomicReference<QueryInvoker> itself = new AtomicReference<>();
        AtomicReference<TidemarkException> refused = new AtomicReference<>();
        try (QueryInvoker query = all().foreach((row, sequence) -> refused.set(
                        assertThrows(TidemarkException.class, () -> itself.get().invoke())))
                .invoker()) {
            itself.set(query);
            query.processAllAvailable();
            assertEquals(ErrorCode.QUERY_STATE_INVALID, refused.get().code());
            Throwable other = CompletableFuture.runAsync(query::invoke)
                    .handle((done, e) -> e)
                    .join();
            assertTrue(other.getMessage().contains("another thread"), other.getMessage());
        }
    }

    @Test
    void shouldLookAtAllOperatorsBelowOneWithAProblem() {
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> Tidemark.stream("in", source)
                        .filter(col("nope").gt(lit(1)))
                        .withWatermark("ts", Duration.ofSeconds(-1))
                        .select(col("alsonope"))
                        .writeStream()
                        .queryName("q")
                        .foreach((row, sequence) -> {})
                        .invoker());
        assertEquals(
                List.of(ErrorCode.COLUMN_UNKNOWN, ErrorCode.WATERMARK_DELAY_INVALID, ErrorCode.COLUMN_UNKNOWN),
                error.problems().stream().map(Problem::code).toList());
    }

    @Test
    void shouldRefuseSpansThatNanosecondsDoNotHold() {
        assertEquals(
                ErrorCode.LITERAL_INVALID,
                assertThrows(TidemarkException.class, () -> window("ts", Duration.ofDays(365_000)))
                        .code());
        assertEquals(
                ErrorCode.LITERAL_INVALID,
                assertThrows(
                                TidemarkException.class,
                                () -> Tidemark.stream("in", source)
                                        .withWatermark("ts", Duration.ofSeconds(Long.MAX_VALUE)))
                        .code());
    }

    @Test
    void shouldStoreThatARowWasTooLongToBeStored() {
        try (RowWriter row = new RowWriter();
                MemoryJournal late = MemoryJournal.output("late")) {
            row.start(source.schema());
            row.setString(1, "x".repeat(1_048_000));
            source.append(row);
            try (QueryInvoker query = Tidemark.stream("in", source)
                    .withWatermark("ts", Duration.ZERO)
                    .writeStream()
                    .queryName("q")
                    .foreach((out, sequence) -> {})
                    .dropped(DropReason.NULL_TIME, late)
                    .invoker()) {
                query.processAllAvailable();
                assertEquals(1, query.progress().dropped(DropReason.NULL_TIME));
            }
            assertTrue(
                    late.rows().get(0).get(6).toString().contains("left out"),
                    late.rows().get(0).toString());
        }
    }

    @Test
    void shouldNoticeThatTheInputIsEmptyWhenTheOutputIsNot(@TempDir Path directory) {
        rows(0, 1, 2);
        MemoryJournal result = MemoryJournal.output("out");
        StreamWriter writer = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(1)))
                .agg(count())
                .writeStream()
                .queryName("q")
                .directory(directory)
                .to(result);
        try (QueryInvoker query = writer.invoker()) {
            query.processAllAvailable();
        }
        source.truncate(0);
        assertEquals(
                ErrorCode.CHECKPOINT_DAMAGED,
                assertThrows(TidemarkException.class, writer::invoker).code());
        try (QueryInvoker query = writer.startOver().invoker()) {
            assertEquals(
                    ErrorCode.OUTPUT_DIVERGED,
                    assertThrows(TidemarkException.class, query::drain).code());
        }
        result.close();
    }

    private StreamWriter all() {
        return Tidemark.stream("in", source).writeStream().queryName("q");
    }

    private void rows(long... seconds) {
        for (long second : seconds) {
            source.appendValues(Instant.ofEpochSecond(second), "");
        }
    }
}
