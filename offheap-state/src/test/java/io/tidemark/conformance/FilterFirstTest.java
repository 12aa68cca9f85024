package io.tidemark.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.conformance.Verdict.Backend;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Spark moves some filters before the watermark, so that the rows they remove do not move it. Tidemark leaves them where they
 * are written. Written before the watermark, they give what Spark gives.
 */
class FilterFirstTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "watermarks/filtered-rows-and-the-watermark",
                "watermarks/filter-on-computed-column-and-the-watermark",
                "watermarks/filter-on-key-after-window-and-the-watermark",
                "random/filter-project-window",
                "multistream/union-stateless"
            })
    void shouldDoWhatSparkDoesWithTheFilterWrittenFirst(String id) {
        check(deviating(id));
    }

    /** Spark removes rows whose key is null before an inner join, and before the watermark above it. */
    @Test
    void shouldDoWhatSparkDoesWithNullKeysRemovedFirst() {
        CaseFile asWritten = deviating("static_joins/inner-unmatched-rows-and-the-watermark");
        ObjectNode json = asWritten.json().deepCopy();
        ObjectNode filter = ((ArrayNode) json.get("plan")).insertObject(0).put("op", "filter");
        filter.putArray("where").add("is_not_null").add("$k");
        check(new CaseFile(asWritten.id(), json));
    }

    private static CaseFile deviating(String id) {
        assertTrue(KnownDifferences.read().deviating().containsKey(id));
        return CaseFile.all().stream()
                .filter(file -> file.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static void check(CaseFile asWritten) {
        for (Backend backend : Backend.values()) {
            assertEquals(List.of(), Verdict.run(filterFirst(asWritten), backend).differences());
        }
    }

    /** Conditions of one side of a join, and keys that must not be null, as filters before the watermarks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "joins/inner-null-keys; ['is_not_null', '$lk']; ['is_not_null', '$rk']",
                "joins/inner-one-sided-condition-and-the-watermark; ['>', '$lv', 10]; true",
                "joins/left-outer-condition-on-right-only; true; ['>', '$rv', 10]",
                "joins/left-outer-one-sided-condition-and-the-watermark; true; ['>', '$rv', 10]",
                "random/join-into-window; ['is_not_null', '$lk']; ['is_not_null', '$rk']"
            })
    void shouldDoWhatSparkDoesWithTheFiltersOfAJoinWrittenFirst(String id, String left, String right)
            throws IOException {
        ObjectNode json = deviating(id).json().deepCopy();
        ArrayNode steps = json.arrayNode();
        filterSource(json, 0, left, steps);
        filterSource(json, 1, right, steps);
        json.path("plan").forEach(steps::add);
        json.set("plan", steps);
        for (Backend backend : Backend.values()) {
            assertEquals(List.of(), Verdict.run(new CaseFile(id, json), backend).differences());
        }
    }

    /** The filter, then the watermark, under the name of the source. */
    private static void filterSource(ObjectNode json, int source, String where, ArrayNode steps) throws IOException {
        ObjectNode from = (ObjectNode) json.path("sources").get(source);
        String name = from.get("name").textValue();
        steps.addObject()
                .put("op", "filter")
                .put("input", name)
                .set("where", new ObjectMapper().readTree(where.replace('\'', '"')));
        steps.add(((ObjectNode) from.remove("watermark")).put("op", "watermark").put("as", name));
    }

    /** For each source its watermark as a step of its own; before it the filters and the columns that they are on. */
    private static CaseFile filterFirst(CaseFile file) {
        ObjectNode json = file.json().deepCopy();
        ArrayNode plan = json.arrayNode();
        for (JsonNode source : json.path("sources")) {
            ObjectNode watermark = ((ObjectNode) source).remove("watermark").deepCopy();
            String name = source.path("name").textValue();
            int first = plan.size();
            file.plan().forEach(step -> {
                if (isMoved(step)) {
                    plan.add(step.deepCopy());
                }
            });
            plan.add(watermark.put("op", "watermark").put("as", name));
            ((ObjectNode) plan.get(first)).put("input", name);
        }
        file.plan().forEach(step -> {
            if (!isMoved(step)) {
                plan.add(step);
            }
        });
        json.set("plan", plan);
        return new CaseFile(file.id(), json);
    }

    private static boolean isMoved(JsonNode step) {
        String op = step.get("op").textValue();
        return op.equals("filter") || op.equals("with_column");
    }
}
