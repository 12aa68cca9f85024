package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.StreamFrame;
import io.tidemark.expr.Column;
import io.tidemark.expr.Functions;
import io.tidemark.expr.Window;
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
    private final List<String> statefulUids = new ArrayList<>();
    private final Function<JsonNode, StreamFrame> tables;
    private Branch last;

    /**
     * Result of a step.
     *
     * @param frame the query so far
     * @param windows names of the window columns in it
     */
    private record Branch(StreamFrame frame, Set<String> windows) {
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
            Branch branch = new Branch(watermark.isMissingNode() ? frame : withWatermark(frame, watermark), Set.of());
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

    /** Names of the steps with state, from the sources on. */
    List<String> statefulUids() {
        return statefulUids;
    }

    private Branch step(JsonNode step, Branch input) {
        StreamFrame frame = input.frame();
        CaseExpressions expressions = input.expressions();
        return switch (step.get("op").textValue()) {
            case "filter" -> new Branch(frame.filter(expressions.read(step.get("where"))), input.windows());
            case "with_column" ->
                new Branch(
                        frame.withColumn(step.get("as").textValue(), expressions.read(step.get("expr"))),
                        input.windows());
            case "project" -> project(step, input);
            case "watermark" -> new Branch(withWatermark(frame, step), input.windows());
            case "window_aggregate" -> windowAggregate(step, input);
            case "aggregate" -> aggregate(step, input);
            case "union" -> union(step);
            case "dedup" -> new Branch(stateful(frame.dropDuplicates(names(step, input)), "dedupe"), input.windows());
            case "dedup_within_watermark" ->
                new Branch(
                        stateful(frame.dropDuplicatesWithinWatermark(names(step, input)), "dedupeWithinWatermark"),
                        input.windows());
            case "static_join" -> staticJoin(step, input);
            default -> throw new IllegalArgumentException("no step " + step.get("op"));
        };
    }

    private Branch union(JsonNode step) {
        List<Branch> inputs = new ArrayList<>();
        step.get("inputs").forEach(name -> inputs.add(branches.get(name.textValue())));
        StreamFrame[] others = inputs.stream().skip(2).map(Branch::frame).toArray(StreamFrame[]::new);
        return new Branch(
                inputs.get(0).frame().union(inputs.get(1).frame(), others),
                inputs.get(0).windows());
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
        return new Branch(input.frame().joinReference(table.allRows(), type, match), input.windows());
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
        return new Branch(input.frame().select(columns.toArray(Column[]::new)), windows);
    }

    private Branch windowAggregate(JsonNode step, Branch input) {
        Window window = window(step.get("window"), input.expressions());
        Set<String> windows = new HashSet<>(Set.of(window.name()));
        Column[] keys = keys(step, input, windows);
        StreamFrame frame =
                input.frame().groupBy(window, keys).agg(CaseAggregates.read(step.get("aggs"), input.expressions()));
        return new Branch(stateful(frame, "stateStoreSave"), windows);
    }

    private Branch aggregate(JsonNode step, Branch input) {
        Set<String> windows = new HashSet<>();
        Column[] keys = keys(step, input, windows);
        StreamFrame frame = input.frame().groupBy(keys).agg(CaseAggregates.read(step.get("aggs"), input.expressions()));
        return new Branch(stateful(frame, "stateStoreSave"), windows);
    }

    private StreamFrame stateful(StreamFrame frame, String operator) {
        statefulUids.add(operator + "-" + (statefulUids.size() + 1));
        return frame.uid(statefulUids.get(statefulUids.size() - 1));
    }

    private static Window window(JsonNode window, CaseExpressions expressions) {
        Duration size = CaseValues.span(window.get("size").textValue());
        Duration slide =
                window.has("slide") ? CaseValues.span(window.get("slide").textValue()) : size;
        Duration offset = CaseValues.span(window.path("start").asText("0 seconds"));
        return Functions.sliding(expressions.time(window.get("on").textValue()), size, slide, offset)
                .as(window.path("as").asText("window"));
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
