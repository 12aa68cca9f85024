package io.tidemark.operator.session;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.least;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.nullOf;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.span;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.Trigger;
import io.tidemark.expr.Window;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.session.ReferenceSessions.Row;
import io.tidemark.row.DataType;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Random input with disorder, equal and negative times, nulls, and gaps of each row's own against {@link ReferenceSessions}. A failure names
 * the seed of the case and the fewest rows from the start that still fail.
 */
class SessionReferenceTest {
    private static final long SEED = 20_261_130;
    private static final int CASES = 150;
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, g long, v long, t string");
    private static final String[] TEXTS = {
        "", "a", "Zebra", "\u00e4\u00f6", "\ud83d\ude00", "\uffee", "a long text, much longer"
    };
    private static final long LONGEST = 9;

    /** How gaps are given. */
    private enum Gaps {
        CONSTANT,
        BOUNDED,
        COLUMN
    }

    /** One random case; the rows follow from the seed. */
    private record Case(long seed, Gaps gaps, long delay, int keys, int disorder, int pollLimit) {
        static Case of(long seed) {
            Random random = new Random(seed);
            return new Case(
                    seed,
                    Gaps.values()[random.nextInt(3)],
                    random.nextInt(3) * random.nextInt(20),
                    1 + random.nextInt(4),
                    1 + random.nextInt(60),
                    1 + random.nextInt(40));
        }

        List<Row> rows() {
            Random random = new Random(seed);
            int count = 20 + random.nextInt(150);
            int sparse = 1 + random.nextInt(8);
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Long time = random.nextInt(30) == 0
                        ? null
                        : Long.valueOf((long) i * sparse / 2 - 100 - random.nextInt(disorder));
                int key = random.nextInt(keys + 1);
                String text = random.nextInt(5) == 0
                        ? null
                        : TEXTS[random.nextInt(TEXTS.length)].repeat(1 + random.nextInt(3));
                rows.add(new Row(
                        i,
                        time,
                        key == keys ? null : "key" + "x".repeat(key * 5),
                        gap(random),
                        random.nextInt(5) == 0 ? null : Long.valueOf(random.nextInt(200) - 100),
                        text));
            }
            return rows;
        }

        private Long gap(Random random) {
            if (gaps == Gaps.CONSTANT) {
                return 4L;
            }
            int choice = random.nextInt(20);
            // With nulls, zeros and negative ones.
            return choice == 0 ? null : Long.valueOf(choice == 1 ? -3 : random.nextInt((int) LONGEST + 1));
        }

        ReferenceSessions reference(boolean closedAtEnd) {
            return new ReferenceSessions(
                    delay, gaps == Gaps.CONSTANT ? 4 : gaps == Gaps.BOUNDED ? LONGEST : 0, closedAtEnd);
        }

        Window window() {
            return switch (gaps) {
                case CONSTANT -> session("ts", Duration.ofSeconds(4));
                case BOUNDED ->
                    // A null stays null, since least takes no notice of it.
                    session(
                            "ts",
                            when(
                                    col("g").isNull(),
                                    nullOf(DataType.LONG),
                                    least(col("g"), span(Duration.ofSeconds(LONGEST)))));
                case COLUMN -> session("ts", col("g"));
            };
        }

        StreamWriter query(MemoryJournal source) {
            return Tidemark.stream("in", source)
                    .withWatermark("ts", Duration.ofSeconds(delay))
                    .groupBy(window(), "k")
                    .unboundedState("the input ends")
                    .agg(count(), sum("v"), first("t"), last("t"), max("t"))
                    .writeStream()
                    .queryName("sessions")
                    // Classes of their own take longer to make than the rows of a case; the contract of operators runs
                    // with them.
                    .pinned(false)
                    .pollLimit(pollLimit);
        }
    }

    @Test
    void shouldBringOutCompleteSessionsInTheirOrder() {
        check((one, rows) -> {
            ReferenceSessions reference = one.reference(false);
            try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                    MemoryJournal result = MemoryJournal.output("out");
                    QueryInvoker query = one.query(source).to(result).invoker()) {
                Random random = new Random(one.seed);
                for (Row row : rows) {
                    append(source, row);
                    reference.add(row);
                    reference.advance(row.position());
                    if (random.nextInt(20) == 0) {
                        query.processAllAvailable();
                    }
                }
                query.drain();
                reference.drain(rows.size() - 1L);
                assertEquals(reference.rows(), result.rows());
                List<Long> causes = new ArrayList<>();
                for (long i = 0; i < result.size(); i++) {
                    causes.add(result.cause(i));
                }
                assertEquals(reference.causes(), causes);
                assertEquals(reference.late(), query.progress().dropped(DropReason.LATE));
                assertEquals(reference.invalidGaps(), query.progress().dropped(DropReason.INVALID_GAP));
                assertEquals(0, query.progress().stateRows(), "state must be empty after a drain");
            }
        });
    }

    @Test
    void shouldMoveTheWatermarkBetweenBatches() {
        TimeSettings time =
                TimeSettings.NATIVE.with(TimeSettings.Advance.PER_BATCH).with(TimeSettings.Equality.SPARK);
        check((one, rows) -> {
            ReferenceSessions reference = one.reference(true);
            try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                    MemoryJournal result = MemoryJournal.output("out");
                    QueryInvoker query = one.query(source)
                            .time(time)
                            .trigger(Trigger.manual())
                            .to(result)
                            .invoker()) {
                Random random = new Random(one.seed);
                for (Row row : rows) {
                    append(source, row);
                    reference.add(row);
                    if (random.nextInt(12) == 0) {
                        query.processAllAvailable();
                        query.cut();
                        reference.cut();
                        while (random.nextBoolean() && query.cutDue()) {
                            assertTrue(reference.cutDue());
                            query.cut();
                            reference.cut();
                        }
                        assertEquals(reference.rows(), result.rows());
                    }
                }
                query.drain();
                reference.cut();
                reference.drain(0);
                assertEquals(reference.rows(), result.rows());
                assertEquals(reference.late(), query.progress().dropped(DropReason.LATE));
                assertEquals(0, query.progress().stateRows(), "state must be empty after a drain");
            }
        });
    }

    @Test
    void shouldBringOutEachChange() {
        check((one, rows) -> {
            ReferenceSessions reference = one.reference(false);
            try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                    MemoryJournal result = MemoryJournal.output("out");
                    QueryInvoker query = one.query(source)
                            .outputMode(OutputMode.UPDATE)
                            .to(result)
                            .invoker()) {
                for (Row row : rows) {
                    append(source, row);
                    reference.add(row);
                    reference.advance(row.position());
                }
                query.drain();
                List<String> changes = new ArrayList<>();
                List<List<Object>> out = result.rows();
                for (int i = 0; i < out.size(); i++) {
                    changes.add(result.kind(i) + " " + out.get(i));
                }
                assertEquals(reference.changes(), changes);
                assertEquals(reference.late(), query.progress().dropped(DropReason.LATE));
                assertEquals(0, query.progress().stateRows(), "state must be empty after a drain");
            }
        });
    }

    @Test
    void shouldBringOutChangesAtCutsThatMakeTheWholeResult() {
        check((one, rows) -> {
            ReferenceSessions reference = one.reference(false);
            List<List<Object>> view = new ArrayList<>();
            try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                    MemoryJournal result = MemoryJournal.output("out");
                    QueryInvoker query = one.query(source)
                            .outputMode(OutputMode.UPDATE)
                            .conflated()
                            .trigger(Trigger.manual())
                            .to(result)
                            .invoker()) {
                Random random = new Random(one.seed);
                int applied = 0;
                for (Row row : rows) {
                    append(source, row);
                    reference.add(row);
                    reference.advance(row.position());
                    if (random.nextInt(9) == 0) {
                        query.processAllAvailable();
                        query.cut();
                        applied = apply(result, applied, view);
                        assertSame(reference.all(), view);
                        query.cut();
                        assertEquals(applied, result.size(), "a cut without rows");
                    }
                }
                query.drain();
                reference.drain(0);
                apply(result, applied, view);
                assertSame(reference.all(), view);
                assertEquals(0, query.progress().stateRows(), "state must be empty after a drain");
            }
        });
    }

    @Test
    void shouldBringOutEverythingAtCuts() {
        check((one, rows) -> {
            ReferenceSessions reference = one.reference(false);
            try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                    MemoryJournal result = MemoryJournal.output("out");
                    QueryInvoker query = one.query(source)
                            .outputMode(OutputMode.COMPLETE)
                            .trigger(Trigger.manual())
                            .to(result)
                            .invoker()) {
                Random random = new Random(one.seed);
                for (Row row : rows) {
                    append(source, row);
                    reference.add(row);
                    if (random.nextInt(20) == 0) {
                        query.processAllAvailable();
                        long before = result.size();
                        query.cut();
                        assertEquals(reference.inOrder(), result.rows().subList((int) before, (int) result.size()));
                    }
                }
                query.processAllAvailable();
                assertEquals(0, query.progress().dropped(DropReason.LATE));
            }
        });
    }

    /** Whatever comes in: sessions of a key that came out never touch. */
    @Test
    void shouldNeverBringOutSessionsThatTouch() {
        check((one, rows) -> {
            if (one.gaps == Gaps.COLUMN) {
                return;
            }
            List<List<Object>> out = run(one, rows);
            for (List<Object> left : out) {
                for (List<Object> right : out) {
                    boolean apart = left == right
                            || !Objects.equals(left.get(2), right.get(2))
                            || ((Instant) left.get(1)).isBefore((Instant) right.get(0))
                            || ((Instant) right.get(1)).isBefore((Instant) left.get(0));
                    assertTrue(apart, left + " and " + right);
                }
            }
        });
    }

    /** Without late rows the result does not depend on the order of rows. */
    @Test
    void shouldNotDependOnTheOrderOfRowsInTime() {
        check((one, rows) -> {
            Case patient = new Case(one.seed, one.gaps, 1_000, one.keys, one.disorder, one.pollLimit);
            List<Row> shuffled = new ArrayList<>(rows);
            Collections.shuffle(shuffled, new Random(one.seed));
            List<List<Object>> inOrder = new ArrayList<>();
            // The texts of equal times go by position, so they are left out.
            run(patient, rows).forEach(row -> inOrder.add(row.subList(0, 5)));
            List<List<Object>> other = new ArrayList<>();
            run(patient, shuffled).forEach(row -> other.add(row.subList(0, 5)));
            assertSame(inOrder, other);
        });
    }

    private static List<List<Object>> run(Case one, List<Row> rows) {
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                MemoryJournal result = MemoryJournal.output("out");
                QueryInvoker query = one.query(source).to(result).invoker()) {
            rows.forEach(row -> append(source, row));
            query.drain();
            return result.rows();
        }
    }

    /** Does to a result what the changes say; takes back only what is there. */
    private static int apply(MemoryJournal result, int from, List<List<Object>> view) {
        List<List<Object>> rows = result.rows();
        for (int i = from; i < rows.size(); i++) {
            RowKind kind = result.kind(i);
            if (kind == RowKind.INSERT || kind == RowKind.UPDATE_AFTER) {
                view.add(rows.get(i));
            } else {
                assertTrue(view.remove(rows.get(i)), "row " + i + " takes back what is not there: " + rows.get(i));
            }
        }
        return rows.size();
    }

    private static void assertSame(List<List<Object>> expected, List<List<Object>> rows) {
        assertEquals(
                expected.stream().map(Objects::toString).sorted().toList(),
                rows.stream().map(Objects::toString).sorted().toList());
    }

    private static void append(MemoryJournal source, Row row) {
        source.appendValues(
                row.time() == null ? null : Instant.ofEpochSecond(row.time()),
                row.key(),
                row.gap() == null ? null : (Object) (row.gap() * 1_000_000_000L),
                row.value(),
                row.text());
    }

    private static void check(BiConsumer<Case, List<Row>> property) {
        Random seeds = new Random(SEED);
        for (int i = 0; i < CASES; i++) {
            Case one = Case.of(seeds.nextLong());
            List<Row> rows = one.rows();
            AssertionError failure = failure(property, one, rows);
            if (failure != null) {
                int fewest = rows.size();
                while (fewest > 1 && failure(property, one, rows.subList(0, fewest - 1)) != null) {
                    fewest--;
                }
                List<Row> least = rows.subList(0, fewest);
                throw new AssertionError(
                        one + ", the first " + fewest + " rows: " + least, failure(property, one, least));
            }
        }
    }

    private static AssertionError failure(BiConsumer<Case, List<Row>> property, Case one, List<Row> rows) {
        try {
            property.accept(one, rows);
            return null;
        } catch (AssertionError e) {
            return e;
        } catch (RuntimeException e) {
            return new AssertionError(e);
        }
    }
}
