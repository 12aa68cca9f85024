package io.tidemark.metrics.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every verdict and threshold has its section in the page that it names, in the order of the table. */
class OperationsPageTest {
    private static final Path PAGE = Path.of(System.getProperty("tidemark.root"), "docs", "operations.md");
    private static final List<String> PARTS = List.of("**Means.**", "**Look at.**", "**Safe.**", "**Not safe.**");

    @Test
    void shouldExplainEveryVerdictAndThreshold() throws IOException {
        Map<String, String> sections = sections();
        List<String> names = new ArrayList<>();
        Arrays.stream(Verdict.values()).forEach(verdict -> names.add(verdict.name()));
        Arrays.stream(Threshold.values()).forEach(threshold -> names.add(threshold.name()));

        assertEquals(names, List.copyOf(sections.keySet()));
        sections.forEach((name, text) -> {
            for (String part : PARTS) {
                assertTrue(text.contains(part), () -> name + " lacks " + part);
            }
        });
    }

    @Test
    void shouldNameTheAnchorOfTheSection() {
        assertEquals("docs/operations.md#idle_source", Verdict.IDLE_SOURCE.page());
        assertEquals("docs/operations.md#step_p95", Threshold.STEP_P95.page());
    }

    /** Texts of the sections whose headings are in capitals, by heading. */
    private static Map<String, String> sections() throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        String current = null;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("#")) {
                String heading = line.replaceFirst("#+ ", "");
                current = heading.matches("[A-Z0-9_]+") ? heading : null;
            } else if (current != null) {
                sections.merge(current, line + "\n", String::concat);
            }
        }
        return sections;
    }
}
