package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What cases need and Tidemark does not have yet. A case that needs one of these is skipped under its name. */
final class MissingOperators {
    private static final Map<String, String> STEPS = Map.of(
            "join", "stream join");
    private static final Map<String, String> WINDOWS = Map.of("session", "session window");

    private MissingOperators() {}

    /** Names of what a case needs and does not find. */
    static Set<String> of(CaseFile file) {
        Set<String> missing = new TreeSet<>();
        for (JsonNode step : file.plan()) {
            add(missing, STEPS, step.path("op"));
            add(missing, WINDOWS, step.path("window").path("type"));
        }
        return missing;
    }

    private static void add(Set<String> missing, Map<String, String> table, JsonNode name) {
        if (table.containsKey(name.asText())) {
            missing.add(table.get(name.asText()));
        }
    }
}
