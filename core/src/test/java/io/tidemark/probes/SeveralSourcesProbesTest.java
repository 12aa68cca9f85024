package io.tidemark.probes;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that users of other engines met with several inputs, some of them silent. */
class SeveralSourcesProbesTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, v long");

    @TempDir
    private Path directory;

    private final MemoryJournal first = MemoryJournal.of("A", SCHEMA);
    private final MemoryJournal second = MemoryJournal.of("B", SCHEMA);
    private final MemoryJournal third = MemoryJournal.of("C", SCHEMA);
    private final MemoryJournal fourth = MemoryJournal.of("D", SCHEMA);
    private final MemoryJournal order = MemoryJournal.output("order");
    private final MemoryJournal result = MemoryJournal.output("result");
    private long nowNs;

    @AfterEach
    void close() {
        List.of(first, second, third, fourth, order, result).forEach(MemoryJournal::close);
    }

    /** When all are silent the watermark stays; a row that is in time after that is not late. */
    @Test
    void m03ShouldKeepTheWatermarkWhenEverySourceIsIdle() {
        try (QueryInvoker query = windows(TimeSettings.NATIVE)
                .idleAfter(Duration.ofSeconds(1))
                .clock(() -> nowNs)
                .invoker()) {
            second.appendValues(at(150), 1L);
            first.appendValues(at(200), 1L);
            query.processAllAvailable();
            assertEquals(at(150), query.progress().watermark());
            passSilently(query, 2);
            assertEquals(at(200), query.progress().watermark());
            first.appendValues(at(201), 1L);
            query.processAllAvailable();
            assertEquals(at(201), query.progress().watermark());
            passSilently(query, 10);
            assertEquals(at(201), query.progress().watermark());
            second.appendValues(at(205), 1L);
            query.processAllAvailable();
            assertEquals(0, query.progress().dropped(DropReason.LATE));
            assertEquals(at(205), query.progress().watermark());
        }
    }

    /** Four parts of one stream share one clock where the watermark stands below their union. */
    @Test
    void m04ShouldNotWaitForSilentPartsOfOneStream() {
        StreamFrame parts = Tidemark.stream("A", first)
                .union(Tidemark.stream("B", second), Tidemark.stream("C", third), Tidemark.stream("D", fourth))
                .withWatermark("ts", Duration.ZERO);
        try (QueryInvoker query = parts.groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count())
                .writeStream()
                .queryName("parts")
                .to(result)
                .invoker()) {
            third.appendValues(at(5), 1L);
            third.appendValues(at(12), 1L);
            query.processAllAvailable();
            assertEquals(List.of(List.of(at(0), at(10), 1L)), result.rows());
        }
    }

    /** Another way to merge watermarks is another query; the refusal names both. */
    @Test
    void m15ShouldRefuseToGoOnWithAnotherMerge() {
        try (QueryInvoker query = stored(TimeSettings.NATIVE).invoker()) {
            first.appendValues(at(1000), 1L);
            second.appendValues(at(10), 1L);
            query.processAllAvailable();
            assertEquals(at(10), query.progress().watermark());
        }
        TidemarkException refused = assertThrows(
                TidemarkException.class,
                () -> stored(TimeSettings.NATIVE.with(TimeSettings.Merge.MAX)).invoker());
        assertEquals(ErrorCode.RESTART_DECISION_NEEDED, refused.code());
        assertTrue(refused.getMessage().contains("MIN -> MAX"), refused.getMessage());
        try (QueryInvoker query = stored(TimeSettings.NATIVE).invoker()) {
            second.appendValues(at(20), 1L);
            query.processAllAvailable();
            assertEquals(0, query.progress().dropped(DropReason.LATE));
            assertEquals(at(20), query.progress().watermark());
        }
    }

    private void passSilently(QueryInvoker query, int seconds) {
        query.processAllAvailable();
        nowNs += seconds * 1_000_000_000L;
        query.processAllAvailable();
    }

    private StreamWriter stored(TimeSettings time) {
        return windows(time).directory(directory).order(order);
    }

    private StreamWriter windows(TimeSettings time) {
        return Tidemark.stream("A", first)
                .withWatermark("ts", Duration.ZERO)
                .union(Tidemark.stream("B", second).withWatermark("ts", Duration.ZERO))
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count())
                .writeStream()
                .queryName("windows")
                .time(time)
                .to(result);
    }

    private static Instant at(long seconds) {
        return Instant.ofEpochSecond(seconds);
    }
}
