package io.tidemark;

import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.expr.Functions.window_time;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.calendar.TradingCalendar;
import io.tidemark.error.Problem;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.CalendarFunctions;
import io.tidemark.expr.Column;
import io.tidemark.expr.Window;
import io.tidemark.function.KeyContext;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.RowOutput;
import io.tidemark.function.StateLayout;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.asof.AsOfJoin;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.dedup.Keep;
import io.tidemark.operator.join.JoinType;
import io.tidemark.operator.reference.ReferenceJoin;
import io.tidemark.operator.reference.ReferenceMatch;
import io.tidemark.operator.watermark.ClockGuard;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.PlanChange;
import io.tidemark.plan.PlanComparison;
import io.tidemark.plan.RestartPlan;
import io.tidemark.plan.RestartVerdict;
import io.tidemark.plan.StoredPlan;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What becomes of a query whose plan changed: a row for each kind of change, with the verdict of every part that is not SAME. */
class RestartVerdictTest {
    private static final String ORDERS = "ts timestamp not null, sym string, a long, b long, c long not null, i int,"
            + " p decimal(10,2), ts2 timestamp not null";
    private static final String QUOTES = "qts timestamp not null, qsym string, bid long, ask long";
    private static final String PARTS = "pid string, pname string, price long";
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final QuerySettings APPEND = QuerySettings.defaults();
    private static final QuerySettings UPDATE = APPEND.withMode(OutputMode.UPDATE);

    private final List<MemoryJournal> journals = new ArrayList<>();

    @AfterEach
    void close() {
        journals.forEach(MemoryJournal::close);
    }

    /**
     * A change.
     *
     * @param expected for each part that is not SAME its name, its verdict, and words that say what changed
     */
    private record Change(String title, StoredPlan before, StoredPlan now, List<String> expected) {}

    private StreamFrame stream(String name, String columns) {
        MemoryJournal journal = MemoryJournal.withIngestTime(name, Schema.parse(columns));
        journals.add(journal);
        return Tidemark.stream(name, journal);
    }

    private StreamFrame raw() {
        return stream("orders", ORDERS);
    }

    private StreamFrame orders() {
        return raw().withWatermark("ts", MINUTE);
    }

    private StreamFrame quotes() {
        return stream("quotes", QUOTES).withWatermark("qts", MINUTE);
    }

    private static Window minutes(int size) {
        return window("ts", Duration.ofMinutes(size)).as("w");
    }

    private static StreamFrame bars(StreamFrame stream, Aggregate... aggregates) {
        return stream.groupBy(minutes(5), "sym").agg(aggregates).uid("bars");
    }

    private static StreamFrame bars(StreamFrame stream) {
        return bars(stream, sum("a").as("total"));
    }

    private StreamFrame windows(Window window) {
        return orders().groupBy(window.as("w"), "sym").agg(sum("a").as("total")).uid("bars");
    }

    private static StreamFrame seen(StreamFrame stream, Deduplicate how) {
        return stream.dropDuplicates(how).uid("seen");
    }

    private static Deduplicate bySym(int minutes) {
        return Deduplicate.by("sym").within(Duration.ofMinutes(minutes));
    }

    private StreamFrame joined(StreamFrame left, StreamFrame right, JoinType type, Column... conditions) {
        Column first = conditions[0];
        Column[] more = new Column[conditions.length - 1];
        System.arraycopy(conditions, 1, more, 0, more.length);
        return left.join(right, type).on(first, more).uid("pairs");
    }

    private StreamFrame joined(JoinType type, Column... conditions) {
        return joined(orders(), quotes(), type, conditions);
    }

    private static Column near(int minutes) {
        return call("between", col("qts"), col("ts"), col("ts").plus(Duration.ofMinutes(minutes)));
    }

    private static Column sameSymbol() {
        return col("sym").eq(col("qsym"));
    }

    private static BoundPlan bind(StreamFrame frame, QuerySettings settings) {
        List<Problem> problems = new ArrayList<>();
        BoundPlan plan = new Analyzer(settings.withFunctions(frame.functions()), problems).analyze(frame.plan());
        assertEquals(List.of(), problems);
        return plan;
    }

    private static StoredPlan stored(StreamFrame frame, QuerySettings settings) {
        return StoredPlan.of(bind(frame, settings), "out", 0);
    }

    private static Change change(String title, StreamFrame before, StreamFrame now, String... expected) {
        return new Change(title, stored(before, APPEND), stored(now, APPEND), List.of(expected));
    }

    private static Change inUpdate(String title, StreamFrame before, StreamFrame now, String... expected) {
        return new Change(title, stored(before, UPDATE), stored(now, UPDATE), List.of(expected));
    }

    private Change setting(String title, UnaryOperator<QuerySettings> changed, String... expected) {
        StreamFrame plan = joined(JoinType.INNER, sameSymbol(), near(5));
        return new Change(title, stored(plan, APPEND), stored(plan, changed.apply(APPEND)), List.of(expected));
    }

    private Change time(String title, UnaryOperator<TimeSettings> changed, String... words) {
        return setting(title, one -> one.withTime(changed.apply(one.time())), "settings NEEDS_DECISION " + words[0]);
    }

    @TestFactory
    Stream<DynamicTest> shouldJudgeChanges() {
        List<Change> all = new ArrayList<>();
        all.addAll(sources());
        all.addAll(stateless());
        all.addAll(watermarks());
        all.addAll(aggregates());
        all.addAll(windowChanges());
        all.addAll(sessions());
        all.addAll(dedups());
        all.addAll(joins());
        all.addAll(otherJoins());
        all.addAll(keyed());
        all.addAll(topology());
        all.addAll(settings());
        all.addAll(sinks());
        assertTrue(all.size() >= 45, "rows: " + all.size());
        return all.stream().map(one -> DynamicTest.dynamicTest(one.title, () -> check(one)));
    }

    private static void check(Change change) {
        RestartPlan plan = PlanComparison.compare(change.before, change.now);
        Map<String, String> found = new TreeMap<>();
        for (PlanChange one : plan.changes()) {
            if (one.verdict() != RestartVerdict.SAME) {
                found.put(one.name(), one.verdict() + " " + one.what() + " / " + one.note());
            }
        }
        Map<String, String> expected = new HashMap<>();
        change.expected.forEach(line -> expected.put(line.split(" ")[0], line));
        assertEquals(expected.keySet(), found.keySet(), found.toString());
        RestartVerdict worst = RestartVerdict.SAME;
        for (String line : change.expected) {
            String[] words = line.split(" ", 3);
            String text = found.get(words[0]);
            assertTrue(text.startsWith(words[1] + " "), line + " but " + text);
            assertTrue(text.contains(words[2]), line + " but " + text);
            worst = worst.and(RestartVerdict.valueOf(words[1]));
        }
        assertEquals(worst, plan.verdict());
        for (PlanChange one : plan.changes()) {
            boolean asks = one.verdict().compareTo(RestartVerdict.COMPATIBLE) > 0;
            assertEquals(asks, !one.options().isEmpty(), one.toString());
        }
    }

    private List<Change> sources() {
        return List.of(
                change("nothing", bars(orders()), bars(orders())),
                change(
                        "a source was renamed",
                        bars(orders()),
                        bars(stream("trades", ORDERS).withWatermark("ts", MINUTE)),
                        "trades INCOMPATIBLE 'orders' -> 'trades'",
                        "orders INCOMPATIBLE removed",
                        "watermark-1 NEEDS_DECISION fed by [orders] -> [trades]",
                        "bars NEEDS_DECISION fed by [orders] -> [trades]"),
                change(
                        "a source was removed",
                        bars(orders().union(stream("more", ORDERS).withWatermark("ts", MINUTE))),
                        bars(orders()),
                        "more INCOMPATIBLE removed",
                        "watermark-2 NEEDS_DECISION removed",
                        "union-1 NEEDS_DECISION removed",
                        "bars NEEDS_DECISION column 'a'"),
                change(
                        "a source was added",
                        bars(orders().union(stream("more", ORDERS).withWatermark("ts", MINUTE))),
                        bars(orders().union(
                                        stream("more", ORDERS).withWatermark("ts", MINUTE),
                                        stream("third", ORDERS).withWatermark("ts", MINUTE))),
                        "third COMPATIBLE read from its start",
                        "watermark-3 COMPATIBLE added",
                        "union-1 NEEDS_DECISION fed by",
                        "bars NEEDS_DECISION column 'a'"),
                change(
                        "two sources of one type were swapped",
                        joined(
                                stream("x", ORDERS).withWatermark("ts", MINUTE),
                                stream("y", QUOTES).withWatermark("qts", MINUTE),
                                JoinType.INNER,
                                sameSymbol(),
                                near(5)),
                        joined(
                                stream("y", ORDERS).withWatermark("ts", MINUTE),
                                stream("x", QUOTES).withWatermark("qts", MINUTE),
                                JoinType.INNER,
                                sameSymbol(),
                                near(5)),
                        "x INCOMPATIBLE renamed or another one",
                        "y INCOMPATIBLE renamed or another one",
                        "watermark-1 NEEDS_DECISION [x] -> [y]",
                        "watermark-2 NEEDS_DECISION [y] -> [x]",
                        "pairs NEEDS_DECISION column"),
                change(
                        "a column of a source was renamed",
                        bars(orders()),
                        bars(
                                stream("orders", ORDERS.replace(" a long", " amount long"))
                                        .withWatermark("ts", MINUTE),
                                sum("amount").as("total")),
                        "orders INCOMPATIBLE column 'a' -> 'amount'",
                        "bars INCOMPATIBLE total sum(a) -> sum(amount)"),
                change(
                        "two columns of one type changed places",
                        bars(orders()),
                        bars(stream("orders", ORDERS.replace("a long, b long", "b long, a long"))
                                .withWatermark("ts", MINUTE)),
                        "orders INCOMPATIBLE changed places"),
                change(
                        "C02: a column became nullable",
                        bars(orders(), sum("c").as("total")),
                        bars(
                                stream("orders", ORDERS.replace("c long not null", "c long"))
                                        .withWatermark("ts", MINUTE),
                                sum("c").as("total")),
                        "orders COMPATIBLE column 'c' not null -> nullable",
                        "sink NEEDS_DECISION total long not null -> total long"),
                change(
                        "C02: a column became not null",
                        bars(orders()),
                        bars(stream("orders", ORDERS.replace(" b long", " b long not null"))
                                .withWatermark("ts", MINUTE)),
                        "orders INCOMPATIBLE column 'b' nullable -> not null"),
                change(
                        "a wider column",
                        bars(orders(), sum("i").as("total")),
                        bars(
                                stream("orders", ORDERS.replace("i int", "i long"))
                                        .withWatermark("ts", MINUTE),
                                sum("i").as("total")),
                        "orders COMPATIBLE column 'i' int -> long",
                        "bars COMPATIBLE total: sum(i) of int -> long"),
                change(
                        "a narrower column",
                        bars(orders()),
                        bars(stream("orders", ORDERS.replace(" a long", " a int"))
                                .withWatermark("ts", MINUTE)),
                        "orders INCOMPATIBLE column 'a' long -> int",
                        "bars INCOMPATIBLE total: sum(a) of long -> int"),
                change(
                        "one more column",
                        bars(orders()),
                        bars(stream("orders", ORDERS + ", d double").withWatermark("ts", MINUTE)),
                        "orders COMPATIBLE added column 'd' double"),
                change(
                        "a column that nobody needs is gone",
                        bars(orders()),
                        bars(stream("orders", ORDERS.replace(" b long,", "")).withWatermark("ts", MINUTE)),
                        "orders COMPATIBLE column 'b' is not read any more"));
    }

    private List<Change> stateless() {
        return List.of(
                change(
                        "a filter above",
                        bars(orders()),
                        bars(orders().filter(col("a").gt(1L))),
                        "filter-1 COMPATIBLE added"),
                change(
                        "another filter above",
                        bars(orders().filter(col("a").gt(1L))),
                        bars(orders().filter(col("a").gt(2L))),
                        "filter-1 COMPATIBLE > 1) -> "),
                change(
                        "a filter less",
                        bars(orders().filter(col("a").gt(1L))),
                        bars(orders()),
                        "filter-1 COMPATIBLE removed"),
                change(
                        "one filter more above another",
                        bars(orders().filter(col("a").gt(1L))),
                        bars(orders().filter(col("b").gt(1L)).filter(col("a").gt(1L))),
                        "filter-1 COMPATIBLE added"),
                change(
                        "a projection that changes nothing of what is kept",
                        bars(orders()),
                        bars(orders().withColumn("x", col("a").plus(1L))),
                        "project-1 COMPATIBLE added"),
                change(
                        "a projection that renames what is summed",
                        bars(orders()),
                        bars(
                                orders().withColumn("amount", col("a")),
                                sum("amount").as("total")),
                        "project-1 COMPATIBLE added"),
                change(
                        "a projection that computes what is summed in another way",
                        bars(orders().withColumn("x", col("a").plus(1L)), sum("x").as("total")),
                        bars(orders().withColumn("x", col("a").plus(2L)), sum("x").as("total")),
                        "project-1 COMPATIBLE takes effect",
                        "bars NEEDS_DECISION column 'x' was +(orders.a, 1 long) and is +(orders.a, 2 long)"),
                change(
                        "a projection that puts another column under the name of a key",
                        bars(orders()),
                        bars(orders().withColumn("sym", call("upper", col("sym")))),
                        "project-1 COMPATIBLE added",
                        "bars NEEDS_DECISION column 'sym' was orders.sym and is upper(orders.sym)"),
                change(
                        "a projection that swaps two columns of one type",
                        bars(orders().select(col("ts"), col("sym"), col("a"), col("b"))),
                        bars(orders().select(col("ts"), col("sym"), col("b").as("a"), col("a").as("b"))),
                        "project-1 COMPATIBLE takes effect",
                        "bars NEEDS_DECISION column 'a' was orders.a and is orders.b"),
                change(
                        "a projection below",
                        bars(orders()).select("w_end", "sym", "total"),
                        bars(orders()).select("w_end", "total"),
                        "project-1 COMPATIBLE takes effect",
                        "sink NEEDS_DECISION total long -> none"));
    }

    private List<Change> watermarks() {
        return List.of(
                change(
                        "a longer delay",
                        bars(raw().withWatermark("ts", MINUTE)),
                        bars(raw().withWatermark("ts", Duration.ofMinutes(2))),
                        "watermark-1 COMPATIBLE delay 1m -> 2m / the stored watermark stays"),
                change(
                        "a shorter delay",
                        bars(raw().withWatermark("ts", MINUTE)),
                        bars(raw().withWatermark("ts", Duration.ofSeconds(30))),
                        "watermark-1 NEEDS_DECISION delay 1m -> 30s"),
                change(
                        "a watermark on another column",
                        raw().withWatermark("ts", MINUTE)
                                .dropDuplicates(bySym(10))
                                .uid("seen"),
                        raw().withWatermark("ts2", MINUTE)
                                .dropDuplicates(bySym(10))
                                .uid("seen"),
                        "watermark-1 NEEDS_DECISION column ts -> ts2",
                        "seen NEEDS_DECISION time"),
                change(
                        "a clock guard",
                        bars(raw().withWatermark("ts", MINUTE)),
                        bars(raw().withWatermark("ts", MINUTE, ClockGuard.maxFutureSkew(MINUTE))),
                        "watermark-1 COMPATIBLE guard"),
                change(
                        "a longer delay by which keys are remembered",
                        orders().dropDuplicatesWithinWatermark("sym").uid("seen"),
                        raw().withWatermark("ts", Duration.ofMinutes(45))
                                .dropDuplicatesWithinWatermark("sym")
                                .uid("seen"),
                        "watermark-1 COMPATIBLE delay 1m -> 45m",
                        "seen COMPATIBLE horizon 1m -> 45m / existing keys keep their old expiry"));
    }

    private List<Change> aggregates() {
        StreamFrame wide = stream("orders", ORDERS.replace("p decimal(10,2)", "p decimal(24,2)"))
                .withWatermark("ts", MINUTE);
        return List.of(
                change(
                        "min for max",
                        bars(orders(), min("a").as("x")),
                        bars(orders(), max("a").as("x")),
                        "bars INCOMPATIBLE x min(a) -> max(a)"),
                change(
                        "another argument of the same type",
                        bars(orders()),
                        bars(orders(), sum("b").as("total")),
                        "bars INCOMPATIBLE total sum(a) -> sum(b)"),
                change(
                        "two aggregates that swapped their names",
                        bars(orders(), sum("a").as("x"), sum("b").as("y")),
                        bars(orders(), sum("b").as("x"), sum("a").as("y")),
                        "bars COMPATIBLE renamed y -> x"),
                change(
                        "another filter of an aggregate",
                        bars(orders(), sum("a").where(col("b").gt(1L)).as("x")),
                        bars(orders(), sum("a").where(col("b").gt(2L)).as("x")),
                        "bars INCOMPATIBLE x sum(a) filter"),
                change(
                        "one aggregate more at the end",
                        bars(orders()),
                        bars(orders(), sum("a").as("total"), max("b").as("top")),
                        "bars COMPATIBLE added top: max(b)",
                        "sink NEEDS_DECISION none -> top long"),
                change(
                        "one aggregate more in the middle",
                        bars(orders(), sum("a").as("x"), max("b").as("y")),
                        bars(orders(), sum("a").as("x"), count().as("n"), max("b").as("y")),
                        "bars COMPATIBLE added n: count(*)",
                        "sink NEEDS_DECISION y long -> n long not null"),
                change(
                        "one aggregate more that would be null where it cannot be",
                        bars(orders()),
                        bars(orders(), sum("a").as("total"), max("c").as("top")),
                        "bars INCOMPATIBLE max(c) is never null",
                        "sink NEEDS_DECISION none -> top long not null"),
                change(
                        "one aggregate less",
                        bars(orders(), sum("a").as("total"), count().as("n")),
                        bars(orders(), count().as("n")),
                        "bars COMPATIBLE dropped total: sum(a)",
                        "sink NEEDS_DECISION n long not null -> none"),
                change(
                        "another name of a result",
                        bars(orders()),
                        bars(orders(), sum("a").as("amount")),
                        "bars COMPATIBLE renamed total -> amount",
                        "sink NEEDS_DECISION total long -> amount long"),
                change(
                        "a decimal with more digits",
                        bars(orders(), max("p").as("x")),
                        bars(wide, max("p").as("x")),
                        "orders COMPATIBLE decimal(10,2) -> decimal(24,2)",
                        "bars COMPATIBLE x: max(p) of decimal(10,2) -> decimal(24,2)",
                        "sink NEEDS_DECISION x decimal(10,2) -> x decimal(24,2)"),
                change(
                        "another type of a key",
                        orders().groupBy(minutes(5), "i").agg(count().as("n")).uid("bars"),
                        stream("orders", ORDERS.replace("i int", "i long"))
                                .withWatermark("ts", MINUTE)
                                .groupBy(minutes(5), "i")
                                .agg(count().as("n"))
                                .uid("bars"),
                        "orders COMPATIBLE column 'i' int -> long",
                        "bars INCOMPATIBLE keys [i int] -> [i long]",
                        "sink NEEDS_DECISION i int -> i long"),
                change(
                        "one key more",
                        bars(orders()),
                        orders().groupBy(minutes(5), "sym", "b")
                                .agg(sum("a").as("total"))
                                .uid("bars"),
                        "bars INCOMPATIBLE keys [sym string] -> [sym string, b long]",
                        "sink NEEDS_DECISION total long -> b long"),
                change(
                        "two keys of one type swapped",
                        orders().groupBy(minutes(5), "a", "b")
                                .agg(count().as("n"))
                                .uid("bars"),
                        orders().groupBy(minutes(5), "b", "a")
                                .agg(count().as("n"))
                                .uid("bars"),
                        "bars INCOMPATIBLE keys [a long, b long] -> [b long, a long]",
                        "sink NEEDS_DECISION a long -> b long"),
                change(
                        "another name of a key",
                        bars(orders()),
                        orders().groupBy(minutes(5), col("sym").as("symbol"))
                                .agg(sum("a").as("total"))
                                .uid("bars"),
                        "sink NEEDS_DECISION sym string -> symbol string"),
                change(
                        "another uid: the way to new state",
                        bars(orders()),
                        orders().groupBy(minutes(5), "sym")
                                .agg(sum("a").as("total"))
                                .uid("bars2"),
                        "bars2 COMPATIBLE starts empty",
                        "bars NEEDS_DECISION removed"));
    }

    private List<Change> windowChanges() {
        Duration five = Duration.ofMinutes(5);
        TradingCalendar one = calendar("09:30");
        TradingCalendar two = calendar("09:00");
        return List.of(
                change(
                        "another size",
                        windows(window("ts", five)),
                        windows(window("ts", Duration.ofMinutes(10))),
                        "bars NEEDS_DECISION window 5m -> 10m"),
                change(
                        "another slide",
                        windows(sliding("ts", five, MINUTE)),
                        windows(sliding("ts", five, Duration.ofSeconds(150))),
                        "bars NEEDS_DECISION window 5m every 1m -> 5m every 2m30s"),
                change(
                        "another offset",
                        windows(window("ts", five)),
                        windows(window(col("ts"), five, MINUTE)),
                        "bars NEEDS_DECISION window 5m -> 5m, offset 1m"),
                change(
                        "another zone",
                        windows(CalendarFunctions.calendarDays("ts", "Europe/Berlin")),
                        windows(CalendarFunctions.calendarDays("ts", "Asia/Tokyo")),
                        "bars NEEDS_DECISION Asia/Tokyo"),
                change(
                        "another version of a calendar",
                        windows(CalendarFunctions.tradingSessions("ts", one)),
                        windows(CalendarFunctions.tradingSessions("ts", two)),
                        "bars NEEDS_DECISION version " + one.version()));
    }

    private static TradingCalendar calendar(String open) {
        return TradingCalendar.named("X", "America/New_York", LocalDate.of(2024, 1, 1), LocalDate.of(2024, 12, 31))
                .session("core", open, "16:00")
                .build();
    }

    private StreamFrame visits(Duration gap, Aggregate aggregate) {
        return orders().groupBy(session("ts", gap).as("v"), "sym")
                .agg(aggregate)
                .uid("visits");
    }

    private List<Change> sessions() {
        return List.of(
                change(
                        "another gap",
                        visits(MINUTE, count().as("n")),
                        visits(MINUTE.multipliedBy(2), count().as("n")),
                        "visits NEEDS_DECISION gap 1m -> 2m"),
                change(
                        "one aggregate more of sessions",
                        visits(MINUTE, count().as("n")),
                        orders().groupBy(session("ts", MINUTE).as("v"), "sym")
                                .agg(count().as("n"), sum("a").as("total"))
                                .uid("visits"),
                        "visits INCOMPATIBLE open sessions cannot take other aggregates",
                        "sink NEEDS_DECISION total"),
                change(
                        "another function of sessions",
                        visits(MINUTE, min("a").as("x")),
                        visits(MINUTE, max("a").as("x")),
                        "visits INCOMPATIBLE x min(a) -> max(a)"));
    }

    private List<Change> dedups() {
        return List.of(
                change(
                        "other keys",
                        seen(orders(), bySym(5)),
                        seen(orders(), Deduplicate.by("a").within(Duration.ofMinutes(5))),
                        "seen INCOMPATIBLE keys [sym string] -> [a long]"),
                change(
                        "another key of the same type",
                        seen(orders(), Deduplicate.by("a").within(MINUTE)),
                        seen(orders(), Deduplicate.by("b").within(MINUTE)),
                        "seen INCOMPATIBLE keys [a long] -> [b long]"),
                change(
                        "remembered longer",
                        seen(orders(), bySym(30)),
                        seen(orders(), bySym(45)),
                        "seen COMPATIBLE horizon 30m -> 45m / existing keys keep their old expiry"),
                change(
                        "remembered shorter",
                        seen(orders(), bySym(30)),
                        seen(orders(), bySym(10)),
                        "seen NEEDS_DECISION horizon 30m -> 10m"),
                change(
                        "remembered for ever",
                        seen(orders(), bySym(30)),
                        seen(orders(), Deduplicate.by("sym").unboundedState("few")),
                        "seen NEEDS_DECISION remembered a span -> for ever"),
                change(
                        "another row of a key",
                        seen(orders(), bySym(30).keep(Keep.EARLIEST_EVENT)),
                        seen(orders(), bySym(30).keep(Keep.LATEST_EVENT)),
                        "seen NEEDS_DECISION keep EARLIEST_EVENT -> LATEST_EVENT"),
                change(
                        "other columns of conflicts",
                        seen(orders(), bySym(30).conflictsOn("a")),
                        seen(orders(), bySym(30).conflictsOn("b")),
                        "seen NEEDS_DECISION conflicts [a long] -> [b long]"),
                change(
                        "a value column in which rows of one key differ",
                        seen(orders(), bySym(30)),
                        seen(orders().withColumn("x", lit(1L)), bySym(30)),
                        "project-1 COMPATIBLE added",
                        "sink NEEDS_DECISION none -> x long"));
    }

    private List<Change> joins() {
        return List.of(
                change(
                        "another type of join",
                        joined(JoinType.INNER, sameSymbol(), near(5)),
                        joined(JoinType.LEFT_OUTER, sameSymbol(), near(5)),
                        "pairs NEEDS_DECISION type INNER -> LEFT_OUTER",
                        "sink NEEDS_DECISION qts timestamp not null -> qts timestamp"),
                change(
                        "another range",
                        joined(JoinType.INNER, sameSymbol(), near(5)),
                        joined(JoinType.INNER, sameSymbol(), near(10)),
                        "pairs NEEDS_DECISION qts - ts <= 10m"),
                change(
                        "another key of a join",
                        joined(JoinType.INNER, sameSymbol(), near(5)),
                        joined(JoinType.INNER, col("a").eq(col("bid")), near(5)),
                        "pairs INCOMPATIBLE keys [sym = qsym] -> [a = bid]"),
                change(
                        "another condition of pairs",
                        joined(JoinType.INNER, sameSymbol(), near(5), col("a").gt(col("bid"))),
                        joined(JoinType.INNER, sameSymbol(), near(5), col("a").lt(col("bid"))),
                        "pairs NEEDS_DECISION pairs where"),
                change(
                        "another condition of one side",
                        joined(JoinType.INNER, sameSymbol(), near(5), col("a").gt(1L)),
                        joined(JoinType.INNER, sameSymbol(), near(5), col("a").gt(2L)),
                        "pairs NEEDS_DECISION left rows where"),
                change(
                        "the same condition in other words",
                        joined(JoinType.INNER, sameSymbol(), near(5), col("a").gt(1L), col("b").gt(1L)),
                        joined(
                                JoinType.INNER,
                                col("b").gt(1L),
                                col("a").gt(1L),
                                col("qts").le(col("ts").plus(Duration.ofMinutes(5))),
                                col("qsym").eq(col("sym")),
                                col("ts").le(col("qts")))),
                change(
                        "one column more of a side",
                        joined(JoinType.INNER, sameSymbol(), near(5)),
                        joined(orders().withColumn("x", lit(1L)), quotes(), JoinType.INNER, sameSymbol(), near(5)),
                        "project-1 COMPATIBLE added",
                        "pairs INCOMPATIBLE left rows",
                        "sink NEEDS_DECISION x long"));
    }

    private StreamFrame asOf(UnaryOperator<AsOfFrame> how) {
        return how.apply(orders().asOf(quotes()).on(col("sym"), col("qsym")))
                .left()
                .uid("asof");
    }

    private StreamFrame parts(ReferenceMatch match) {
        return orders().joinReference(stream("parts", PARTS).latestBy("pid"), ReferenceJoin.Type.LEFT_OUTER, match)
                .uid("parts");
    }

    private StreamFrame versioned(String column) {
        StreamFrame joined = orders().joinReference(
                        stream("parts", PARTS).latestBy("pid").withVersion(column),
                        ReferenceJoin.Type.LEFT_OUTER,
                        ReferenceMatch.on("sym", "pid"))
                .uid("parts");
        return seen(joined, Deduplicate.by("sym", "price").within(MINUTE));
    }

    private StreamFrame hours(String key) {
        return orders().groupBy(minutes(5), col("sym").as(key))
                .agg(sum("a").as("total"))
                .uid("bars")
                .groupBy(
                        window(window_time("w"), Duration.ofHours(1), Duration.ZERO)
                                .as("h"),
                        key)
                .agg(sum("total").as("all"))
                .uid("hours");
    }

    private List<Change> otherJoins() {
        return List.of(
                change(
                        "another direction",
                        asOf(AsOfFrame::backward),
                        asOf(AsOfFrame::nearest),
                        "asof NEEDS_DECISION direction BACKWARD -> NEAREST"),
                change(
                        "another tolerance",
                        asOf(one -> one.tolerance(MINUTE)),
                        asOf(one -> one.tolerance(Duration.ofSeconds(5))),
                        "asof NEEDS_DECISION tolerance 1m -> 5s"),
                change(
                        "other ties",
                        asOf(one -> one.ties(AsOfJoin.Ties.LAST)),
                        asOf(one -> one.ties(AsOfJoin.Ties.FIRST)),
                        "asof NEEDS_DECISION ties LAST -> FIRST"),
                change(
                        "another moment of coming out",
                        asOf(one -> one.emit(AsOfJoin.Emit.ON_WATERMARK)),
                        asOf(one -> one.emit(AsOfJoin.Emit.IMMEDIATE)),
                        "asof NEEDS_DECISION emit ON_WATERMARK -> IMMEDIATE"),
                change(
                        "another interval of a window join",
                        orders().windowJoin(quotes())
                                .on(col("sym"), col("qsym"))
                                .between(MINUTE, MINUTE)
                                .agg(max("bid").as("best"))
                                .uid("around"),
                        orders().windowJoin(quotes())
                                .on(col("sym"), col("qsym"))
                                .between(MINUTE, Duration.ZERO)
                                .agg(max("bid").as("best"))
                                .uid("around"),
                        "around NEEDS_DECISION after 1m -> 0s"),
                change(
                        "another match with a table",
                        parts(ReferenceMatch.on("sym", "pid")),
                        parts(ReferenceMatch.on("sym", "pname")),
                        "parts INCOMPATIBLE table values [pid string] -> [pname string]"),
                change(
                        "another name of a column for the version of a table",
                        versioned("v"),
                        versioned("version"),
                        "parts COMPATIBLE version column v -> version",
                        "sink NEEDS_DECISION v long"),
                change(
                        "another name of a key above windows of windows",
                        hours("sym"),
                        hours("symbol"),
                        "sink NEEDS_DECISION sym string -> symbol string"),
                change(
                        "a larger limit of a table",
                        orders().joinReference(
                                        stream("parts", PARTS).latestBy("pid").maxRows(10),
                                        ReferenceJoin.Type.INNER,
                                        ReferenceMatch.on("sym", "pid"))
                                .uid("parts"),
                        orders().joinReference(
                                        stream("parts", PARTS).latestBy("pid").maxRows(20),
                                        ReferenceJoin.Type.INNER,
                                        ReferenceMatch.on("sym", "pid"))
                                .uid("parts")));
    }

    private StreamFrame counting(String function, int version, Duration ttl, String... values) {
        return orders().groupByKey("sym")
                .ttl(ttl)
                .process(new Counting(function, version, List.of(values)))
                .uid("keyed");
    }

    private List<Change> keyed() {
        return List.of(
                change(
                        "another version of a function",
                        counting("f", 1, MINUTE, "n"),
                        counting("f", 2, MINUTE, "n"),
                        "keyed INCOMPATIBLE function f version 1 -> f version 2"),
                change(
                        "another function",
                        counting("f", 1, MINUTE, "n"),
                        counting("g", 1, MINUTE, "n"),
                        "keyed INCOMPATIBLE function f version 1 -> g version 1"),
                change(
                        "other values of a function",
                        counting("f", 1, MINUTE, "n"),
                        counting("f", 1, MINUTE, "n", "m"),
                        "keyed INCOMPATIBLE state [n long] -> [n long, m long]"),
                change(
                        "a longer life of keys",
                        counting("f", 1, MINUTE, "n"),
                        counting("f", 1, MINUTE.multipliedBy(2), "n"),
                        "keyed COMPATIBLE time to live 1m -> 2m"));
    }

    /** Counts rows, in as many values as it is given. */
    private static final class Counting implements KeyedFunction {
        private final String name;
        private final int version;
        private final StateLayout state = new StateLayout();

        Counting(String name, int version, List<String> values) {
            this.name = name;
            this.version = version;
            values.forEach(state::longValue);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int version() {
            return version;
        }

        @Override
        public StateLayout state() {
            return state;
        }

        @Override
        public Schema output() {
            return Schema.parse("n long");
        }

        @Override
        public void onRow(RowView row, KeyContext key, RowOutput out) {
            key.set(new StateLayout.LongValue(0), key.get(new StateLayout.LongValue(0)) + 1);
        }
    }

    private static StreamFrame unnamed(StreamFrame stream) {
        return stream.groupBy(minutes(5), "sym").agg(sum("a").as("total"));
    }

    private List<Change> topology() {
        Duration hour = Duration.ofHours(1);
        return List.of(
                change(
                        "an operator with state more",
                        bars(orders()),
                        bars(seen(orders(), bySym(5))),
                        "seen COMPATIBLE starts empty"),
                change(
                        "an operator with state less",
                        bars(seen(orders(), bySym(5))),
                        bars(orders()),
                        "seen NEEDS_DECISION removed"),
                change(
                        "another operator under the same uid",
                        seen(orders(), bySym(5)),
                        orders().groupBy(minutes(5), "sym")
                                .agg(sum("a").as("total"))
                                .uid("seen"),
                        "seen INCOMPATIBLE a deduplicate -> a aggregate",
                        "sink NEEDS_DECISION columns"),
                change(
                        "two operators turned around",
                        orders().dropDuplicates(bySym(5))
                                .uid("first")
                                .dropDuplicates(Deduplicate.by("a").within(MINUTE))
                                .uid("second"),
                        orders().dropDuplicates(Deduplicate.by("a").within(MINUTE))
                                .uid("second")
                                .dropDuplicates(bySym(5))
                                .uid("first"),
                        "first NEEDS_DECISION stood above 'second' -> stands below it"),
                change(
                        "a filter above an operator without a uid",
                        unnamed(orders()),
                        unnamed(orders().filter(col("a").gt(1L))),
                        "filter-1 COMPATIBLE added"),
                change(
                        "an operator of the same kind in front of one without a uid",
                        unnamed(orders()).union(unnamed(stream("other", ORDERS).withWatermark("ts", MINUTE))),
                        unnamed(stream("other", ORDERS).withWatermark("ts", MINUTE))
                                .union(unnamed(orders())),
                        "union-1 NEEDS_DECISION fed by [orders] and [other] -> [other] and [orders]"),
                change(
                        "one more dedup above one without a uid",
                        orders().dropDuplicates(bySym(5)),
                        seen(orders(), Deduplicate.by("a").within(MINUTE)).dropDuplicates(bySym(5)),
                        "seen COMPATIBLE starts empty"),
                change(
                        "other windows above windows of windows",
                        orders().groupBy(minutes(5), "sym")
                                .agg(sum("a").as("total"))
                                .uid("bars")
                                .groupBy(
                                        window(window_time("w"), hour, Duration.ZERO)
                                                .as("h"),
                                        "sym")
                                .agg(sum("total").as("all"))
                                .uid("hours"),
                        orders().groupBy(minutes(10), "sym")
                                .agg(sum("a").as("total"))
                                .uid("bars")
                                .groupBy(
                                        window(window_time("w"), hour, Duration.ZERO)
                                                .as("h"),
                                        "sym")
                                .agg(sum("total").as("all"))
                                .uid("hours"),
                        "bars NEEDS_DECISION window 5m -> 10m",
                        "hours NEEDS_DECISION column 'total'"));
    }

    private List<Change> settings() {
        StreamFrame plan = bars(orders());
        StreamFrame collatz = raw().functions(UserFunctions.NONE.with(new UserFunctionsTest.Collatz(1)))
                .withWatermark("ts", MINUTE);
        StreamFrame collatz2 = raw().functions(UserFunctions.NONE.with(new UserFunctionsTest.Collatz(2)))
                .withWatermark("ts", MINUTE);
        return List.of(
                new Change(
                        "another mode",
                        stored(plan, APPEND),
                        stored(plan, UPDATE),
                        List.of(
                                "settings NEEDS_DECISION mode APPEND -> UPDATE",
                                "sink NEEDS_DECISION rows APPEND -> UPSERT")),
                setting("nulls for errors", one -> one.withAnsi(false), "settings NEEDS_DECISION ansi true -> false"),
                setting(
                        "plans of Spark",
                        one -> one.withAccepted(QuerySettings.Accepted.SPARK),
                        "settings NEEDS_DECISION accepted plans NATIVE -> SPARK"),
                inUpdate("the same in update mode", plan, plan),
                time(
                        "M15: another merge of watermarks",
                        one -> one.with(TimeSettings.Merge.MAX),
                        "merge of watermarks MIN -> MAX / the checkpoint goes by MIN"),
                time("batches", one -> one.with(TimeSettings.Advance.PER_BATCH), "advance PER_ROW -> PER_BATCH"),
                time("another equality", one -> one.with(TimeSettings.Equality.SPARK), "equality NATIVE -> SPARK"),
                time("another origin", one -> one.with(TimeSettings.Origin.EPOCH), "origin UNDEFINED -> EPOCH"),
                time("other sessions", one -> one.with(TimeSettings.SessionLate.OWN), "late rows of sessions"),
                time("other thresholds", one -> one.with(TimeSettings.Thresholds.SPARK), "join thresholds"),
                time("other null keys", one -> one.with(TimeSettings.NullKeys.ON_WATERMARK), "null keys"),
                change(
                        "another version of a function in an aggregate",
                        bars(collatz, sum(call("collatz", col("a"))).as("x")),
                        bars(collatz2, sum(call("collatz", col("a"))).as("x")),
                        "bars INCOMPATIBLE a function in it has another version"),
                change(
                        "another version of a function in a column",
                        bars(collatz.withColumn("y", call("collatz", col("a"))), sum("y").as("x")),
                        bars(collatz2.withColumn("y", call("collatz", col("a"))), sum("y").as("x")),
                        "bars NEEDS_DECISION column 'y' was collatz version 1(orders.a)"));
    }

    private List<Change> sinks() {
        BoundPlan plan = bind(bars(orders()), APPEND);
        return List.of(
                new Change(
                        "another sink",
                        StoredPlan.of(plan, "file", 0),
                        StoredPlan.of(plan, "map", 0),
                        List.of("sink NEEDS_DECISION file -> map")),
                new Change(
                        "cuts of another size",
                        StoredPlan.of(plan, "file", 10),
                        StoredPlan.of(plan, "file", 20),
                        List.of("sink COMPATIBLE cut every 10 rows -> 20")));
    }
}
