package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.engine.Pipeline;
import io.tidemark.engine.PipelineImage;
import io.tidemark.engine.QuerySpec;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralSourcesTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, v long");

    @TempDir
    private Path directory;

    private final MemoryJournal left = MemoryJournal.of("left", SCHEMA);
    private final MemoryJournal right = MemoryJournal.of("right", SCHEMA);
    private final MemoryJournal result = MemoryJournal.output("out");
    private final MemoryJournal order = MemoryJournal.output("order");
    private long nowNs;

    @AfterEach
    void close() {
        left.close();
        right.close();
        result.close();
        order.close();
    }

    @Test
    void shouldGoByTheSlowerInput() {
        try (QueryInvoker query = counts(TimeSettings.NATIVE).invoker()) {
            left.appendValues(at(5), 1L);
            left.appendValues(at(100), 1L);
            query.processAllAvailable();
            assertEquals(List.of(), result.rows());
            right.appendValues(at(7), 1L);
            right.appendValues(at(12), 1L);
            query.processAllAvailable();
            assertEquals(List.of(List.of(at(0), at(10), 2L)), result.rows());
        }
    }

    @Test
    void shouldGoByTheFasterInputWhereAskedTo() {
        try (QueryInvoker query =
                counts(TimeSettings.NATIVE.with(TimeSettings.Merge.MAX)).invoker()) {
            left.appendValues(at(5), 1L);
            left.appendValues(at(100), 1L);
            right.appendValues(at(7), 1L);
            query.processAllAvailable();
            assertEquals(List.of(List.of(at(0), at(10), 1L)), result.rows());
            assertEquals(1, query.progress().dropped(DropReason.LATE));
        }
    }

    /** A source that is silent holds nobody back once the declared time is over, and only while it has nothing to read. */
    @Test
    void shouldGoOnWithoutAnIdleInput() {
        try (QueryInvoker query = counts(TimeSettings.NATIVE)
                .idleAfter(Duration.ofSeconds(3))
                .clock(() -> nowNs)
                .order(order)
                .invoker()) {
            right.appendValues(at(1), 1L);
            left.appendValues(at(5), 1L);
            left.appendValues(at(30), 1L);
            query.processAllAvailable();
            nowNs += 2_000_000_000L;
            query.processAllAvailable();
            assertEquals(List.of(), result.rows());
            nowNs += 1_000_000_000L;
            left.appendValues(at(31), 1L);
            query.processAllAvailable();
            assertEquals(List.of(List.of(at(0), at(10), 2L)), result.rows());
            right.appendValues(at(2), 1L);
            right.appendValues(at(55), 1L);
            left.appendValues(at(45), 1L);
            query.processAllAvailable();
            assertEquals(1, query.progress().dropped(DropReason.LATE));
            assertEquals(List.of(at(30), at(40), 2L), result.rows().get(1));
            assertEquals(2, result.size());
        }
        List<List<Object>> before = result.rows();
        try (MemoryJournal again = MemoryJournal.output("out");
                QueryInvoker query = counts(TimeSettings.NATIVE)
                        .idleAfter(Duration.ofSeconds(3))
                        .clock(() -> nowNs)
                        .order(order)
                        .to(again)
                        .invoker()) {
            query.processAllAvailable();
            assertEquals(before, again.rows());
            assertEquals(1, query.progress().dropped(DropReason.LATE));
        }
    }

    /** What comes out is the same after a restart although the rows lie ready in another order. */
    @Test
    void shouldReadInTheRecordedOrderAgain() {
        try (QueryInvoker query = both().directory(directory).order(order).invoker()) {
            for (long i = 0; i < 20; i++) {
                (i % 3 == 0 ? left : right).appendValues(at(i), i);
                query.processAllAvailable();
            }
        }
        List<Long> expected = new ArrayList<>();
        for (long i = 0; i < 20; i++) {
            expected.add(i);
        }
        assertEquals(expected, result.rows().stream().map(row -> row.get(1)).toList());
        MemoryJournal again = MemoryJournal.output("out");
        try (QueryInvoker query =
                both().directory(directory).order(order).startOver().to(again).invoker()) {
            left.appendValues(at(20), 20L);
            query.processAllAvailable();
        }
        expected.add(20L);
        assertEquals(expected, again.rows().stream().map(row -> row.get(1)).toList());
        again.close();
    }

    /** Without its order journal a restart would read the sources in another order and take other rows for those that are there. */
    @Test
    void shouldRefuseAnOrderJournalThatDoesNotAccountForTheOutput() {
        left.appendValues(at(1), 1L);
        right.appendValues(at(2), 2L);
        try (QueryInvoker query = both().directory(directory).order(order).invoker()) {
            query.processAllAvailable();
        }
        List<List<Object>> before = result.rows();
        left.appendValues(at(3), 3L);
        try (MemoryJournal lost = MemoryJournal.output("order");
                QueryInvoker query =
                        both().directory(directory).order(lost).startOver().invoker()) {
            TidemarkException error = assertThrows(TidemarkException.class, query::processAllAvailable);
            assertEquals(ErrorCode.OUTPUT_DIVERGED, ((TidemarkException) error.getCause()).code());
        }
        assertEquals(before, result.rows());
        try (QueryInvoker query = both().directory(directory).order(order).invoker()) {
            query.processAllAvailable();
        }
        assertEquals(3, result.size());
    }

    /** A record that cannot be decoded stands between the last row and a cut; both are recorded, and the restart finds its way. */
    @Test
    void shouldRepeatACutThatFollowsARecordThatCannotBeDecoded() {
        MemoryJournal invalid = MemoryJournal.output("invalid");
        for (int run = 0; run < 2; run++) {
            try (QueryInvoker query = both().directory(directory)
                    .order(order)
                    .dropped(DropReason.INVALID, invalid)
                    .invoker()) {
                if (run == 0) {
                    left.appendValues(at(1), 1L);
                    query.processAllAvailable();
                    left.appendInvalid(new byte[] {1}, "not a row");
                    query.processAllAvailable();
                    query.cut();
                    right.appendValues(at(2), 2L);
                }
                query.processAllAvailable();
                assertEquals(1, query.progress().dropped(DropReason.INVALID));
            }
        }
        assertEquals(1, invalid.size());
        assertEquals(
                List.of(1L, 2L), result.rows().stream().map(row -> row.get(1)).toList());
        invalid.close();
    }

    /** A copy can be taken back in the pipeline that made it, although the order went on since. */
    @Test
    void shouldGoBackToACopyInTheSamePipeline() {
        QuerySpec spec = both().order(order).build();
        try (Pipeline pipeline = new Pipeline(spec, new QueryCounters("both", 8), false)) {
            left.appendValues(at(1), 1L);
            right.appendValues(at(2), 2L);
            pipeline.poll(10);
            PipelineImage image = pipeline.copy();
            right.appendValues(at(3), 3L);
            pipeline.poll(10);
            left.appendValues(at(4), 4L);
            pipeline.poll(10);
            long recorded = order.size();
            pipeline.restore(image);
            while (pipeline.poll(10) > 0) {
                // Reads what is recorded.
            }
            assertEquals(recorded, order.size());
        }
        assertEquals(
                List.of(1L, 2L, 3L, 4L),
                result.rows().stream().map(row -> row.get(1)).toList());
    }

    @Test
    void shouldNameTheSourceOfEachRow() {
        left.appendValues(at(1), 1L);
        right.appendValues(at(2), 2L);
        try (QueryInvoker query = both().invoker()) {
            query.processAllAvailable();
            assertEquals(List.of(0L, 0L), query.progress().sourcePositions());
            assertEquals(2, query.progress().rowsRead());
        }
        assertEquals(0, result.causeSource(0));
        assertEquals(1, result.causeSource(1));
    }

    /** Without alignment the first input would be read to its end before the second one begins. */
    @Test
    void shouldHoldBackASourceThatRunsAhead() {
        for (long i = 0; i < 50; i++) {
            left.appendValues(at(i), 0L);
        }
        for (long i = 0; i < 50; i++) {
            right.appendValues(at(i), 1L);
        }
        try (QueryInvoker query =
                both().pollLimit(1).maxDrift(Duration.ofSeconds(4)).invoker()) {
            right.appendValues(at(50), 1L);
            query.processAllAvailable();
        }
        long leftTime = 0;
        long rightTime = 0;
        for (List<Object> row : result.rows()) {
            long seconds = ((Instant) row.get(0)).getEpochSecond();
            leftTime = row.get(1).equals(0L) ? seconds : leftTime;
            rightTime = row.get(1).equals(1L) ? seconds : rightTime;
            assertTrue(Math.abs(leftTime - rightTime) <= 5, leftTime + " and " + rightTime);
        }
        assertEquals(101, result.size());
    }

    @Test
    void shouldReadAJournalOnceThatIsNamedTwice() {
        StreamFrame once = Tidemark.stream("left", left);
        StreamFrame twice = Tidemark.stream("left", left);
        left.appendValues(at(1), 1L);
        left.appendValues(at(2), 2L);
        try (QueryInvoker query = once.union(twice.filter(col("v").gt(1L)))
                .writeStream()
                .queryName("twice")
                .to(result)
                .invoker()) {
            query.processAllAvailable();
            assertEquals(2, query.progress().rowsRead());
        }
        assertEquals(
                List.of(1L, 2L, 2L),
                result.rows().stream().map(row -> row.get(1)).toList());
    }

    @Test
    void shouldRefuseAnOrderThatARestartCouldNotRepeat() {
        TidemarkException error = assertThrows(
                TidemarkException.class, () -> both().directory(directory).invoker());
        assertEquals(ErrorCode.QUERY_INCOMPLETE, error.code());
    }

    @Test
    void shouldRefuseColumnsThatDiffer() {
        MemoryJournal other = MemoryJournal.of("other", Schema.parse("ts timestamp, v double"));
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> Tidemark.stream("left", left)
                        .union(Tidemark.stream("other", other))
                        .schema());
        assertEquals(ErrorCode.TYPE_MISMATCH, error.code());
        assertEquals("v", error.problems().get(0).column());
        other.close();
    }

    private StreamWriter counts(TimeSettings time) {
        return Tidemark.stream("left", left)
                .withWatermark("ts", Duration.ZERO)
                .union(Tidemark.stream("right", right).withWatermark("ts", Duration.ZERO))
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count())
                .writeStream()
                .queryName("counts")
                .time(time)
                .to(result);
    }

    private StreamWriter both() {
        return Tidemark.stream("left", left)
                .withWatermark("ts", Duration.ZERO)
                .union(Tidemark.stream("right", right).withWatermark("ts", Duration.ZERO))
                .writeStream()
                .queryName("both")
                .to(result);
    }

    private static Instant at(long seconds) {
        return Instant.ofEpochSecond(seconds);
    }
}
