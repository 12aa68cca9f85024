package io.tidemark.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldPrintBars() {
        List<String> lines = run(BarsExample::main);
        assertTrue(lines.contains("late rows: 0"), lines.toString());
        assertTrue(
                lines.contains("0 {window_start=1970-01-01T00:00:00Z, window_end=1970-01-01T00:00:01Z, symbol=BTCUSD,"
                        + " trades=334, low=1000, high=1096}"),
                lines.toString());
        assertTrue(
                lines.contains("9 {window_start=1970-01-01T00:00:04Z, window_end=1970-01-01T00:00:05Z, symbol=BTCUSD,"
                        + " trades=333, low=1000, high=1096}"),
                lines.toString());
        assertEquals(11, lines.size());
    }

    @Test
    void shouldPrintLargeOrders() {
        assertEquals(
                List.of(
                        "large order {id=6, gross=142.79999999999998}",
                        "large order {id=7, gross=166.6}",
                        "large order {id=8, gross=190.39999999999998}",
                        "large order {id=9, gross=214.2}"),
                run(InvokedExample::main));
    }

    @Test
    void shouldReadAForeignQueue() {
        assertEquals(
                List.of(
                        "{window_start=1970-01-01T00:00:00Z, window_end=1970-01-01T00:00:10Z, fills=10, quantity=45}",
                        "{window_start=1970-01-01T00:00:10Z, window_end=1970-01-01T00:00:20Z, fills=10, quantity=145}",
                        "{window_start=1970-01-01T00:00:20Z, window_end=1970-01-01T00:00:30Z, fills=10, quantity=245}"),
                run(ForeignQueueExample::main));
    }

    @Test
    void shouldWeightPricesByVolume() {
        assertEquals(
                List.of(
                        "{window_start=1970-01-01T00:00:00Z, vwap=102.76923076923077, volume=39}",
                        "{window_start=1970-01-01T00:00:20Z, vwap=102.9, volume=40}",
                        "{window_start=1970-01-01T00:00:40Z, vwap=102.97560975609755, volume=41}"),
                run(VwapExample::main));
    }

    @Test
    void shouldFindSpellsOfTrading() {
        String trades = Path.of(System.getProperty("tidemark.root"), "data", "btcusd-trades-2013.csv")
                .toString();
        assertEquals(
                List.of(
                        "{session_start=2013-11-25T16:13:30Z, session_end=2013-11-25T23:08:01Z, trades=6842,"
                                + " volume=13743.66573487, open=819.98000000, close=827.45000000}",
                        "{session_start=2013-11-26T11:51:32Z, session_end=2013-11-27T03:29:44Z, trades=11682,"
                                + " volume=24377.71269562, open=835.00000000, close=902.45000000}",
                        "{session_start=2013-11-27T06:14:22Z, session_end=2013-11-28T04:05:00Z, trades=16906,"
                                + " volume=29807.37934804, open=904.01000000, close=970.00000000}",
                        "{session_start=2013-11-28T13:00:16Z, session_end=2013-11-29T01:36:41Z, trades=9744,"
                                + " volume=22000.72938919, open=1008.00000000, close=1005.75000000}",
                        "{session_start=2013-11-29T09:30:55Z, session_end=2013-11-30T22:09:38Z, trades=21333,"
                                + " volume=27582.34239280, open=1025.00000000, close=1143.50000000}"),
                run(args -> {
                    try {
                        SessionsExample.main(new String[] {args[0], trades});
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
    }

    @Test
    void shouldStandInTheReadmeAsItIsCompiled() throws IOException {
        Path root = Path.of(System.getProperty("tidemark.root"));
        String source = Files.readString(root.resolve("examples/src/main/java/io/tidemark/examples/BarsExample.java"));
        String body =
                source.substring(source.indexOf("// README begin\n") + 16, source.indexOf("        // README end"));
        assertTrue(
                Files.readString(root.resolve("README.md"))
                        .contains(body.stripTrailing().stripIndent()),
                "the example in README.md differs from BarsExample.java");
    }

    private List<String> run(Consumer<String[]> main) {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            main.accept(new String[] {directory.toString()});
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
