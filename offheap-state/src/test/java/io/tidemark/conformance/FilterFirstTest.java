package io.tidemark.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.conformance.Verdict.Backend;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
