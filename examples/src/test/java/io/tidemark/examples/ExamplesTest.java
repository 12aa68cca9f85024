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
import java.sql.SQLException;
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
    void shouldReportOrdersThatNobodyFilled() {
        assertEquals(
                List.of(
                        "order 1 filled 60 of 100",
                        "order 1 filled 40 of 100",
                        "order 2 over 50 was not filled",
                        "order 3 filled 75 of 75"),
                run(UnfilledOrdersExample::main));
    }

    /** Click b of 12:05 comes out once there is a click after 12:55 and a payment after 12:45. */
    @Test
    void shouldSayWhenAClickIsKnownToBringNoPayment() {
        assertEquals(
                List.of(
                        "12:00 click a",
                        "12:05 click b",
                        "12:10 payment of 30 for a",
                        "  => click a brought 30",
                        "12:50 click c",
                        "12:46 payment of 12 for c",
                        "12:56 click d",
                        "  => click b brought no payment",
                        "12:52 payment of 20 for c",
                        "  => click c brought 20"),
                run(ClicksAndPaymentsExample::main));
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
    void shouldMeetTheTickSizeOfTheHour() {
        assertEquals(
                List.of(
                        "{ts=1970-01-01T09:00:00Z, symbol=ABC, price=20.05, tick=0.05, on_tick=true}",
                        "{ts=1970-01-01T10:00:00Z, symbol=ABC, price=20.06, tick=0.05, on_tick=false}",
                        "{ts=1970-01-01T11:00:00Z, symbol=NEW, price=7.00, tick=null, on_tick=null}",
                        "{ts=1970-01-01T13:00:00Z, symbol=ABC, price=20.06, tick=0.02, on_tick=true}",
                        "{ts=1970-01-01T14:00:00Z, symbol=NEW, price=7.00, tick=0.50, on_tick=true}",
                        "{ts=1970-01-01T15:00:00Z, symbol=ABC, price=20.05, tick=0.02, on_tick=false}"),
                run(ReferenceTableExample::main));
    }

    @Test
    void shouldLetEachIdThroughOnceInThirtyMinutes() {
        assertEquals(
                List.of(
                        "{ts=1970-01-01T00:00:00Z, id=7, source=primary}",
                        "{ts=1970-01-01T00:12:00Z, id=8, source=primary}",
                        "{ts=1970-01-01T00:36:00Z, id=9, source=primary}",
                        "{ts=1970-01-01T00:37:00Z, id=7, source=reused}",
                        "duplicates: 3"),
                run(DedupExample::main));
    }

    @Test
    void shouldSetAConflictingExecutionAside() {
        assertEquals(
                List.of(
                        "{ts=1970-01-01T00:00:01Z, exec_id=E-1, price=4200, quantity=10}",
                        "{ts=1970-01-01T00:00:02Z, exec_id=E-2, price=4201, quantity=5}",
                        "{ts=1970-01-01T00:00:09Z, exec_id=E-3, price=4205, quantity=7}",
                        "copies: 1",
                        "conflict: {ts=1970-01-01T00:00:08Z, exec_id=E-2, price=4210, quantity=5}"),
                run(ResentExecutionsExample::main));
    }

    @Test
    void shouldSumSalesOfStoresWithDistinctOrders() {
        assertEquals(
                List.of(
                        "{window_start=2026-03-02T10:00:00Z, window_end=2026-03-02T10:05:00Z, store=north, orders=2,"
                                + " revenue=35.50}",
                        "{window_start=2026-03-02T10:00:00Z, window_end=2026-03-02T10:05:00Z, store=south, orders=1,"
                                + " revenue=10.00}",
                        "{window_start=2026-03-02T10:10:00Z, window_end=2026-03-02T10:15:00Z, store=north, orders=1,"
                                + " revenue=1.00}",
                        "late lines: 1"),
                run(StoreSalesExample::main));
    }

    @Test
    void shouldTellHowLateEachReadingIs() {
        assertEquals(
                List.of(
                        "{device=a, lateness_s=2}",
                        "{device=b, lateness_s=63}",
                        "{device=a, lateness_s=1}",
                        "invalid readings: 2"),
                run(LatenessExample::main));
    }

    @Test
    void shouldTellFiveKindsOfRowsApartAcrossARestart() {
        assertEquals(
                List.of(
                        "invalid 1, duplicates 1, too late 1",
                        "{window_start=2026-03-02T10:00:00Z, window_end=2026-03-02T10:05:00Z, events=3, amount=80}",
                        "{window_start=2026-03-02T10:10:00Z, window_end=2026-03-02T10:15:00Z, events=1, amount=40}"),
                run(FiveKindsExample::main));
    }

    @Test
    void shouldPutQuotesBesideTrades() {
        String trades = Path.of(System.getProperty("tidemark.root"), "data", "btcusd-trades-2013.csv")
                .toString();
        assertEquals(
                List.of(
                        "{ts=2013-11-25T00:00:00Z, price=800.01000000, quoted=null, bid=null, ask=null}",
                        "{ts=2013-11-25T00:00:13Z, price=800.05000000, quoted=2013-11-25T00:00:00.500Z,"
                                + " bid=799.76000000, ask=800.26000000}",
                        "{ts=2013-11-25T00:00:13Z, price=800.05000000, quoted=2013-11-25T00:00:00.500Z,"
                                + " bid=799.76000000, ask=800.26000000}",
                        "bought 22213, sold 25572, between bid and ask 52214, without a quote 1"),
                run(arguments -> {
                    try {
                        QuotesExample.main(new String[] {arguments[0], trades});
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
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

    /** The bar that ends at 20 s has the quote of 9 s, 11 s old; XYZ has none. */
    @Test
    void shouldPutTheStandingQuoteBesideEachBar() {
        assertEquals(
                List.of(
                        "{window_end=1970-01-01T00:00:10Z, symbol=ABC, trades=10, close=109, bid=108, ask=110}",
                        "{window_end=1970-01-01T00:00:20Z, symbol=ABC, trades=10, close=119, bid=108, ask=110}",
                        "{window_end=1970-01-01T00:00:30Z, symbol=ABC, trades=10, close=129, bid=120, ask=123}",
                        "{window_end=1970-01-01T00:00:30Z, symbol=XYZ, trades=1, close=7, bid=null, ask=null}"),
                run(QuotedBarsExample::main));
    }

    /** 6 000 trades, one each second, in windows of 10 s with two symbols: the last one stays open. */
    @Test
    void shouldKeepEachBarOnceInADatabase() {
        assertEquals(List.of("bars: 1198, distinct: 1198, trades in them: 5990"), run(arguments -> {
            try {
                DatabaseExample.main(arguments);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    @Test
    void shouldPayOnceForRowsThatComeAgain() {
        assertEquals(
                List.of("{payouts-0=ann 120, payouts-1=cid 300, payouts-2=dot 50}", "requests: 5, paid: 3"),
                run(IdempotentCallbackExample::main));
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
