package io.tidemark.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.conformance.Difference.Aspect;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.Schema;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The comparison finds each kind of difference, and nothing where there is none. */
class ComparisonTest {
    private static final CaseFile CASE = CaseFile.parse("test/case", """
            {"plan": [], "batches": [{}], "expected": {
              "columns": [{"name": "k", "type": "string"}, {"name": "d", "type": "double"}],
              "batches": [
                {"input": 0, "watermark": "2024-01-01T00:00:10.000Z", "rows": [["a", 1.0], ["a", 1.0], [null, "NaN"]],
                 "state": [{"operatorName": "stateStoreSave", "numRowsTotal": 4, "numRowsUpdated": 3, "numRowsRemoved": 2,
                            "numRowsDroppedByWatermark": 1}]},
                {"no_data": true, "watermark": null, "rows": [], "state": []}]}}""");
    private static final CaseFile FAILING = CaseFile.parse("test/failing", """
            {"plan": [], "batches": [{}, {}], "expected_error": {"kind": "long_sum_overflow", "at": "run", "input": 1}}""");
    private static final Schema COLUMNS = Schema.parse("k string, d double");
    private static final Instant WATERMARK = Instant.parse("2024-01-01T00:00:10Z");
    private static final List<List<Object>> ROWS = List.of(row(null, Double.NaN), row("a", 1.0), row("a", 1.0 + 1e-10));
    private static final Outcome.Entry NO_DATA = new Outcome.Entry("no data", null, List.of(), List.of());

    @Test
    void shouldFindNothingWhereAllIsTheSame() {
        assertEquals(Set.of(), aspects(entry(WATERMARK, ROWS, state(4, 3, 2, 1)), NO_DATA));
    }

    @Test
    void shouldCompareRowsAsMultisets() {
        Outcome.State state = state(4, 3, 2, 1);
        assertEquals(
                Set.of(Aspect.ROWS), aspects(entry(WATERMARK, ROWS.subList(0, 2), state), NO_DATA), "one is missing");
        List<List<Object>> off = List.of(ROWS.get(0), ROWS.get(1), row("a", 1.0 + 1e-8));
        assertEquals(Set.of(Aspect.ROWS), aspects(entry(WATERMARK, off, state), NO_DATA), "one is another");
        List<List<Object>> more = List.of(ROWS.get(0), ROWS.get(1), ROWS.get(2), ROWS.get(2));
        assertEquals(Set.of(Aspect.ROWS), aspects(entry(WATERMARK, more, state), NO_DATA), "one is too many");
        List<List<Object>> otherType = List.of(ROWS.get(0), ROWS.get(1), row("a", 1L));
        assertEquals(Set.of(Aspect.ROWS), aspects(entry(WATERMARK, otherType, state), NO_DATA), "a long is no double");
    }

    @Test
    void shouldFindOtherWatermarksAndCounts() {
        Outcome.State[] states = {state(0, 3, 2, 1), state(4, 0, 2, 1), state(4, 3, 0, 1), state(4, 3, 2, 0)};
        Aspect[] aspects = {Aspect.TOTAL, Aspect.UPDATED, Aspect.REMOVED, Aspect.DROPPED};
        for (int i = 0; i < states.length; i++) {
            assertEquals(Set.of(aspects[i]), aspects(entry(WATERMARK, ROWS, states[i]), NO_DATA));
        }
        assertEquals(
                Set.of(Aspect.WATERMARK), aspects(entry(WATERMARK.plusNanos(1), ROWS, state(4, 3, 2, 1)), NO_DATA));
        assertEquals(Set.of(Aspect.WATERMARK), aspects(entry(null, ROWS, state(4, 3, 2, 1)), NO_DATA));
        Outcome.State other = new Outcome.State("dedupe", 4, 3, 2, 1);
        assertEquals(Set.of(Aspect.OPERATORS), aspects(entry(WATERMARK, ROWS, other), NO_DATA));
    }

    @Test
    void shouldFindBatchesThatAreTooFewOrTooMany() {
        Outcome.Entry entry = entry(WATERMARK, ROWS, state(4, 3, 2, 1));
        assertEquals(Set.of(Aspect.BATCHES), aspects(entry));
        assertEquals(Set.of(Aspect.BATCHES), aspects(entry, NO_DATA, NO_DATA));
        assertEquals(Set.of(Aspect.BATCHES), aspects(NO_DATA, entry));
    }

    @Test
    void shouldFindOtherColumns() {
        for (String columns : List.of("k string, e double", "k string, d long", "k string", "d double, k string")) {
            Outcome outcome = new Outcome(
                    Schema.parse(columns), List.of(entry(WATERMARK, ROWS, state(4, 3, 2, 1)), NO_DATA), null);
            assertEquals(Set.of(Aspect.COLUMNS), aspects(CASE, outcome), columns);
        }
    }

    @Test
    void shouldCompareErrorsByKindAndPlace() {
        Set<Aspect> error = Set.of(Aspect.ERROR);
        assertEquals(Set.of(), aspects(FAILING, failed("input 1", ErrorCode.ARITHMETIC_OVERFLOW)));
        assertEquals(error, aspects(FAILING, failed("input 0", ErrorCode.ARITHMETIC_OVERFLOW)));
        assertEquals(error, aspects(FAILING, failed("start", ErrorCode.ARITHMETIC_OVERFLOW)));
        assertEquals(error, aspects(FAILING, failed("input 1", ErrorCode.DIVISION_BY_ZERO)));
        assertEquals(error, aspects(FAILING, new Outcome(COLUMNS, List.of(), null)));
        assertEquals(
                EnumSet.of(Aspect.ERROR, Aspect.BATCHES),
                aspects(CASE, failed("start", ErrorCode.ARITHMETIC_OVERFLOW)));
    }

    private static Outcome failed(String at, ErrorCode code) {
        return new Outcome(
                COLUMNS, List.of(), new Outcome.Failure(at, new TidemarkException(code, "reason", "way out")));
    }

    private static Set<Aspect> aspects(Outcome.Entry... entries) {
        return aspects(CASE, new Outcome(COLUMNS, List.of(entries), null));
    }

    private static Set<Aspect> aspects(CaseFile file, Outcome outcome) {
        return Comparison.of(file, outcome).stream().map(Difference::aspect).collect(Collectors.toSet());
    }

    private static Outcome.Entry entry(Instant watermark, List<List<Object>> rows, Outcome.State state) {
        return new Outcome.Entry("input 0", watermark, rows, List.of(state));
    }

    private static Outcome.State state(long total, long updated, long removed, long dropped) {
        return new Outcome.State("stateStoreSave", total, updated, removed, dropped);
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }
}
