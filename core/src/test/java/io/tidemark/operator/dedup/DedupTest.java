package io.tidemark.operator.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.engine.DropRouter;
import io.tidemark.expr.Functions;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DedupTest {
    private static final Duration TEN = Duration.ofSeconds(10);

    private final MemoryJournal source =
            MemoryJournal.of("in", Schema.parse("ts timestamp, id string, price decimal(12,2), qty double"));
    private final MemoryJournal result = MemoryJournal.output("out");
    private final MemoryJournal duplicates = MemoryJournal.output("duplicates");
    private final MemoryJournal conflicts = MemoryJournal.output("conflicts");

    @AfterEach
    void close() {
        source.close();
        result.close();
        duplicates.close();
        conflicts.close();
    }

    @Test
    void shouldRouteCopiesAndConflictsToJournalsOfTheirOwn() {
        row(1, "x", "1.00", 0.0);
        row(2, "x", "1.00", -0.0);
        row(3, "x", "1.01", 0.0);
        row(4, "y", null, Double.NaN);
        row(5, "y", null, Double.NaN);
        row(6, "y", "0.00", Double.NaN);
        run(frame -> frame.dropDuplicates(Deduplicate.by("id").within(TEN).conflictsOn("price", "qty")))
                .close();
        assertEquals(List.of(1L, 4L), seconds(result));
        assertEquals(List.of(1L, 4L), positions(duplicates));
        assertEquals(List.of(2L, 5L), positions(conflicts));
    }

    @Test
    void shouldCompareAllOtherColumnsForConflicts() {
        row(1, "x", "1.00", 1.0);
        row(1, "x", "1.00", 1.0);
        row(2, "x", "1.00", 1.0);
        run(frame -> frame.dropDuplicates(Deduplicate.by("id").within(TEN).conflictsOnAllOthers()))
                .close();
        assertEquals(List.of(1L), positions(duplicates));
        assertEquals(List.of(2L), positions(conflicts));
    }

    @Test
    void shouldTakeNullsAsEqualAndNotANumberAndTheZerosToo() {
        row(1, null, "1.00", 0.0);
        row(1, null, "2.00", -0.0);
        row(1, null, "3.00", Double.NaN);
        row(1, null, "4.00", Double.longBitsToDouble(0x7ff8_0000_0000_0001L));
        row(1, "", "5.00", 0.0);
        run(frame -> frame.dropDuplicates("id", "qty", "ts")).close();
        assertEquals(
                List.of("1.00", "3.00", "5.00"),
                result.rows().stream().map(row -> row.get(2).toString()).toList());
    }

    @Test
    void shouldGiveTheRowAsItCame() {
        row(1, "a", "1.00", -0.0);
        run(frame -> frame.dropDuplicates()).close();
        assertEquals(
                List.of(Instant.ofEpochSecond(1), "a", new BigDecimal("1.00"), -0.0),
                result.rows().get(0));
    }

    @Test
    void shouldRememberAKeyUntilTheWatermarkIsPastItsFirstRowAndTheDelay() {
        row(0, "a", "1.00", 0.0);
        row(20, "x", "1.00", 0.0);
        row(10, "a", "2.00", 0.0);
        row(21, "x", "2.00", 0.0);
        row(11, "a", "3.00", 0.0);
        run(frame -> frame.dropDuplicatesWithinWatermark("id")).close();
        assertEquals(List.of(0L, 20L, 11L), seconds(result));
    }

    @Test
    void shouldBringOutTheGreatestVersionWhenItsKeyIsDue() {
        row(0, "a", "1.00", 0.0);
        row(1, "b", "9.00", 0.0);
        row(2, "a", "3.00", 0.0);
        row(3, "a", "2.00", 0.0);
        row(4, "b", "9.00", 1.0);
        row(5, "b", "9.00", 0.0);
        row(30, "z", "1.00", 0.0);
        try (QueryInvoker query = invoker(frame -> frame.dropDuplicates(
                Deduplicate.by("id").within(TEN).keep(Keep.greatest("price")).conflictsOn("qty")))) {
            query.processAllAvailable();
            assertEquals(List.of(2L, 1L), seconds(result));
            assertEquals(List.of(6L, 6L), List.of(result.cause(0), result.cause(1)));
            assertEquals(List.of(3L, 5L), positions(duplicates));
            assertEquals(List.of(4L), positions(conflicts));
            query.drain();
            assertEquals(List.of(2L, 1L, 30L), seconds(result));
        }
    }

    /** Rows that are due come out a few at a time; a key that begins anew before its turn brings out those before it. */
    @Test
    void shouldBringOutADueRowBeforeItsKeyBeginsAnew() {
        for (int i = 0; i < 100; i++) {
            row(i / 50, "k" + i, "1.00", 0.0);
        }
        row(100, "leap", "1.00", 0.0);
        row(101, "k99", "2.00", 0.0);
        run(frame -> frame.dropDuplicates(Deduplicate.by("id").within(TEN).keep(Keep.greatest("price"))))
                .close();
        List<String> ids =
                result.rows().stream().map(row -> row.get(1).toString()).toList();
        assertEquals(102, ids.size());
        for (int i = 0; i < 100; i++) {
            assertEquals("k" + i, ids.get(i));
        }
        assertEquals(List.of("leap", "k99"), ids.subList(100, 102));
    }

    @Test
    void shouldTakeTheEndOfAWindowAsEventTime() {
        row(1, "a", "1.00", 0.0);
        row(2, "b", "1.00", 0.0);
        row(12, "c", "1.00", 0.0);
        row(40, "d", "1.00", 0.0);
        run(frame -> frame.groupBy(Functions.window("ts", TEN), "id")
                        .agg(Functions.count().as("n"))
                        .dropDuplicates("window_end", "n"))
                .close();
        assertEquals(
                List.of("a", "c", "d"),
                result.rows().stream().map(row -> row.get(2)).toList());
    }

    private QueryInvoker run(Function<StreamFrame, StreamFrame> plan) {
        QueryInvoker query = invoker(plan);
        query.drain();
        return query;
    }

    private QueryInvoker invoker(Function<StreamFrame, StreamFrame> plan) {
        StreamWriter writer = plan.apply(Tidemark.stream("in", source).withWatermark("ts", TEN))
                .writeStream()
                .queryName("q");
        return writer.to(result)
                .dropped(DropReason.DUPLICATE, duplicates)
                .dropped(DropReason.CONFLICTING, conflicts)
                .invoker();
    }

    private void row(long seconds, String id, String price, double quantity) {
        source.appendValues(Instant.ofEpochSecond(seconds), id, price == null ? null : new BigDecimal(price), quantity);
    }

    private static List<Long> seconds(MemoryJournal journal) {
        return journal.rows().stream()
                .map(row -> ((Instant) row.get(0)).getEpochSecond())
                .toList();
    }

    private static List<Long> positions(MemoryJournal dropped) {
        List<Long> positions = new ArrayList<>();
        RowView view = new RowView();
        for (long i = 0; i < dropped.size(); i++) {
            dropped.read(i, view);
            assertEquals(
                    "deduplicate-1",
                    view.getBytes(DropRouter.SCHEMA.index("operator"), new BytesView())
                            .toString());
            positions.add(view.getLong(DropRouter.SCHEMA.index("position")));
        }
        return positions;
    }
}
