package io.tidemark.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.conformance.Verdict.Backend;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Random windows, delays, modes and rows against a plain model of Spark, which the recorded cases hold in turn. */
class RandomCaseTest {
    @TestFactory
    Stream<DynamicTest> shouldModelWhatSparkDid() {
        List<CaseFile> known = CaseFile.all().stream().filter(SparkModel::knows).toList();
        assertTrue(known.size() >= 70, () -> "only " + known.size() + " cases hold the model");
        return known.stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.id(),
                        () -> assertEquals(
                                List.of(), Comparison.of(file, new Outcome(null, SparkModel.entries(file), null)))));
    }

    @Property(tries = 200)
    void shouldDoWhatTheModelDoes(@ForAll("windows") CaseFile file) {
        check(file, Backend.HEAP);
    }

    @Property(tries = 50)
    void shouldDoWhatTheModelDoesOffHeap(@ForAll("windows") CaseFile file) {
        check(file, Backend.CHRONICLE);
    }

    @Property(tries = 100)
    void shouldChainWindowsAsTheModelDoes(@ForAll("chains") CaseFile file) {
        check(file, Backend.HEAP);
    }

    @Property(tries = 50)
    void shouldNotGoByTheWatermarkOfAnotherColumn(@ForAll("otherTimes") CaseFile file) {
        check(file, Backend.HEAP);
    }

    @Property(tries = 50)
    void shouldKeepTotalsAsTheModelDoes(@ForAll("totals") CaseFile file) {
        check(file, Backend.HEAP);
    }

    private static void check(CaseFile file, Backend backend) {
        Outcome outcome = CaseRun.of(file, backend.factory());
        assertNull(outcome.failure());
        assertEquals(plain(SparkModel.entries(file)), plain(outcome.entries()));
    }

    /** Rows as multisets. */
    private static List<Object> plain(List<Outcome.Entry> entries) {
        List<Object> plain = new ArrayList<>();
        for (Outcome.Entry entry : entries) {
            Map<List<Object>, Integer> rows = new HashMap<>();
            entry.rows().forEach(row -> rows.merge(row, 1, Integer::sum));
            plain.add(List.of(entry.label(), String.valueOf(entry.watermark()), rows, entry.state()));
        }
        return plain;
    }

    @Provide
    Arbitrary<CaseFile> windows() {
        Arbitrary<String> modes = Arbitraries.of("append", "update", "complete");
        return Combinators.combine(window("ts"), keys(), modes, delay(), Arbitraries.of(true, false), batches())
                .as((window, keys, mode, delay, noData, batches) ->
                        file(List.of(byArrival(step(window, keys))), mode, delay, noData, batches));
    }

    @Provide
    Arbitrary<CaseFile> otherTimes() {
        return Combinators.combine(window("other"), keys(), delay(), Arbitraries.of(true, false), batches())
                .as((window, keys, delay, noData, batches) ->
                        file(List.of(step(window, keys)), "update", delay, noData, batches));
    }

    @Provide
    Arbitrary<CaseFile> chains() {
        return Combinators.combine(
                        window("ts"), keys(), window("window"), delay(), Arbitraries.of(true, false), batches())
                .as((first, keys, second, delay, noData, batches) -> file(
                        List.of(
                                step(first, keys),
                                step(second, "")
                                        .replace("$v", "$sv")
                                        .replace("$s\"", "$ls\"")
                                        .replace("$m", "$sm")),
                        "append",
                        delay,
                        noData,
                        batches));
    }

    @Provide
    Arbitrary<CaseFile> totals() {
        return Combinators.combine(keys(), Arbitraries.of("update", "complete"), delay(), batches())
                .as((keys, mode, delay, batches) -> file(List.of(step("", keys)), mode, delay, true, batches));
    }

    private static Arbitrary<String> window(String on) {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 12),
                        Arbitraries.integers().between(1, 12),
                        Arbitraries.integers().between(-11, 11))
                .as((size, slide, start) ->
                        """
                        {"type": "sliding", "on": "%s", "size": "%d seconds", "slide": "%d seconds", "start": "%d seconds"}""".formatted(on, size, Math.min(size, slide), start % Math.min(size, slide)));
    }

    private static Arbitrary<String> keys() {
        return Arbitraries.of("\"k\"", "");
    }

    private static Arbitrary<Integer> delay() {
        return Arbitraries.of(0, 1500, 2_000_000, 7_000_001);
    }

    /** Times around 1970 or 2024, in steps of half a second and sometimes a microsecond off. */
    private static Arbitrary<List<List<String>>> batches() {
        Arbitrary<String> time = Combinators.combine(
                        Arbitraries.of("1969-12-31T23:59:%02d.%06dZ", "2024-01-01T00:00:%02d.%06dZ"),
                        Arbitraries.integers().between(0, 59),
                        Arbitraries.of(0, 1, 500_000, 999_999))
                .as((format, second, micros) -> "\"" + format.formatted(second, micros) + "\"")
                .injectNull(0.03);
        Arbitrary<String> key = Arbitraries.of("\"a\"", "\"b\"").injectNull(0.1);
        Arbitrary<Integer> value = Arbitraries.integers().between(-9, 9).injectNull(0.1);
        Arbitrary<String> text =
                Arbitraries.of("\"\"", "\"y\"", "\"a long text\"").injectNull(0.1);
        Arbitrary<String> amount =
                Arbitraries.of("\"0.05\"", "\"-7.30\"", "\"99999999.99\"").injectNull(0.1);
        return Combinators.combine(time, time, key, value, text, amount)
                .as((ts, other, k, v, s, m) ->
                        "[" + ts + ", " + other + ", " + k + ", " + v + ", " + s + ", " + m + "]")
                .list()
                .ofMaxSize(5)
                .list()
                .ofMaxSize(6);
    }

    private static String step(String window, String keys) {
        return """
                {"op": "%s", %s "keys": [%s],
                 "aggs": [{"fn": "count", "as": "n"}, {"fn": "count", "arg": "$v", "as": "nv"}, {"fn": "sum", "arg": "$v", "as": "sv"},
                   {"fn": "avg", "arg": "$v", "as": "av"}, {"fn": "min", "arg": "$v", "as": "lo"}, {"fn": "max", "arg": "$s", "as": "hs"},
                   {"fn": "min", "arg": "$s", "as": "ls"}, {"fn": "sum", "arg": "$m", "as": "sm"}, {"fn": "avg", "arg": "$m", "as": "am"}]}""".formatted(
                        window.isEmpty() ? "aggregate" : "window_aggregate",
                        window.isEmpty() ? "" : "\"window\": " + window + ",",
                        keys);
    }

    /** With first and last values: over journal rows, since the order of rows that an aggregate gives is no part of the model. */
    private static String byArrival(String step) {
        return step.replace("\"aggs\": [{", """
                "aggs": [{"fn": "first", "arg": "$v", "as": "fv"}, {"fn": "last", "arg": "$s", "as": "lv"},
                   {"fn": "first_non_null", "arg": "$s", "as": "fs"}, {"fn": "last_non_null", "arg": "$m", "as": "lm"}, {""");
    }

    private static CaseFile file(
            List<String> steps, String mode, int delayMicros, boolean noData, List<List<String>> batches) {
        String input = batches.stream()
                .map(rows -> "{\"s\": [" + String.join(", ", rows) + "]}")
                .reduce((left, right) -> left + ", " + right)
                .orElse("{}");
        return CaseFile.parse(
                "random/window", """
                {"sources": [{"name": "s", "fields": [{"name": "ts", "type": "timestamp"}, {"name": "other", "type": "timestamp"}, {"name": "k", "type": "string"},
                              {"name": "v", "type": "long"}, {"name": "s", "type": "string"}, {"name": "m", "type": "decimal(10,2)"}],
                              "watermark": {"field": "ts", "delay": "%d microseconds"}}],
                 "plan": [%s], "output_mode": "%s", "no_data_batches": %s, "batches": [%s]}""".formatted(delayMicros, String.join(", ", steps), mode, noData, input));
    }
}
