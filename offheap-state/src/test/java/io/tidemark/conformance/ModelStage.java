package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.operator.OutputMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One aggregate of the {@link SparkModel}: groups in a hash map, each with all its rows. */
final class ModelStage {
    private static final Set<String> WINDOWS = Set.of("tumbling", "sliding");

    private final JsonNode step;
    private final OutputMode mode;
    private final boolean evicts;
    private final Map<Group, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    private Outcome.State state;

    /**
     * A group.
     *
     * @param startMicros start of its window
     * @param endMicros end of its window, or the end of time
     * @param keys values of its keys
     */
    private record Group(long startMicros, long endMicros, List<Object> keys) {}

    /** A stage of which groups go by the watermark if their window is on its column or on the window of the stage before. */
    ModelStage(JsonNode step, OutputMode mode, String watermarkColumn) {
        String on = step.at("/window/on").asText("");
        this.step = step;
        this.mode = mode;
        this.evicts = mode != OutputMode.COMPLETE && (on.equals("window") || on.equals(watermarkColumn));
    }

    static boolean knows(JsonNode step) {
        boolean known = step.get("op").textValue().endsWith("aggregate")
                && (!step.has("window")
                        || WINDOWS.contains(step.at("/window/type").textValue()));
        for (JsonNode aggregate : step.path("aggs")) {
            known &= ModelAggregate.knows(aggregate.get("fn").textValue());
        }
        return known;
    }

    private boolean hasTime() {
        return step.has("window");
    }

    /** Counts of the last batch. */
    Outcome.State state() {
        return state;
    }

    /** Names of the columns that come out. */
    List<String> columns() {
        List<String> names = new ArrayList<>();
        if (hasTime()) {
            names.addAll(List.of("window_start", "window_end"));
        }
        step.path("keys").forEach(key -> names.add(key.textValue()));
        step.path("aggs").forEach(aggregate -> names.add(aggregate.get("as").textValue()));
        return names;
    }

    /** Takes the rows of a batch; gives what comes out. Late rows go by the first watermark, eviction by the second. */
    List<Map<String, Object>> batch(List<Map<String, Object>> rows, long lateMicros, long evictMicros) {
        Set<Group> late = new HashSet<>();
        Set<Group> updated = new HashSet<>();
        if (!hasTime() && step.path("keys").isEmpty()) {
            updated.add(new Group(0, Long.MAX_VALUE, List.of()));
        }
        for (Map<String, Object> row : rows) {
            for (Group group : groupsOf(row)) {
                if (evicts && group.endMicros() <= lateMicros) {
                    late.add(group);
                } else {
                    updated.add(group);
                    rowsOf(group).add(row);
                }
            }
        }
        updated.forEach(this::rowsOf);
        Set<Group> due = new HashSet<>();
        groups.keySet().stream()
                .filter(group -> evicts && group.endMicros() <= evictMicros)
                .forEach(due::add);
        Set<Group> emitted = switch (mode) {
            case APPEND -> due;
            case UPDATE -> updated;
            case COMPLETE -> groups.keySet();
        };
        List<Map<String, Object>> out = new ArrayList<>();
        emitted.forEach(group -> out.add(result(group)));
        groups.keySet().removeAll(due);
        state = new Outcome.State("stateStoreSave", groups.size(), updated.size(), due.size(), late.size());
        return out;
    }

    private List<Group> groupsOf(Map<String, Object> row) {
        List<Object> keys = new ArrayList<>();
        step.path("keys").forEach(key -> keys.add(oneZero(row.get(key.textValue()))));
        List<Group> found = new ArrayList<>();
        if (!hasTime()) {
            found.add(new Group(0, Long.MAX_VALUE, keys));
            return found;
        }
        String on = step.at("/window/on").textValue();
        Object time = on.equals("window") ? ((Instant) row.get("window_end")).minusNanos(1000) : row.get(on);
        if (time instanceof Instant instant) {
            long micros = SparkModel.micros(instant);
            long size = span("size", "");
            long slide = span("slide", step.at("/window/size").textValue());
            long start = micros - Math.floorMod(micros - span("start", "0 seconds"), slide);
            for (; start + size > micros; start -= slide) {
                found.add(new Group(start, start + size, keys));
            }
        }
        return found;
    }

    private long span(String name, String absent) {
        Duration span = CaseValues.span(step.get("window").path(name).asText(absent));
        return span.toNanos() / 1000;
    }

    private List<Map<String, Object>> rowsOf(Group group) {
        return groups.computeIfAbsent(group, key -> new ArrayList<>());
    }

    private Map<String, Object> result(Group group) {
        Map<String, Object> result = new HashMap<>();
        if (hasTime()) {
            result.put("window_start", SparkModel.instant(group.startMicros()));
            result.put("window_end", SparkModel.instant(group.endMicros()));
        }
        int column = 0;
        for (JsonNode name : step.path("keys")) {
            result.put(name.textValue(), group.keys().get(column++));
        }
        for (JsonNode aggregate : step.path("aggs")) {
            List<Object> values = new ArrayList<>();
            String argument = aggregate.path("arg").asText("$").substring(1);
            groups.get(group).forEach(row -> values.add(argument.isEmpty() ? Boolean.TRUE : row.get(argument)));
            String function = aggregate.get("fn").textValue();
            result.put(aggregate.get("as").textValue(), ModelAggregate.of(function, values));
        }
        return result;
    }

    private static Object oneZero(Object key) {
        return key instanceof Double number ? number + 0.0 : key;
    }
}
