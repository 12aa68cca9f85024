package io.tidemark.benchmarks.ab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AbTest {
    @TempDir
    private Path directory;

    @Test
    void shouldCompareFiguresThatCommandsPrint() throws IOException {
        JsonNode notes = compare(
                "--pattern",
                "took (\\d+)",
                "--args-a",
                "100",
                "--args-b",
                "110",
                "--command",
                "--",
                "echo",
                "it",
                "took");
        assertEquals(1.1, notes.path("ratio").asDouble(), 1e-12);
        assertEquals(1.1, notes.path("low").asDouble(), 1e-12);
        assertEquals("b is 10.0 % higher than a", notes.path("verdict").asText());
    }

    private JsonNode compare(String... arguments) throws IOException {
        String[] all = new String[arguments.length + 5];
        System.arraycopy(
                new String[] {"--rounds", "3", "--out", directory.toString(), "--root=" + directory}, 0, all, 0, 5);
        System.arraycopy(arguments, 0, all, 5, arguments.length);
        assertEquals(0, new CommandLine(new Ab()).execute(all));
        return new ObjectMapper()
                .readTree(directory.resolve("ab.json").toFile())
                .path("notes");
    }

    @Test
    void shouldTakeTheMeanOfTheRowsThatAreMeant() throws IOException {
        Files.writeString(
                directory.resolve("x.json"),
                "{\"rows\": [{\"mode\": \"engine\", \"ns\": 2.0}, {\"mode\": \"engine\", \"ns\": 8}, {\"mode\": \"journal\", \"ns\": 99}]}");
        assertEquals(4.0, new Figure("ns", Map.of("mode", "engine"), null).read(directory, ""), 1e-12);
        assertEquals(99.0, new Figure("ns", Map.of("mode", "journal"), null).read(directory, ""), 1e-12);
        IOException none = assertThrows(IOException.class, () -> new Figure("us", Map.of(), null).read(directory, ""));
        assertTrue(none.getMessage().contains("'us'"), none.getMessage());
        assertEquals(
                3.5, new Figure("", Map.of(), Pattern.compile("= ([0-9.]+)")).read(directory, "cost = 3.5"), 1e-12);
    }
}
