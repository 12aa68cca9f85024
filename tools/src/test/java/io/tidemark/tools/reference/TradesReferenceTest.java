package io.tidemark.tools.reference;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.Tidemark;
import io.tidemark.metrics.lateness.DelayEffect;
import io.tidemark.metrics.lateness.LatenessReport;
import io.tidemark.metrics.lateness.LatenessSettings;
import io.tidemark.operator.DropReason;
import io.tidemark.tools.SampleData;
import io.tidemark.tools.demo.BarsDemo;
import io.tidemark.tools.lateness.JournalStudy;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.read.RowTest;
import io.tidemark.tools.reference.ReferenceRun.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of {@code data/README.md} on the real trades, through real journals and off-heap state. */
class TradesReferenceTest {
    private static final String BARS_SHA256 = "acbbf7a1b0202df136cbcf6e299b280d1da8e901f8d359f25f68c52f19d01b35";

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    @BeforeAll
    static void importTrades() throws IOException {
        ReferenceRun.importInto(shared.resolve("trades"), SampleData.BTCUSD_TRADES);
        ReferenceRun.reorder(shared.resolve("trades"), shared.resolve("disordered"), arrivalOrder());
    }

    @Test
    void shouldGiveAllBarsWhenDrained() throws NoSuchAlgorithmException {
        Result result = bars("trades", 0, true);
        assertEquals(9_399, result.rows().size());
        assertEquals(BARS_SHA256, sha256(result.rows()));
        assertEquals(
                "[2013-11-25T00:00:00Z, 2013-11-25T00:01:00Z, 800.01000000, 807.47000000, 800.01000000, 807.47000000,"
                        + " 2.85664446, 11, 803.18560825]",
                result.rows().get(0).toString());
        List<Object> busiest = result.rows().stream()
                .max(Comparator.comparing(bar -> (Long) bar.get(7)))
                .orElseThrow();
        assertEquals(Instant.parse("2013-11-26T12:30:00Z"), busiest.get(0));
        assertEquals(340L, busiest.get(7));
    }

    @Test
    void shouldGiveTheSameBarsFromDisorderedArrivalWithEnoughDelay() throws NoSuchAlgorithmException {
        // Ties in event time go by journal position, which is another one here, so open and close may differ.
        List<List<Object>> ordered = withoutOpenAndClose(bars("trades", 0, true).rows());
        List<List<Object>> disordered =
                withoutOpenAndClose(bars("disordered", 30, true).rows());
        assertEquals(ordered, disordered);
    }

    @ParameterizedTest
    @CsvSource({"0, 9398", "10, 9397", "60, 9397"})
    void shouldKeepOpenWhatIsNotFinal(long delaySeconds, int finalBars) {
        assertEquals(finalBars, bars("trades", delaySeconds, false).rows().size());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 7587, 9375, 92410, 3",
        "5, 4074, 9389, 95923, 3",
        "10, 1854, 9395, 98109, 37",
        "20, 176, 9397, 99787, 37",
        "30, 0, 9397, 99963, 37"
    })
    void shouldCountLateRowsOfDisorderedArrival(
            long delaySeconds, long late, int finalBars, long rowsInThem, long open) {
        Result result = bars("disordered", delaySeconds, false);
        assertEquals(late, result.progress().dropped(DropReason.LATE));
        assertEquals(finalBars, result.rows().size());
        assertEquals(
                rowsInThem,
                result.rows().stream().mapToLong(bar -> (Long) bar.get(7)).sum());
        assertEquals(100_000, result.progress().rowsRead());
        assertEquals(100_000 - late - rowsInThem, open);
    }

    @Test
    void shouldTellTheLateRowsOfEachDelayWithoutAQuery() {
        LatenessReport report = lateness(LatenessSettings.DEFAULT.now(Duration.ofSeconds(5)));
        assertEquals(
                List.of(7_587L, 4_074L, 1_854L, 176L, 0L),
                report.total().effects().stream()
                        .filter(effect -> effect.name().equals("given"))
                        .map(DelayEffect::rowsLost)
                        .toList());
        assertEquals(4_074, report.total().effect("now").rowsLost());
        assertEquals(50_573, report.total().rowsBehind());
        assertEquals(29_000_000_000L, report.total().disorderMostNs());
        assertEquals(175_778.65435677, report.total().value(), 1e-6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.97", "0.99", "0.995", "0.999"})
    void shouldNameTheDelayThatLosesSoManyRowsInTheQuery(String target) {
        LatenessReport report = lateness(LatenessSettings.DEFAULT.targets(List.of(new BigDecimal(target))));
        int last = report.total().effects().size() - 2;
        DelayEffect effect = report.total().effects().get(last);
        long allowed = 100_000 - new BigDecimal(target).movePointRight(5).longValueExact();
        assertEquals(effect.rowsLost(), late(effect.delayNs()));
        assertTrue(effect.rowsLost() <= allowed, () -> effect + " loses more than " + allowed);
        assertTrue(late(effect.delayNs() - effect.delayNs() / 500) > allowed, () -> effect + " is too large");
    }

    @Test
    void shouldBeShownInTheDocumentation() throws IOException {
        LatenessReport report = lateness(LatenessSettings.DEFAULT.now(Duration.ofSeconds(5)));
        String page = Files.readString(Path.of("..", "docs", "lateness.md"));
        assertTrue(page.contains(report.toString()), report::toString);
    }

    private LatenessReport lateness(LatenessSettings settings) {
        JournalStudy study = new JournalStudy(
                settings.window(Duration.ofMinutes(1))
                        .delays(Stream.of(0, 5, 10, 20, 30)
                                .map(seconds -> Duration.ofSeconds(seconds))
                                .toList()),
                true);
        try (OpenedJournal journal = OpenedJournal.open(shared.resolve("disordered"), true)) {
            study.add(journal, opened -> RowTest.ALL, null, "amount");
            return study.run(Progress.none());
        }
    }

    private long late(long delayNs) {
        return ReferenceRun.run(
                        shared.resolve("disordered"),
                        directory.resolve("late-" + delayNs),
                        false,
                        trades -> BarsDemo.bars(trades, Duration.ofNanos(delayNs)))
                .progress()
                .dropped(DropReason.LATE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 256})
    void shouldShareThePanesOfSlidingWindows(int pollLimit) {
        Result result = ReferenceRun.run(
                shared.resolve("trades"),
                directory.resolve("sliding"),
                true,
                pollLimit,
                trades -> Tidemark.stream("trades", trades)
                        .withWatermark("ts", Duration.ZERO)
                        .groupBy(sliding("ts", Duration.ofMinutes(5), Duration.ofMinutes(1)))
                        .agg(count()));
        assertEquals(9_588, result.rows().size());
        assertEquals(
                500_000,
                result.rows().stream().mapToLong(row -> (Long) row.get(2)).sum());
    }

    @Test
    void shouldSumDecimalsExactly() {
        Result result = ReferenceRun.run(
                shared.resolve("trades"),
                directory.resolve("totals"),
                true,
                trades -> Tidemark.stream("trades", trades)
                        .withWatermark("ts", Duration.ZERO)
                        .groupBy(window("ts", Duration.ofDays(3650)))
                        .agg(count(), sum("amount"), sum(col("price").times(col("amount")))));
        assertEquals(1, result.rows().size());
        List<Object> totals = result.rows().get(0);
        assertEquals(100_000L, totals.get(2));
        assertEquals(0, new BigDecimal("175778.65435677").compareTo((BigDecimal) totals.get(3)), totals.toString());
        assertEquals(
                0, new BigDecimal("168628892.9947683929").compareTo((BigDecimal) totals.get(4)), totals.toString());
    }

    @Test
    void shouldCountTradesPerDay() {
        Result result = ReferenceRun.run(
                shared.resolve("trades"),
                directory.resolve("days"),
                true,
                trades -> Tidemark.stream("trades", trades)
                        .withWatermark("ts", Duration.ZERO)
                        .groupBy(window("ts", Duration.ofDays(1)))
                        .agg(count()));
        assertEquals(
                List.of(13_595L, 14_142L, 17_445L, 16_771L, 14_386L, 11_483L, 12_178L),
                result.rows().stream().map(row -> row.get(2)).toList());
    }

    private Result bars(String journal, long delaySeconds, boolean drain) {
        return ReferenceRun.run(
                shared.resolve(journal),
                directory.resolve(journal + "-" + delaySeconds + "-" + drain),
                drain,
                trades -> BarsDemo.bars(trades, Duration.ofSeconds(delaySeconds)));
    }

    /** Arrival = timestamp + (row * 7919 mod 31) seconds, ties by row. */
    private static List<Integer> arrivalOrder() throws IOException {
        List<Long> times = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(SampleData.BTCUSD_TRADES.open(), StandardCharsets.UTF_8))) {
            lines.readLine();
            lines.lines().forEach(line -> times.add(Long.parseLong(line.substring(0, line.indexOf(',')))));
        }
        return IntStream.range(0, times.size())
                .boxed()
                .sorted(Comparator.comparing((Integer row) -> times.get(row) + row * 7919L % 31)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static String sha256(List<List<Object>> bars) throws NoSuchAlgorithmException {
        StringBuilder lines = new StringBuilder();
        for (List<Object> bar : bars) {
            lines.append(((Instant) bar.get(0)).getEpochSecond());
            for (int column = 2; column <= 6; column++) {
                lines.append(',').append(plain((BigDecimal) bar.get(column)));
            }
            lines.append(',').append(bar.get(7)).append('\n');
        }
        byte[] hash =
                MessageDigest.getInstance("SHA-256").digest(lines.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash);
    }

    private static String plain(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }

    private static List<List<Object>> withoutOpenAndClose(List<List<Object>> bars) {
        List<List<Object>> others = new ArrayList<>();
        for (List<Object> bar : bars) {
            others.add(List.of(bar.get(0), bar.get(3), bar.get(4), bar.get(6), bar.get(7), bar.get(8)));
        }
        return others;
    }
}
