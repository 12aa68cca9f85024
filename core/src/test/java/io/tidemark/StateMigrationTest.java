package io.tidemark;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.collect_list;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.count_distinct;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.dedup.Keep;
import io.tidemark.plan.RestartPlan;
import io.tidemark.plan.RestartVerdict;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** State goes over into a changed plan: what was there counts on, what is new counts from the change on. */
class StateMigrationTest {
    private static final String COLUMNS = "ts timestamp, k string, a long, t string, i int, p decimal(10,2)";
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final QuerySettings APPEND = QuerySettings.defaults();

    private final List<MemoryJournal> journals = new ArrayList<>();

    @AfterEach
    void close() {
        journals.forEach(MemoryJournal::close);
    }

    private MemoryJournal journal(String columns, Object[]... rows) {
        MemoryJournal journal = MemoryJournal.of("in", Schema.parse(columns));
        for (Object[] row : rows) {
            journal.appendValues(row);
        }
        journals.add(journal);
        return journal;
    }

    private static Object[] row(int second, String key, Object... values) {
        Object[] row = new Object[values.length + 2];
        row[0] = Instant.ofEpochSecond(second);
        row[1] = key;
        System.arraycopy(values, 0, row, 2, values.length);
        return row;
    }

    private static Object[] trade(int second, String key, long a, String text) {
        return row(second, key, a, text, (int) a, new BigDecimal(a + ".50"));
    }

    private static StreamFrame stream(MemoryJournal journal) {
        return Tidemark.stream("in", journal).withWatermark("ts", MINUTE);
    }

    private static StreamFrame bars(MemoryJournal journal, Aggregate... aggregates) {
        return stream(journal)
                .groupBy(window("ts", MINUTE).as("w"), "k")
                .agg(aggregates)
                .uid("bars")
                .select(Arrays.stream(aggregates)
                        .map(one -> col(one.outputName()))
                        .toArray(Column[]::new));
    }

    /** Runs a plan over the first rows and another one over the others; gives what each of them brought out. */
    private List<List<String>> run(
            StreamFrame before, StreamFrame now, QuerySettings settings, MemoryJournal first, MemoryJournal second) {
        try (PlanRun old = new PlanRun(before, settings);
                PlanRun run = new PlanRun(now, settings)) {
            old.read(0, first);
            RestartPlan restart = run.takeOver(old);
            assertNotEquals(RestartVerdict.INCOMPATIBLE, restart.verdict(), restart.toString());
            List<String> oldRows = old.rows();
            run.read(0, second);
            run.drain();
            return List.of(oldRows, run.rows());
        }
    }

    @Test
    void shouldKeepOldAggregatesAndStartNewOnesWithTheChange() {
        MemoryJournal first = journal(COLUMNS, trade(0, "x", 5, "b"), trade(1, "y", 7, "c"), trade(90, "x", 1, "z"));
        MemoryJournal second = journal(COLUMNS, trade(2, "x", 10, "a"), trade(91, "x", 2, "q"), trade(3, "z", 4, "d"));
        List<List<String>> rows = run(
                bars(first, sum("a").as("total"), max("i").as("top")),
                bars(second, count().as("n"), sum("a").as("total"), min("a").as("least"), max("i").as("top")),
                APPEND,
                first,
                second);
        assertEquals(List.of(), rows.get(0));
        assertEquals(
                List.of(
                        "INSERT [1, 15, 10, 10]",
                        "INSERT [0, 7, null, 7]",
                        "INSERT [1, 4, 4, 4]",
                        "INSERT [1, 3, 2, 2]"),
                rows.get(1));
    }

    @Test
    void shouldDropAnAggregate() {
        MemoryJournal first = journal(COLUMNS, trade(0, "x", 5, "b"), trade(1, "x", 7, "c"));
        MemoryJournal second = journal(COLUMNS, trade(2, "x", 10, "a"));
        List<List<String>> rows = run(
                bars(first, sum("a").as("total"), max("t").as("text"), avg("a").as("mean")),
                bars(second, avg("a").as("mean")),
                APPEND,
                first,
                second);
        assertEquals(List.of("INSERT [" + 22 / 3.0 + "]"), rows.get(1));
    }

    @Test
    void shouldTakeTextsAndSetsAlong() {
        MemoryJournal first = journal(
                COLUMNS,
                trade(0, "x", 5, "a text that is longer than what fits sixteen bytes"),
                trade(1, "x", 7, "zebra"),
                trade(2, "y", 9, "only"));
        MemoryJournal second = journal(COLUMNS, trade(3, "x", 7, "middle"), trade(4, "x", 8, "zebra"));
        Aggregate[] kept = {
            min("t").as("least"),
            max("t").as("most"),
            count_distinct(col("t")).as("texts"),
            collect_list(col("a"), 10).as("all"),
            first("t").as("opening"),
            last("t").as("closing")
        };
        Aggregate[] more = {kept[0], sum("a").as("total"), kept[1], kept[2], kept[3], kept[4], kept[5]};
        List<List<String>> rows = run(bars(first, kept), bars(second, more), APPEND, first, second);
        assertEquals(
                List.of(
                        "INSERT [a text that is longer than what fits sixteen bytes, 15, zebra, 3, [5,7,7,8],"
                                + " a text that is longer than what fits sixteen bytes, zebra]",
                        "INSERT [only, null, only, 1, [9], only, only]"),
                rows.get(1));
    }

    @Test
    void shouldWidenTypes() {
        MemoryJournal first = journal(COLUMNS, trade(0, "x", -5, "b"), trade(1, "x", 7, "c"));
        String wide = COLUMNS.replace("i int", "i long").replace("(10,2)", "(30,2)");
        BigDecimal huge = new BigDecimal("9000000000000000000000.25");
        MemoryJournal second = journal(wide, row(2, "x", 1L, "d", 1L << 40, huge));
        Aggregate[] all = {
            sum("i").as("total"),
            min("i").as("least"),
            min("p").as("low"),
            max("p").as("high"),
            first("p").as("opening"),
            avg("i").as("mean")
        };
        List<List<String>> rows = run(bars(first, all), bars(second, all), APPEND, first, second);
        assertEquals(
                List.of("INSERT [" + ((1L << 40) + 2) + ", -5, -5.50, " + huge + ", -5.50, " + ((1L << 40) + 2) / 3.0
                        + "]"),
                rows.get(1));
    }

    /** A sum of what cannot be null does not note that it saw a value; one of what can be null does. */
    @Test
    void shouldKeepSumsWhoseArgumentBecomesNullable() {
        String strict = COLUMNS.replace("a long", "a long not null");
        MemoryJournal first = journal(strict, trade(0, "x", 5, "b"), trade(1, "y", 6, "b"));
        MemoryJournal second = journal(COLUMNS, trade(2, "x", 1, "d"), row(3, "z", null, "e", 1, BigDecimal.ONE));
        Aggregate[] all = {sum("a").as("total"), count("a").as("n"), avg("a").as("mean")};
        List<List<String>> rows = run(bars(first, all), bars(second, all), APPEND, first, second);
        assertEquals(List.of("INSERT [6, 2, 3.0]", "INSERT [6, 1, 6.0]", "INSERT [null, 0, null]"), rows.get(1));
    }

    @Test
    void shouldTakePanesOfSlidingWindowsAlong() {
        MemoryJournal first = journal(COLUMNS, trade(0, "x", 1, "b"), trade(61, "x", 2, "c"), trade(130, "x", 4, "c"));
        MemoryJournal second = journal(COLUMNS, trade(62, "x", 8, "d"), trade(190, "x", 16, "e"));
        Aggregate total = sum("a").as("total");
        Aggregate n = count().as("n");
        Duration two = Duration.ofMinutes(2);
        List<List<String>> rows = run(
                stream(first)
                        .groupBy(sliding("ts", two, MINUTE).as("w"), "k")
                        .agg(total)
                        .uid("bars")
                        .select("total"),
                stream(second)
                        .groupBy(sliding("ts", two, MINUTE).as("w"), "k")
                        .agg(total, n)
                        .uid("bars")
                        .select("total", "n"),
                APPEND,
                first,
                second);
        // At 2m10s the window that ends at one minute was complete. The others: [0,2), [1,3), [2,4), [3,5) minutes.
        assertEquals(List.of("INSERT [1]"), rows.get(0));
        assertEquals(List.of("INSERT [11, 1]", "INSERT [14, 1]", "INSERT [20, 1]", "INSERT [16, 1]"), rows.get(1));
    }

    /** A complete window that is half out keeps its cursor: the rest comes out of the new plan. */
    @Test
    void shouldGoOnInTheMiddleOfAWindow() {
        int keys = 50;
        MemoryJournal first = journal(COLUMNS);
        for (int i = 0; i < keys; i++) {
            first.appendValues(trade(i % 60, "k" + i, i, "t"));
        }
        first.appendValues(trade(121, "clock", 0, "t"));
        MemoryJournal second = journal(COLUMNS);
        StreamFrame before = keyed(first, sum("a").as("total"));
        StreamFrame now = keyed(second, count().as("n"), sum("a").as("total"));
        try (PlanRun old = new PlanRun(before, APPEND);
                PlanRun run = new PlanRun(now, APPEND)) {
            old.read(0, first);
            run.takeOverAsItStands(old);
            List<String> out = old.rows();
            run.drain();
            List<String> rest = run.rows();
            int done = out.size();
            assertTrue(done > 0 && done < keys, "came out of the old plan: " + done);
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < keys; i++) {
                expected.add("INSERT [k" + i + (i < done ? "" : ", 0") + ", " + i + "]");
            }
            expected.add("INSERT [clock, 0, 0]");
            List<String> all = new ArrayList<>(out);
            all.addAll(rest);
            assertEquals(expected, all);
        }
    }

    private static StreamFrame keyed(MemoryJournal journal, Aggregate... aggregates) {
        StreamFrame bars = stream(journal)
                .groupBy(window("ts", MINUTE).as("w"), "k")
                .agg(aggregates)
                .uid("bars");
        List<Column> columns = new ArrayList<>(List.of(col("k")));
        Arrays.stream(aggregates).forEach(one -> columns.add(col(one.outputName())));
        return bars.select(columns.toArray(Column[]::new));
    }

    @Test
    void shouldTakeGroupsAlongThatWaitForACut() {
        QuerySettings settings =
                APPEND.withMode(OutputMode.UPDATE).withConflated(true).withChangelog(true);
        MemoryJournal first = journal(COLUMNS, trade(0, "x", 1, "b"));
        MemoryJournal second = journal(COLUMNS, trade(1, "x", 2, "c"), trade(2, "y", 3, "c"));
        MemoryJournal third = journal(COLUMNS, trade(3, "x", 4, "c"));
        try (PlanRun old = new PlanRun(bars(first, sum("a").as("total")), settings);
                PlanRun run = new PlanRun(
                        stream(third)
                                .filter(col("a").gt(0L))
                                .groupBy(window("ts", MINUTE).as("w"), "k")
                                .agg(sum("a").as("total"))
                                .uid("bars")
                                .select("total"),
                        settings)) {
            old.read(0, first);
            old.cut();
            old.read(0, second);
            assertEquals(List.of("INSERT [1]"), old.rows());
            assertEquals(RestartVerdict.COMPATIBLE, run.takeOver(old).verdict());
            run.read(0, third);
            run.cut();
            assertEquals(List.of("UPDATE_BEFORE [1]", "UPDATE_AFTER [7]", "INSERT [3]"), run.rows());
        }
    }

    /** Keys keep the time until which they are remembered, and are forgotten by it. */
    @Test
    void shouldTakeKeysOfADeduplicationAlong() {
        MemoryJournal first = journal(COLUMNS, trade(0, "x", 1, "b"), trade(30, "y", 2, "b"));
        MemoryJournal second = journal(
                COLUMNS,
                trade(40, "x", 3, "b"),
                trade(200, "clock", 4, "b"),
                trade(201, "x", 5, "b"),
                trade(202, "y", 6, "b"),
                trade(203, "clock", 7, "b"));
        Deduplicate once = Deduplicate.by("k").within(MINUTE);
        Deduplicate longer = Deduplicate.by("k").within(Duration.ofMinutes(3));
        List<List<String>> rows = run(
                stream(first).dropDuplicates(once).uid("seen").select("k", "a"),
                stream(second).dropDuplicates(longer).uid("seen").select("k", "a"),
                APPEND,
                first,
                second);
        assertEquals(List.of("INSERT [x, 1]", "INSERT [y, 2]"), rows.get(0));
        // W is 2m20s when x and y come again: past 0s + 1m and 30s + 1m.
        assertEquals(List.of("INSERT [clock, 4]", "INSERT [x, 5]", "INSERT [y, 6]"), rows.get(1));
    }

    /** What is kept of a row lies in blocks, to which two indexes lead. */
    @Test
    void shouldTakeRowsOfADeduplicationAlong() {
        MemoryJournal first = journal(
                COLUMNS, trade(10, "x", 1, "one"), trade(11, "y", 2, "two"), trade(12, "x", 3, "a better one of x"));
        MemoryJournal second = journal(COLUMNS, trade(13, "y", 1, "worse"), trade(14, "y", 9, "best"));
        Deduplicate best = Deduplicate.by("k").within(MINUTE).keep(Keep.greatest("a"));
        List<List<String>> rows = run(
                stream(first).dropDuplicates(best).uid("best").select("k", "a", "t"),
                stream(second)
                        .filter(col("a").gt(0L))
                        .dropDuplicates(best)
                        .uid("best")
                        .select("k", "a", "t"),
                APPEND,
                first,
                second);
        assertEquals(List.of(), rows.get(0));
        assertEquals(List.of("INSERT [x, 3, a better one of x]", "INSERT [y, 9, best]"), rows.get(1));
        Deduplicate conflicts = Deduplicate.by("k").within(MINUTE).conflictsOn("t");
        rows = run(
                stream(first).dropDuplicates(conflicts).uid("seen").select("k", "t"),
                stream(second)
                        .filter(col("a").gt(0L))
                        .dropDuplicates(conflicts)
                        .uid("seen")
                        .select("k", "t"),
                APPEND,
                first,
                second);
        assertEquals(List.of("INSERT [x, one]", "INSERT [y, two]"), rows.get(0));
        assertEquals(List.of(), rows.get(1));
    }

    /** Rows of a join refer to one another: only a backend can take them over as they are. */
    @Test
    void shouldRefuseToMoveWhatRefersToOtherState() {
        MemoryJournal first = journal(COLUMNS, trade(10, "x", 1, "one"));
        StreamFrame left = stream(first);
        StreamFrame right = stream(first).select(col("ts").as("ts2"), col("k").as("k2"));
        StreamFrame pairs = left.join(
                        right, col("k").eq(col("k2")).and(col("ts").eq(col("ts2"))))
                .uid("pairs");
        try (PlanRun old = new PlanRun(pairs, APPEND);
                PlanRun run = new PlanRun(pairs, APPEND)) {
            old.read(0, first);
            TidemarkException error = assertThrows(TidemarkException.class, () -> run.takeOver(old));
            assertEquals(ErrorCode.RESTART_INCOMPATIBLE, error.code());
            assertTrue(error.getMessage().contains("pairs/left-rows"), error.getMessage());
        }
    }

    /** Without a uid an operator is known by its role; its state moves to the name that it has now. */
    @Test
    void shouldFindStateUnderAnotherName() {
        MemoryJournal first = journal(COLUMNS, trade(0, "x", 1, "b"), trade(1, "x", 2, "b"));
        MemoryJournal second = journal(COLUMNS, trade(2, "x", 3, "b"), trade(3, "y", 4, "b"));
        Deduplicate byKey = Deduplicate.by("k").within(MINUTE);
        Deduplicate byText = Deduplicate.by("a").within(MINUTE);
        StreamFrame before = stream(first).dropDuplicates(byKey).select("k", "a");
        StreamFrame now = stream(second)
                .dropDuplicates(byText)
                .uid("values")
                .dropDuplicates(byKey)
                .select("k", "a");
        assertEquals(
                List.of("INSERT [y, 4]"),
                run(before, now, APPEND, first, second).get(1));
    }
}
