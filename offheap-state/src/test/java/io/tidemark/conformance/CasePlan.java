package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.StreamFrame;
import io.tidemark.expr.Column;
import io.tidemark.expr.Functions;
import io.tidemark.expr.Window;
import io.tidemark.operator.join.JoinType;
import io.tidemark.operator.reference.ReferenceJoin;
import io.tidemark.operator.reference.ReferenceMatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Makes a query of the steps of a case. Steps with state get the name of the case's operator and a number as their uid. */
final class CasePlan {
    private final Map<String, Branch> branches = new HashMap<>();
    private final Function<JsonNode, StreamFrame> tables;
    private int statefulSteps;
    private Branch last;

    /**
     * Result of a step.
     *
     * @param frame the query so far
     * @param windows names of the window columns in it
     * @param stateful uids of its steps with state, in the order of the case
     */
    private record Branch(StreamFrame frame, Set<String> windows, List<String> stateful) {
        Branch with(StreamFrame newFrame) {
            return new Branch(newFrame, windows, stateful);
        }

        CaseExpressions expressions() {
            return new CaseExpressions(windows);
        }
    }

    /**
     * The plan over its sources: in the order of the case, each with its watermark.
     *
     * @param tables makes a source of a table that a step holds
     */
    CasePlan(CaseFile file, Map<String, StreamFrame> sources, Function<JsonNode, StreamFrame> tables) {
        this.tables = tables;
        for (JsonNode source : file.sources()) {
            String name = source.get("name").textValue();
            StreamFrame frame = sources.get(name);
            JsonNode watermark = source.path("watermark");
            Branch branch = new Branch(
                    watermark.isMissingNode() ? frame : withWatermark(frame, watermark), Set.of(), List.of());
            branches.put(name, branch);
            last = last == null ? branch : last;
        }
        for (JsonNode step : file.plan()) {
            Branch input = step.has("input") ? branches.get(step.get("input").textValue()) : last;
            last = step(step, input);
            if (step.has("as") && !step.get("op").textValue().equals("with_column")) {
                branches.put(step.get("as").textValue(), last);
            }
        }
    }

    /** The result of the last step. */
    StreamFrame frame() {
        return last.frame();
    }

    /** Names of the steps with state, from the sources on; of a join those of its right input first. */
    List<String> statefulUids() {
        return last.stateful();
    }

    private Branch step(JsonNode step, Branch input) {
        StreamFrame frame = input.frame();
        CaseExpressions expressions = input.expressions();
        return switch (step.get("op").textValue()) {
            case "filter" -> input.with(frame.filter(expressions.read(step.get("where"))));
            case "with_column" ->
                input.with(frame.withColumn(step.get("as").textValue(), expressions.read(step.get("expr"))));
            case "project" -> project(step, input);
            case "watermark" -> input.with(withWatermark(frame, step));
            case "window_aggregate" -> windowAggregate(step, input);
            case "aggregate" -> aggregate(step, input);
            case "union" -> union(step);
            case "dedup" ->
                stateful(frame.dropDuplicates(names(step, input)), "dedupe", input.windows(), input.stateful());
            case "dedup_within_watermark" ->
                stateful(
                        frame.dropDuplicatesWithinWatermark(names(step, input)),
                        "dedupeWithinWatermark",
                        input.windows(),
                        input.stateful());
            case "static_join" -> staticJoin(step, input);
            case "join" -> join(step);
            default -> throw new IllegalArgumentException("no step " + step.get("op"));
        };
    }

    private Branch union(JsonNode step) {
        List<Branch> inputs = new ArrayList<>();
        step.get("inputs").forEach(name -> inputs.add(branches.get(name.textValue())));
        StreamFrame[] others = inputs.stream().skip(2).map(Branch::frame).toArray(StreamFrame[]::new);
        return new Branch(
                inputs.get(0).frame().union(inputs.get(1).frame(), others),
                inputs.get(0).windows(),
                inputs.stream().flatMap(input -> input.stateful().stream()).toList());
    }

    private Branch staticJoin(JsonNode step, Branch input) {
        ReferenceMatch match = new ReferenceMatch(List.of(), null);
        for (JsonNode pair : step.get("on")) {
            match = match.and(pair.get(0).textValue(), pair.get(1).textValue());
        }
        if (step.has("condition")) {
            match = match.where(input.expressions().read(step.get("condition")));
        }
        ReferenceJoin.Type type =
                ReferenceJoin.Type.valueOf(step.get("type").textValue().toUpperCase(Locale.ROOT));
        StreamFrame table = tables.apply(step.get("static"));
        return input.with(input.frame().joinReference(table.allRows(), type, match));
    }

    private Branch project(JsonNode step, Branch input) {
        List<Column> columns = new ArrayList<>();
        Set<String> windows = new HashSet<>();
        for (JsonNode column : step.get("columns")) {
            if (column.isTextual()) {
                addColumn(columns, windows, column.textValue(), input);
            } else {
                columns.add(input.expressions()
                        .read(column.get("expr"))
                        .as(column.get("as").textValue()));
            }
        }
        return new Branch(input.frame().select(columns.toArray(Column[]::new)), windows, input.stateful());
    }

    private Branch windowAggregate(JsonNode step, Branch input) {
        boolean sessions = step.get("window").get("type").textValue().equals("session");
        Window window = sessions
                ? session(step.get("window"), input.expressions())
                : window(step.get("window"), input.expressions());
        Set<String> windows = new HashSet<>(Set.of(window.name()));
        Column[] keys = keys(step, input, windows);
        StreamFrame frame =
                input.frame().groupBy(window, keys).agg(CaseAggregates.read(step.get("aggs"), input.expressions()));
        return stateful(
                frame, sessions ? "sessionWindowStateStoreSaveExec" : "stateStoreSave", windows, input.stateful());
    }

    private Branch aggregate(JsonNode step, Branch input) {
        Set<String> windows = new HashSet<>();
        Column[] keys = keys(step, input, windows);
        StreamFrame frame = input.frame().groupBy(keys).agg(CaseAggregates.read(step.get("aggs"), input.expressions()));
        return stateful(frame, "stateStoreSave", windows, input.stateful());
    }

    private Branch join(JsonNode step) {
        Branch left = branches.get(step.get("left").textValue());
        Branch right = branches.get(step.get("right").textValue());
        Set<String> windows = new HashSet<>(left.windows());
        windows.addAll(right.windows());
        JoinType type = JoinType.valueOf(step.get("type").textValue().toUpperCase(Locale.ROOT));
        Column condition = CaseJoins.condition(step, new CaseExpressions(windows), windows);
        List<String> above = new ArrayList<>(right.stateful());
        above.addAll(left.stateful());
        StreamFrame frame = left.frame().join(right.frame(), type, condition);
        return stateful(frame, "symmetricHashJoin", windows, above);
    }

    private Branch stateful(StreamFrame frame, String operator, Set<String> windows, List<String> above) {
        statefulSteps++;
        List<String> uids = new ArrayList<>(above);
        uids.add(operator + "-" + statefulSteps);
        return new Branch(frame.uid(operator + "-" + statefulSteps), windows, uids);
    }

    private static Window window(JsonNode window, CaseExpressions expressions) {
        Duration size = CaseValues.span(window.get("size").textValue());
        Duration slide =
                window.has("slide") ? CaseValues.span(window.get("slide").textValue()) : size;
        Duration offset = CaseValues.span(window.path("start").asText("0 seconds"));
        return Functions.sliding(expressions.time(window.get("on").textValue()), size, slide, offset)
                .as(window.path("as").asText("window"));
    }

    private static Window session(JsonNode window, CaseExpressions expressions) {
        return Functions.session(expressions.time(window.get("on").textValue()), gap(window, expressions))
                .as(window.path("as").asText("window"));
    }

    private static Column gap(JsonNode window, CaseExpressions expressions) {
        if (window.has("gap")) {
            return span(window.get("gap"));
        }
        List<Object> branches = new ArrayList<>();
        for (JsonNode branch : window.get("gap_cases")) {
            branches.add(expressions.read(branch.get(0)));
            branches.add(span(branch.get(1)));
        }
        branches.add(span(window.get("gap_else")));
        return Functions.call("case", branches.toArray());
    }

    private static Column span(JsonNode span) {
        return Functions.span(CaseValues.span(span.textValue()));
    }

    private static Column[] keys(JsonNode step, Branch input, Set<String> windows) {
        List<Column> keys = new ArrayList<>();
        for (JsonNode key : step.path("keys")) {
            addColumn(keys, windows, key.textValue(), input);
        }
        return keys.toArray(Column[]::new);
    }

    private static String[] names(JsonNode step, Branch input) {
        List<String> names = new ArrayList<>();
        for (JsonNode key : step.path("keys")) {
            String name = key.textValue();
            names.addAll(input.windows().contains(name) ? List.of(name + "_start", name + "_end") : List.of(name));
        }
        return names.toArray(String[]::new);
    }

    /** A window is two columns. */
    private static void addColumn(List<Column> columns, Set<String> windows, String name, Branch input) {
        if (input.windows().contains(name)) {
            windows.add(name);
            columns.add(Functions.col(name + "_start"));
            columns.add(Functions.col(name + "_end"));
        } else {
            columns.add(input.expressions().column(name).as(name));
        }
    }

    private static StreamFrame withWatermark(StreamFrame frame, JsonNode watermark) {
        return frame.withWatermark(
                watermark.get("field").textValue(),
                CaseValues.span(watermark.get("delay").textValue()));
    }
}
