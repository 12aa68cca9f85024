package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark stat} on a query that ran and was stopped. */
class StatCommandTest {
    @TempDir
    private Path home;

    @Test
    void shouldShowTheCountersOfAQueryThatHasEnded() throws IOException {
        StoredSales sales = new StoredSales(home);
        sales.run(0, 1);
        CommandRun text = CommandRun.of("stat", sales.query());
        assertEquals(0, text.exitCode(), text.err());
        assertTrue(text.out().startsWith("query 'sales', ended "), text.out());
        assertTrue(text.out().contains(" as CLOSED\n"), text.out());
        assertTrue(text.out().contains("\nsource "), text.out());
        assertTrue(text.out().matches("(?s).*\n  rows in +\\d+ rows\n.*"), text.out());
        CommandRun json = CommandRun.of("stat", sales.query(), "--format", "json", "--all");
        int values = 0;
        try (JsonParser parser = new JsonFactory().createParser(json.out())) {
            while (parser.nextToken() != null) {
                values += "value".equals(parser.currentName()) ? 1 : 0;
            }
        }
        assertTrue(values > 100, json.out());
        assertEquals(0, CommandRun.of("stat", sales.query(), "--watch", "0.1").exitCode(), "it ends with the query");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertEquals(3, CommandRun.of("stat", home).exitCode());
        assertEquals(2, CommandRun.of("stat", home, "--format", "xml").exitCode());
        assertEquals(2, CommandRun.of("stat", home, "--watch", "0").exitCode());
    }
}
