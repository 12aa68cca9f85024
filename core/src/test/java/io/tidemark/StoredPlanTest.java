package io.tidemark;

import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Aggregate;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.dedup.Keep;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.Fingerprint;
import io.tidemark.plan.PlanChange;
import io.tidemark.plan.PlanComparison;
import io.tidemark.plan.RestartAction;
import io.tidemark.plan.RestartDecision;
import io.tidemark.plan.RestartDecisions;
import io.tidemark.plan.RestartFigures;
import io.tidemark.plan.RestartPlan;
import io.tidemark.plan.RestartReport;
import io.tidemark.plan.RestartVerdict;
import io.tidemark.plan.StoredPlan;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.time.TimeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A plan as it is stored, what is decided about a changed one, and how it is printed. */
class StoredPlanTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int TRIALS = 300;

    private final MemoryJournal orders =
            MemoryJournal.of("orders", Schema.parse("ts timestamp, k string, a long, b long"));
    private final MemoryJournal quotes = MemoryJournal.of("quotes", Schema.parse("qts timestamp, qk string, bid long"));

    @AfterEach
    void close() {
        orders.close();
        quotes.close();
    }

    private static BoundPlan bind(StreamFrame frame, QuerySettings settings) {
        List<Problem> problems = new ArrayList<>();
        BoundPlan plan = new Analyzer(settings.withFunctions(frame.functions()), problems).analyze(frame.plan());
        assertEquals(List.of(), problems);
        return plan;
    }

    private static StoredPlan stored(StreamFrame frame) {
        return StoredPlan.of(bind(frame, QuerySettings.defaults()), "out", 0);
    }

    private static StoredPlan reread(StoredPlan plan, UserFunctions functions) {
        return StoredPlan.read(plan.write(OperatorNodes.ALL), OperatorNodes.ALL, functions);
    }

    private StreamFrame stream() {
        return Tidemark.stream("orders", orders).withWatermark("ts", MINUTE);
    }

    private StreamFrame random(Random random) {
        StreamFrame frame = stream();
        for (int i = random.nextInt(4); i > 0; i--) {
            frame = switch (random.nextInt(4)) {
                case 0 -> frame.filter(col("a").gt((long) random.nextInt(10)));
                case 1 -> frame.withColumn("x", col("a").plus((long) random.nextInt(10)));
                case 2 -> frame.dropDuplicates(Deduplicate.by("k").within(Duration.ofSeconds(1 + random.nextInt(99))));
                default ->
                    frame.dropDuplicates(Deduplicate.by("k")
                            .within(MINUTE)
                            .keep(random.nextBoolean() ? Keep.LATEST_EVENT : Keep.FIRST_ARRIVAL));
            };
            frame = random.nextInt(4) == 0 ? frame.uid("step-" + i) : frame;
        }
        Aggregate total = sum("a").where(col("b").gt((long) random.nextInt(3))).as("total");
        return switch (random.nextInt(6)) {
            case 0 -> frame.groupBy(window("ts", MINUTE).as("w"), "k").agg(total);
            case 1 ->
                frame.groupBy(
                                sliding("ts", MINUTE.multipliedBy(1 + random.nextInt(5)), MINUTE)
                                        .as("w"),
                                "k")
                        .agg(count(), total);
            case 2 -> frame.groupBy(session("ts", MINUTE).as("s"), "k").agg(total, max("k"));
            case 3 -> frame.union(frame.filter(col("b").isNull()));
            case 4 ->
                frame.asOf(Tidemark.stream("quotes", quotes).withWatermark("qts", MINUTE))
                        .on(col("k"), col("qk"))
                        .tolerance(MINUTE)
                        .left();
            default ->
                frame.join(
                        Tidemark.stream("quotes", quotes).withWatermark("qts", MINUTE),
                        col("k").eq(col("qk"))
                                .and(call(
                                        "between",
                                        col("qts"),
                                        col("ts"),
                                        col("ts").plus(MINUTE))));
        };
    }

    @Test
    void shouldFindAPlanThatWasReadBackTheSame() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            QuerySettings settings = QuerySettings.defaults()
                    .withAnsi(random.nextBoolean())
                    .withTime(
                            random.nextBoolean()
                                    ? TimeSettings.NATIVE
                                    : TimeSettings.NATIVE.with(TimeSettings.Merge.MAX));
            StoredPlan plan = StoredPlan.of(bind(random(random), settings), "sink " + trial, trial);
            StoredPlan read = reread(plan, UserFunctions.NONE);
            String what = "seed " + seed + ", trial " + trial + "\n" + plan.write(OperatorNodes.ALL);
            assertTrue(read.runs(), what);
            assertEquals(Fingerprint.of(plan.plan()), Fingerprint.of(read.plan()), what);
            RestartPlan restart = PlanComparison.compare(read, plan);
            assertEquals(RestartVerdict.SAME, restart.verdict(), () -> what + restart);
            assertTrue(restart.isUnchanged(), what);
        }
    }

    /** How a query runs is no part of its plan. */
    @Test
    void shouldNotSeeHowAQueryRuns() {
        try (MemoryJournal out = MemoryJournal.output("out")) {
            BoundPlan one =
                    sales(5, 30).writeStream().queryName("one").to(out).build().plan();
            BoundPlan other = sales(5, 30)
                    .writeStream()
                    .queryName("other")
                    .to(out)
                    .trigger(Trigger.AVAILABLE_NOW)
                    .pollLimit(1)
                    .pinned(false)
                    .state(HeapState.withLimit(1 << 20))
                    .idleAfter(MINUTE)
                    .build()
                    .plan();
            assertTrue(PlanComparison.compare(one, other).isUnchanged());
        }
    }

    /** Two plans are the same by their verdict only if they are by their fingerprint. */
    @Test
    void shouldNotFindTwoDifferentPlansUnchanged() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            StoredPlan one = stored(random(random));
            StoredPlan other = stored(random(random));
            if (!Fingerprint.of(one.plan()).equals(Fingerprint.of(other.plan()))) {
                RestartPlan restart = PlanComparison.compare(one, other);
                assertFalse(
                        restart.isUnchanged(),
                        () -> "seed " + seed + "\n" + Fingerprint.text(one.plan()) + Fingerprint.text(other.plan()));
            }
        }
    }

    private StreamFrame collatz(int version) {
        return Tidemark.stream("orders", orders)
                .functions(UserFunctions.NONE.with(new UserFunctionsTest.Collatz(version)))
                .withWatermark("ts", MINUTE)
                .groupBy(window("ts", MINUTE).as("w"), "k")
                .agg(sum(call("collatz", col("a"))).as("total"))
                .uid("bars");
    }

    @Test
    void shouldSayThatFunctionsAreGone() {
        StoredPlan plan = stored(collatz(1));
        StoredPlan gone = reread(plan, UserFunctions.NONE);
        assertNull(gone.plan());
        RestartPlan restart = PlanComparison.compare(gone, stored(stream()));
        assertEquals(RestartVerdict.INCOMPATIBLE, restart.verdict());
        PlanChange change = restart.of("plan");
        assertEquals("its functions are gone: collatz version 1", change.what());
        assertEquals(Set.of(RestartDecision.REBUILD), change.options());

        UserFunctions newer = UserFunctions.NONE.with(new UserFunctionsTest.Collatz(2));
        StoredPlan changed = reread(plan, newer);
        assertNotNull(changed.plan());
        assertFalse(changed.runs());
        assertEquals(
                RestartVerdict.INCOMPATIBLE,
                PlanComparison.compare(changed, stored(collatz(2))).of("bars").verdict());
        StoredPlan same = reread(plan, UserFunctions.NONE.with(new UserFunctionsTest.Collatz(1)));
        assertTrue(same.runs());
        assertEquals(
                RestartVerdict.SAME,
                PlanComparison.compare(same, stored(collatz(1))).verdict());
    }

    @Test
    void shouldSayThatAStoredPlanIsDamaged() {
        String text = stored(stream()).write(OperatorNodes.ALL);
        for (String damaged : List.of(
                "",
                "[]",
                text.substring(0, text.length() / 2),
                text.replace("\"format\" : 1", "\"format\" : 9"),
                text.replace("\"mode\" : \"APPEND\"", "\"mode\" : \"SOMETIMES\""),
                text.replace("\"ansi\" : true,", ""))) {
            TidemarkException error = assertThrows(
                    TidemarkException.class,
                    () -> StoredPlan.read(damaged, OperatorNodes.ALL, UserFunctions.NONE),
                    damaged);
            assertEquals(ErrorCode.JOURNAL_INVALID, error.code());
        }
    }

    private StreamFrame sales(int windowMinutes, int rememberedMinutes) {
        return stream()
                .dropDuplicates(Deduplicate.by("k").within(Duration.ofMinutes(rememberedMinutes)))
                .uid("dedup.orders")
                .groupBy(window("ts", Duration.ofMinutes(windowMinutes)).as("w"), "k")
                .agg(sum("a").as("total"))
                .uid("agg.sales");
    }

    @Test
    void shouldBeSettledByDecisionsAmongTheOptions() {
        RestartPlan restart = PlanComparison.compare(stored(sales(5, 30)), stored(sales(10, 45)));
        RestartDecisions none = RestartDecisions.NONE;
        assertEquals(List.of("agg.sales"), names(restart.open(none)));
        assertEquals(List.of("agg.sales"), names(restart.open(none.with("agg.sales", RestartDecision.KEEP))));
        assertEquals(List.of("agg.sales"), names(restart.open(none.with("dedup.orders", RestartDecision.DISCARD))));
        assertThrows(IllegalStateException.class, () -> restart.actions(none));
        RestartDecisions discard = none.with("agg.sales", RestartDecision.DISCARD);
        assertEquals(List.of(), restart.open(discard));
        Map<String, RestartAction> actions = restart.actions(discard);
        assertEquals(RestartAction.START_EMPTY, actions.get("agg.sales"));
        assertEquals(RestartAction.MOVE, actions.get("dedup.orders"));
        assertEquals(RestartAction.NONE, actions.get("orders"));
        assertEquals(
                RestartAction.DRAIN,
                restart.actions(none.withOthers(RestartDecision.DRAIN)).get("agg.sales"));
        assertEquals(
                RestartAction.REBUILD,
                restart.actions(none.withOthers(RestartDecision.REBUILD)).get("dedup.orders"));
        assertEquals(
                List.of("watermark-1 watermark-1", "dedup.orders dedup.orders"),
                restart.moves().stream()
                        .map(one -> one.before() + " " + one.now())
                        .toList());
    }

    @Test
    void shouldParkOrDropTheStateOfAnOperatorThatIsGone() {
        RestartPlan restart = PlanComparison.compare(
                stored(sales(5, 30)),
                stored(stream()
                        .dropDuplicates(Deduplicate.by("k").within(MINUTE.multipliedBy(30)))
                        .uid("dedup.orders")));
        RestartDecisions keepSink = RestartDecisions.NONE.with("sink", RestartDecision.KEEP);
        assertEquals(
                RestartAction.PARK,
                restart.actions(keepSink.with("agg.sales", RestartDecision.KEEP_PARKED))
                        .get("agg.sales"));
        assertEquals(
                RestartAction.DROP,
                restart.actions(keepSink.with("agg.sales", RestartDecision.DISCARD))
                        .get("agg.sales"));
    }

    @Test
    void shouldLetADecisionAboutSettingsCountForAll() {
        StoredPlan before = stored(sales(5, 30));
        StoredPlan now =
                StoredPlan.of(bind(sales(5, 30), QuerySettings.defaults().withMode(OutputMode.UPDATE)), "out", 0);
        RestartPlan restart = PlanComparison.compare(before, now);
        RestartDecisions decisions =
                RestartDecisions.NONE.with("settings", RestartDecision.DRAIN).with("sink", RestartDecision.KEEP);
        assertEquals(List.of(), restart.open(decisions));
        assertEquals(RestartAction.DRAIN, restart.actions(decisions).get("agg.sales"));
        assertEquals(RestartAction.DRAIN, restart.actions(decisions).get("dedup.orders"));
    }

    private static List<String> names(List<PlanChange> changes) {
        return changes.stream().map(PlanChange::name).toList();
    }

    @Test
    void shouldPrintATable() {
        RestartPlan restart = PlanComparison.compare(
                StoredPlan.of(bind(sales(5, 30), QuerySettings.defaults()), "file", 0),
                StoredPlan.of(bind(sales(10, 45), QuerySettings.defaults()), "map", 0));
        RestartFigures figures = new RestartFigures(
                "sales",
                18_204,
                "2026-01-05T10:14:59.999Z",
                Map.of("orders", new RestartFigures.Source(0x4a3f, 12_410)),
                Map.of("agg.sales", 2_113L),
                77_120,
                new RestartFigures.Rebuild(0x49aa, 4_200_000, 9));
        assertEquals("""
                RESTART plan 'sales' : checkpoint 18 204, W=2026-01-05T10:14:59.999Z, 1 input, NEEDS_DECISION
                 source orders    index 0x4a3f  backlog 12 410 rows  SAME
                 op dedup.orders  horizon 30m -> 45m                 COMPATIBLE      existing keys keep their old expiry
                 op agg.sales     window 5m -> 10m                   NEEDS_DECISION  2 113 in state  [drain | discard | rebuild from 0x49aa ~4.2 M rows ~9 s]
                 sink sink        file -> map                        NEEDS_DECISION  last put out 77 120  keep goes on there after the last row that was put out  [keep | rebuild from 0x49aa ~4.2 M rows ~9 s]
                """, RestartReport.text(restart, RestartDecisions.NONE, figures));
        RestartDecisions decisions =
                RestartDecisions.NONE.with("agg.sales", RestartDecision.DRAIN).with("sink", RestartDecision.DISCARD);
        List<String> lines =
                RestartReport.text(restart, decisions, figures).lines().toList();
        assertTrue(lines.get(3).endsWith("NEEDS_DECISION  2 113 in state  decided: drain"), lines.get(3));
        assertTrue(lines.get(4).contains("  discard is not possible  [keep | "), lines.get(4));
    }
}
