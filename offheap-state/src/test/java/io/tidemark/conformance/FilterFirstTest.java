package io.tidemark.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.conformance.Verdict.Backend;
import java.util.List;
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
                "random/filter-project-window"
            })
    void shouldDoWhatSparkDoesWithTheFilterWrittenFirst(String id) {
        CaseFile asWritten = CaseFile.all().stream()
                .filter(file -> file.id().equals(id))
                .findFirst()
                .orElseThrow();
        assertTrue(KnownDifferences.read().deviating().containsKey(id));
        for (Backend backend : Backend.values()) {
            assertEquals(List.of(), Verdict.run(filterFirst(asWritten), backend).differences());
        }
    }

    /** The watermark as a step of its own; before it the filter and the column that the filter is on. */
    private static CaseFile filterFirst(CaseFile file) {
        ObjectNode json = file.json().deepCopy();
        ObjectNode watermark =
                ((ObjectNode) json.path("sources").get(0)).remove("watermark").deepCopy();
        watermark.put("op", "watermark");
        ArrayNode before = json.arrayNode();
        ArrayNode after = json.arrayNode();
        for (JsonNode step : file.plan()) {
            String op = step.get("op").textValue();
            (op.equals("filter") || op.equals("with_column") ? before : after).add(step);
        }
        json.set("plan", before.add(watermark).addAll(after));
        return new CaseFile(file.id(), json);
    }
}
