package io.tidemark.examples;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.operator.DropReason;
import io.tidemark.testkit.CrashPoint;
import io.tidemark.testkit.CrashReport;
import io.tidemark.testkit.CrashSchedule;
import io.tidemark.testkit.QueryTestDriver;
import io.tidemark.testkit.TestQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows the testkit; its parts between the marks stand in docs/testing.md. */
class TestingExampleTest {
    // docs begin
    /** What the service runs: it adds sink, directory and state. */
    static StreamFrame bars(StreamFrame trades) {
        return trades.withWatermark("ts", Duration.ofSeconds(1))
                .groupBy(window("ts", Duration.ofSeconds(10)), "symbol")
                .agg(count().as("trades"), sum("quantity").as("volume"));
    }

    private final TestQuery bars = TestQuery.of(
                    sources -> bars(sources.stream("trades")).writeStream().queryName("bars"))
            .input("trades", "ts timestamp, symbol string, quantity long")
            .base(Instant.parse("2026-03-02T09:00:00Z"));

    @Test
    void shouldMakeBarsOfTenSeconds() {
        try (QueryTestDriver driver = QueryTestDriver.open(bars)) {
            driver.pipe("trades", """
                    09:00:01.000, BTCUSD, 5
                    09:00:04.500, BTCUSD, 7
                    09:00:11.500, BTCUSD, 1
                    09:00:02.000, BTCUSD, 9
                    """);
            driver.expectOutput("""
                    window_end, symbol, trades, volume
                    +10s,       BTCUSD, 2,      12
                    """);
            assertEquals(9L, driver.dropped(DropReason.LATE).get(0).get("quantity"));
            assertEquals(Instant.parse("2026-03-02T09:00:10.500Z"), driver.watermark());
        }
    }

    @Test
    void shouldSurviveBeingKilled(@TempDir Path directory) {
        CrashSchedule schedule = CrashSchedule.of(bars, directory).table("trades", """
                ts,     symbol, quantity
                +1s,    BTCUSD, 5
                +2s,    ETHUSD, 3
                +12s,   BTCUSD, 2
                +1s,    BTCUSD, 1
                +25s,   ETHUSD, 4
                +31s,   BTCUSD, null
                """);
        CrashReport report = schedule.checkRandom(42, 8);
        assertTrue(report.resumed() > 0, report.toString());
        schedule.check(CrashPoint.afterCycles(2), CrashPoint.inWrite(1), CrashPoint.afterRow(2));
    }
    // docs end

    @Test
    void shouldStandInTheDocumentationAsItIsCompiled() throws IOException {
        Path root = Path.of(System.getProperty("tidemark.root"));
        String source =
                Files.readString(root.resolve("examples/src/test/java/io/tidemark/examples/TestingExampleTest.java"));
        String body = source.substring(source.indexOf("// docs begin\n") + 14, source.indexOf("    // docs end"));
        assertTrue(
                Files.readString(root.resolve("docs/testing.md"))
                        .contains(body.stripTrailing().stripIndent()),
                "the example in docs/testing.md differs from TestingExampleTest.java");
    }
}
