package io.tidemark.benchmarks.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ScalingTest {
    @TempDir
    private Path directory;

    /** Every part runs, small, and query and flat table end with the same entries, or it would fail. */
    @Test
    void shouldMeasureAllThatGrows() throws IOException {
        int code = new CommandLine(new Scaling())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute("--max=10000", "--rows=8000", "--rounds=1", "--queries=2", "--out=" + directory);
        assertEquals(0, code);
        Set<String> seen = new HashSet<>();
        for (JsonNode row : new ObjectMapper()
                .readTree(directory.resolve("scaling.json").toFile())
                .path("rows")) {
            seen.add(row.path("what").asText());
            assertTrue(row.path("cpuNsPerRow").asDouble() > 0, row.toString());
        }
        assertEquals(Set.of("state", "keys", "windows", "queries"), seen);
    }

    @Test
    void shouldForgetNoIdButTheOneThatGoes() {
        FlatSet flat = new FlatSet(50);
        Set<Long> expected = new HashSet<>();
        Random random = new Random(7);
        for (int step = 0; step < 20_000; step++) {
            long id = 1 + random.nextInt(80);
            if (expected.size() < 50 && random.nextBoolean()) {
                assertEquals(expected.add(id), flat.add(id));
            } else {
                expected.remove(id);
                flat.remove(id);
            }
            assertEquals(expected.size(), flat.size());
        }
        for (long id = 1; id <= 80; id++) {
            assertEquals(!expected.contains(id), flat.add(id));
            flat.remove(id);
            assertFalse(!flat.add(id));
            flat.remove(id);
        }
    }

    @Test
    void shouldAddUpPerKey() {
        FlatTable flat = new FlatTable(20);
        for (long row = 0; row < 1000; row++) {
            flat.add(row % 20, row);
        }
        assertEquals(20, flat.entries());
        assertEquals(499_500, flat.total());
    }
}
