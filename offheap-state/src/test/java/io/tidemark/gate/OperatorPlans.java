package io.tidemark.gate;

import static io.tidemark.expr.CalendarFunctions.calendarDays;
import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.concat;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.expr.Functions.window_time;

import io.tidemark.AsOfFrame;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.Window;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.AsOfJoin.Ties;
import io.tidemark.operator.asof.AsOfJoin.Type;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.dedup.Keep;
import io.tidemark.operator.join.JoinType;
import io.tidemark.operator.join.JoinWatermark;
import io.tidemark.operator.reference.ReferenceJoin;
import io.tidemark.operator.reference.ReferenceMatch;
import io.tidemark.time.AsOfDirection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Queries with every operator in every form that has code of its own. In complete mode no further window opens: one that is never freed takes some
 * objects of its own.
 */
final class OperatorPlans {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String FEW = "97 keys";

    private final List<GateCase> cases = new ArrayList<>();

    private OperatorPlans() {}

    static List<GateCase> all() {
        OperatorPlans plans = new OperatorPlans();
        plans.rowByRow();
        plans.windows();
        plans.groupsWithoutWindow();
        plans.sessions();
        plans.dedup();
        plans.joins();
        plans.asOf();
        plans.reference();
        plans.chains();
        return plans.cases;
    }

    private void add(GateCase one) {
        cases.add(one);
    }

    private void rowByRow() {
        add(GateCase.of("filter", in -> in.filter(col("v").mod(lit(3L)).ne(lit(0L)))));
        add(GateCase.of(
                "projection",
                in -> in.select(
                        col("ts"),
                        col("v").times(lit(2L)).as("twice"),
                        col("d").plus(col("w")).as("total"),
                        concat(col("s"), "-", col("s")))));
        add(GateCase.of("further column", in -> in.withColumn("more", col("x").times(2.0))));
        add(GateCase.of("union", (left, right) -> left.union(renamed(right))));
        add(GateCase.of(
                "function of the user's own, kept for ever",
                in -> in.groupByKey("k").unboundedState(FEW).process(new Counter())));
        add(GateCase.of(
                "function of the user's own, with timers and ttl",
                in -> in.groupByKey("s", "k").ttl(SECOND).process(new Counter())));
    }

    private static StreamFrame renamed(StreamFrame right) {
        return right.select("rts", "rk", "rv", "ri", "rx", "rd", "rw", "rs", "rb");
    }

    /** Modes in which a grouping without consent to unbounded state runs. */
    private static Map<String, UnaryOperator<StreamWriter>> modes() {
        Map<String, UnaryOperator<StreamWriter>> modes = new LinkedHashMap<>();
        modes.put("append", writer -> writer.outputMode(OutputMode.APPEND));
        modes.put("update", writer -> writer.outputMode(OutputMode.UPDATE));
        modes.put(
                "update at cuts",
                writer -> writer.outputMode(OutputMode.UPDATE).conflated().cutEvery(1000));
        modes.put("changelog", writer -> writer.outputMode(OutputMode.UPDATE).changelog());
        modes.put(
                "changelog at cuts",
                writer -> writer.outputMode(OutputMode.UPDATE)
                        .changelog()
                        .conflated()
                        .cutEvery(1000));
        return modes;
    }

    private void windows() {
        Map<String, Window> windows = new LinkedHashMap<>();
        windows.put("tumbling", window("ts", SECOND.multipliedBy(10)));
        windows.put("sliding", sliding("ts", SECOND.multipliedBy(60), SECOND.multipliedBy(5)));
        windows.put("sliding by an odd step", sliding("ts", SECOND.multipliedBy(7), SECOND.multipliedBy(3)));
        windows.forEach((name, window) -> modes().forEach((mode, settings) -> {
            // In update mode each row changes many windows, and each is merged from many panes.
            boolean heavy = !name.equals("tumbling") && !mode.equals("append");
            add(GateCase.of(
                            name + " windows, " + mode,
                            in -> in.groupBy(window, "k").agg(aggregates()))
                    .with(settings)
                    .rows(heavy ? 20_000 : mode.equals("append") ? 1_000_000 : 100_000));
        }));
        add(GateCase.of(
                        "windows of local days, update",
                        in -> in.groupBy(calendarDays("ts", "Europe/Berlin"), "k")
                                .agg(aggregates()))
                .with(modes().get("update"))
                .variant());
        add(GateCase.of(
                "windows without keys", in -> in.groupBy(window("ts", SECOND)).agg(aggregates())));
        add(GateCase.of(
                "windows with text keys",
                in -> in.groupBy(window("ts", SECOND), "s", "k").agg(aggregates())));
        add(GateCase.of(
                        "windows, complete",
                        in -> in.groupBy(window("ts", Duration.ofDays(1)), "k")
                                .unboundedState("one day")
                                .agg(aggregates()))
                .with(writer -> writer.outputMode(OutputMode.COMPLETE).cutEvery(5000)));
        add(GateCase.of(
                        "windows as in Spark",
                        in -> in.groupBy(window("ts", SECOND.multipliedBy(10)), "k")
                                .agg(aggregates()))
                .with(writer -> writer.spark().cutEvery(2000)));
    }

    private static Aggregate[] aggregates() {
        return new Aggregate[] {
            count().as("n"),
            sum("v").as("total"),
            min("x").as("low"),
            max("s").as("text"),
            last("d").as("latest")
        };
    }

    private void groupsWithoutWindow() {
        for (String mode : List.of("update", "update at cuts", "changelog", "changelog at cuts")) {
            add(GateCase.of(
                            "groups, " + mode,
                            in -> in.groupBy("k").unboundedState(FEW).agg(aggregates()))
                    .with(modes().get(mode))
                    .rows(mode.equals("update") ? 1_000_000 : 100_000));
        }
        add(GateCase.of(
                        "groups, complete",
                        in -> in.groupBy("k").unboundedState(FEW).agg(aggregates()))
                .with(writer -> writer.outputMode(OutputMode.COMPLETE).cutEvery(5000)));
        add(GateCase.of("one group", in -> in.groupBy(new Column[0]).agg(aggregates()))
                .with(modes().get("update")));
    }

    private void sessions() {
        modes().forEach((mode, settings) -> add(GateCase.of(
                        "sessions, " + mode,
                        in -> in.groupBy(session("ts", SECOND.multipliedBy(2)), "k")
                                .agg(aggregates()))
                .with(settings)
                .rows(mode.equals("append") ? 1_000_000 : 100_000)));
        add(GateCase.of(
                "sessions with text keys",
                in -> in.groupBy(session("ts", SECOND), "s", "k").agg(aggregates())));
        add(GateCase.of(
                        "sessions, complete",
                        in -> in.filter(col("v").lt(2L))
                                .groupBy(session("ts", SECOND.multipliedBy(300)), "k")
                                .unboundedState("few sessions")
                                .agg(aggregates()))
                .with(writer -> writer.outputMode(OutputMode.COMPLETE).cutEvery(20_000)));
    }

    private void dedup() {
        Map<String, Deduplicate> kinds = new LinkedHashMap<>();
        kinds.put("by event time and key", Deduplicate.by("k", "v", "ts"));
        kinds.put("by all columns", Deduplicate.by());
        kinds.put("within the watermark", Deduplicate.by("k", "v").withinWatermark());
        kinds.put("by one number", Deduplicate.by("i").withinWatermark());
        kinds.put("by a text within a span", Deduplicate.by("s", "v").within(SECOND.multipliedBy(9)));
        kinds.put(
                "for ever", Deduplicate.by("k", "v").unboundedState("few pairs").conflictsOn("b"));
        kinds.put(
                "with conflicts",
                Deduplicate.by("k", "v").within(SECOND.multipliedBy(30)).conflictsOnAllOthers());
        kinds.put("earliest", Deduplicate.by("k", "v").withinWatermark().keep(Keep.EARLIEST_EVENT));
        kinds.put(
                "latest",
                Deduplicate.by("k", "s")
                        .within(SECOND.multipliedBy(5))
                        .keep(Keep.LATEST_EVENT)
                        .conflictsOn("b"));
        kinds.put(
                "greatest decimal",
                Deduplicate.by("k", "s").within(SECOND.multipliedBy(5)).keep(Keep.greatest("d")));
        kinds.put(
                "greatest text",
                Deduplicate.by("k").within(SECOND.multipliedBy(5)).keep(Keep.greatest("s")));
        kinds.forEach((name, how) -> {
            add(GateCase.of("dedup " + name, in -> in.dropDuplicates(how)));
            add(GateCase.of("dedup " + name + ", update", in -> in.dropDuplicates(how))
                    .with(modes().get("update"))
                    .variant());
        });
    }

    private void joins() {
        for (JoinType type : JoinType.values()) {
            for (String key : List.of("k", "s")) {
                for (JoinWatermark watermark : JoinWatermark.values()) {
                    GateCase join = GateCase.of(
                            type + " join on " + key + ", watermark " + watermark,
                            (left, right) -> join(left, right, type, watermark, key));
                    add(key.equals("k") && watermark == JoinWatermark.MERGED ? join : join.variant());
                }
            }
        }
    }

    private static StreamFrame join(
            StreamFrame left, StreamFrame right, JoinType type, JoinWatermark watermark, String key) {
        return left.filter(col("v").lt(30L))
                .join(right.filter(col("rv").lt(30L)), type)
                .watermark(watermark)
                .on(
                        col(key).eq(col("r" + key)),
                        between(col("rts"), col("ts").minus(SECOND), col("ts").plus(SECOND)),
                        col("x").gt(5.0));
    }

    private void asOf() {
        for (Emit emit : Emit.values()) {
            for (AsOfDirection direction : AsOfDirection.values()) {
                for (Type type : Type.values()) {
                    add(asOf(
                            emit + " " + direction + " as-of join, " + type,
                            join -> switch (direction) {
                                case BACKWARD -> join.backward();
                                case FORWARD -> join.forward();
                                case NEAREST -> join.nearest();
                            },
                            emit,
                            type));
                }
            }
            add(asOf(emit + " strict as-of join", join -> join.strict(), emit, Type.LEFT));
            add(asOf(emit + " nearest strict as-of join", join -> join.nearest().strict(), emit, Type.LEFT));
        }
        for (Ties ties : Ties.values()) {
            add(asOf("as-of join, ties " + ties, join -> join.ties(ties), Emit.ON_WATERMARK, Type.LEFT));
        }
        add(GateCase.of(
                "window join",
                (left, right) -> left.windowJoin(right)
                        .on(col("k"), col("rk"))
                        .between(SECOND, SECOND)
                        .agg(count().as("n"), avg("rx").as("mean"), max("rs").as("text"))));
    }

    private static GateCase asOf(String name, UnaryOperator<AsOfFrame> form, Emit emit, Type type) {
        GateCase join = GateCase.of(
                name,
                (left, right) -> form.apply(left.asOf(right)
                                .on(col("k"), col("rk"))
                                .tolerance(SECOND.multipliedBy(2))
                                .emit(emit))
                        .join(type));
        return emit == Emit.ON_WATERMARK && type == Type.LEFT ? join : join.variant();
    }

    private void reference() {
        for (ReferenceJoin.Type type : ReferenceJoin.Type.values()) {
            if (type == ReferenceJoin.Type.RIGHT_OUTER || type == ReferenceJoin.Type.FULL_OUTER) {
                continue; // Refused.
            }
            add(GateCase.of(
                    "reference " + type + " by the joined column",
                    (left, right) -> left.joinReference(
                            right.latestBy("rk").withVersion("version"),
                            type,
                            ReferenceMatch.on("k", "rk").where(col("v").gt(col("rv"))))));
            add(GateCase.of(
                            "reference " + type + " by another column",
                            (left, right) ->
                                    left.joinReference(right.latestBy("ri"), type, ReferenceMatch.on("k", "rk")))
                    .variant());
        }
        add(GateCase.of(
                "reference with all rows",
                (left, right) -> left.joinReference(
                        right.filter(col("rv").eq(0L).and(col("ri").eq(0L))).allRows(),
                        ReferenceJoin.Type.LEFT_OUTER,
                        ReferenceMatch.on("k", "rk"))));
    }

    private void chains() {
        add(GateCase.of(
                "dedup, join, window",
                (left, right) -> join(
                                left.dropDuplicatesWithinWatermark("k", "v"),
                                right,
                                JoinType.INNER,
                                JoinWatermark.MERGED,
                                "k")
                        .groupBy(window("ts", SECOND.multipliedBy(10)), "s")
                        .agg(count(), sum("x"), sum("rx"))));
        add(GateCase.of("window over window, changelog", OperatorPlans::windowOverWindow)
                .with(modes().get("changelog")));
        add(GateCase.of("window over window, append", OperatorPlans::windowOverWindow));
        add(GateCase.of(
                "as-of join over sessions",
                (left, right) -> left.groupBy(session("ts", SECOND), "k")
                        .agg(count().as("n"))
                        .asOf(right)
                        .on(col("k"), col("rk"))
                        .left()));
        add(GateCase.of(
                "union, then windows",
                (left, right) -> left.union(renamed(right))
                        .groupBy(window("ts", SECOND), "k")
                        .agg(count())));
        add(GateCase.of(
                        "windows over changing groups",
                        in -> in.groupBy("k")
                                .unboundedState(FEW)
                                .agg(count().as("n"), max("v").as("v"))
                                .groupBy(col("v"))
                                .unboundedState(FEW)
                                .agg(count(), sum("n"), avg("n")))
                .with(modes().get("changelog")));
    }

    private static StreamFrame windowOverWindow(StreamFrame in) {
        return in.groupBy(sliding("ts", SECOND.multipliedBy(10), SECOND.multipliedBy(5)), "k")
                .agg(count().as("n"), sum("v").as("v"))
                .groupBy(
                        window(window_time("window"), SECOND.multipliedBy(20), Duration.ZERO)
                                .as("w"),
                        col("n"))
                .agg(count().as("keys"), sum("v"), avg("v"));
    }
}
