package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.metrics.QueryProgress.OperatorProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.watermark.ClockGuard;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DroppedRowsTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, id long, note string");

    private final MemoryJournal source = MemoryJournal.withIngestTime("orders", SCHEMA);
    private final MemoryJournal result = MemoryJournal.output("result");
    private final MemoryJournal dropped = MemoryJournal.output("dropped");
    private final MemoryJournal late = MemoryJournal.output("late");

    @AfterEach
    void close() {
        source.close();
        result.close();
        dropped.close();
        late.close();
    }

    @Test
    void shouldGiveEveryDroppedRowOneReasonAndItsPlace() {
        row(100, 100, 1, "in time");
        row(100, null, 2, "no time");
        row(100, 161L, 3, "from the future");
        row(100, 39L, 4, "ancient");
        source.appendInvalid("{broken".getBytes(StandardCharsets.UTF_8), "not a row");
        row(100, 150L, 5, "in time, moves the watermark to 140");
        row(150, 145L, 6, "in a window that is still open");
        row(150, 99L, 7, "late: its window ended at 100");
        row(150, 141L, -8, "filtered");
        row(150, 141L, 9, "x".repeat(20_000));
        try (QueryInvoker query = writer().invoker()) {
            query.drain();
            QueryProgress progress = query.progress();
            assertEquals(10, progress.rowsRead());
            assertEquals(Map.of(DropReason.INVALID, 1L), progress.source().drops());
            assertEquals(
                    Map.of(DropReason.NULL_TIME, 1L, DropReason.FUTURE, 1L, DropReason.ANCIENT, 1L),
                    operator(progress, "watermark-1").drops());
            assertEquals(
                    Map.of(DropReason.FILTERED, 1L),
                    operator(progress, "filter-1").drops());
            assertEquals(
                    Map.of(DropReason.LATE, 1L, DropReason.TOO_LARGE, 1L),
                    operator(progress, "aggregate-1").drops());
            for (OperatorProgress operator : progress.operators()) {
                long drops = operator.drops().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                assertEquals(operator.rowsIn(), operator.rowsAccepted() + drops, operator.uid());
            }
        }
        assertEquals(
                List.of("NULL_TIME watermark-1 1", "FUTURE watermark-1 2", "ANCIENT watermark-1 3", "INVALID orders 4"),
                texts(dropped).subList(0, 4));
        assertEquals(List.of("LATE aggregate-1 7"), texts(late));
    }

    @Test
    void shouldKeepTheRowItsSchemaAndTheWatermark() {
        row(100, 150, 1, "moves the watermark to 140");
        row(100, 99, 7, "late");
        try (QueryInvoker query = writer().invoker()) {
            query.drain();
        }
        RowView record = late.read(0, new RowView());
        assertEquals(
                Instant.ofEpochSecond(140), record.getTimestamp(record.schema().index("watermark")));
        assertEquals(
                Instant.ofEpochSecond(100), record.getTimestamp(record.schema().index("ingest_time")));
        assertEquals(SCHEMA.toString(), record.getString(record.schema().index("row_schema")));
        BytesView bytes = record.getBytes(record.schema().index("row"), new BytesView());
        RowView row = new RowView().wrap(SCHEMA, bytes.address(), bytes.length());
        assertEquals(7, row.getLong(1));
        assertEquals("late", row.getString(2));
    }

    @Test
    void shouldNotLetAGuardedRowMoveTheWatermark() {
        row(100, 100, 1, "");
        row(100, 86_500, 2, "tomorrow");
        row(100, 101, 3, "");
        row(100, 102, 4, "");
        try (QueryInvoker query = writer().invoker()) {
            query.processAllAvailable();
            assertEquals(Instant.ofEpochSecond(92), query.progress().watermark());
            assertEquals(0, query.progress().dropped(DropReason.LATE));
        }
    }

    @Test
    void shouldCountARowWhoseWindowLeavesTheRangeOfTimesAsInvalid() {
        try (RowWriter row = new RowWriter()) {
            for (long nanos : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
                row.start(SCHEMA);
                row.setLong(0, nanos);
                source.append(row, 0);
            }
        }
        try (QueryInvoker query = Tidemark.stream("orders", source)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count())
                .writeStream()
                .queryName("q")
                .to(result)
                .invoker()) {
            query.drain();
            assertEquals(2, query.progress().dropped(DropReason.INVALID));
            assertEquals(0, result.size());
        }
    }

    private StreamWriter writer() {
        return Tidemark.stream("orders", source)
                .withWatermark(
                        "ts",
                        Duration.ofSeconds(10),
                        ClockGuard.maxFutureSkew(Duration.ofSeconds(60)).maxAge(Duration.ofSeconds(60)))
                .filter(col("id").gt(0L))
                .groupBy(window("ts", Duration.ofSeconds(20)))
                .agg(count(), max("note"))
                .writeStream()
                .queryName("q")
                .to(result)
                .dropped(DropReason.NULL_TIME, dropped)
                .dropped(DropReason.FUTURE, dropped)
                .dropped(DropReason.ANCIENT, dropped)
                .dropped(DropReason.INVALID, dropped)
                .dropped(DropReason.TOO_LARGE, dropped)
                .dropped(DropReason.LATE, late);
    }

    private void row(long ingestSeconds, long seconds, long id, String note) {
        row(ingestSeconds, Long.valueOf(seconds), id, note);
    }

    private void row(long ingestSeconds, Long seconds, long id, String note) {
        source.appendValuesAt(
                ingestSeconds * 1_000_000_000L, seconds == null ? null : Instant.ofEpochSecond(seconds), id, note);
    }

    private static OperatorProgress operator(QueryProgress progress, String uid) {
        return progress.operators().stream()
                .filter(operator -> operator.uid().equals(uid))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> texts(MemoryJournal journal) {
        return journal.rows().stream()
                .map(row -> row.get(0) + " " + row.get(1) + " " + row.get(3))
                .toList();
    }

    @Test
    void shouldSayThatAJournalIsForDroppedRowsWhenItHasOtherColumns() {
        late.openWriter(Schema.parse("a long")).close();
        TidemarkException refused = assertThrows(TidemarkException.class, () -> writer().invoker());
        assertEquals(ErrorCode.SCHEMA_MISMATCH, refused.code());
        String reason = refused.problems().get(0).reason();
        assertTrue(reason.startsWith("The journal for dropped rows, late, has other columns"), reason);
        assertTrue(
                refused.problems().get(0).wayOut().contains("Tidemark.droppedSchema(): " + Tidemark.droppedSchema()),
                refused.getMessage());
        assertEquals("reason", Tidemark.droppedSchema().field(0).name());
    }
}
