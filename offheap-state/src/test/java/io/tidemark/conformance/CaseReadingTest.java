package io.tidemark.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.conformance.Difference.Aspect;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Values, expressions and the page of differences are read as they are meant. */
class CaseReadingTest {
    @Test
    void shouldReadValuesByTheirType() {
        JsonNode values =
                json("[1, 2, 0.5, \"-Infinity\", \"1.5\", \"2024-01-01T00:00:00.000001Z\", \"NaN\", true, null]");
        Schema schema = Schema.parse(
                "i int, l long, d double, e double, m decimal(10,2), t timestamp, s string, b bool, n long");
        List<Object> row = CaseValues.row(values, schema);
        assertEquals(
                List.of(
                        1,
                        2L,
                        0.5,
                        Double.NEGATIVE_INFINITY,
                        new BigDecimal("1.50"),
                        Instant.ofEpochSecond(1_704_067_200L, 1000),
                        "NaN",
                        true),
                row.subList(0, 8));
        assertEquals(null, row.get(8));
    }

    @Test
    void shouldReadSpans() {
        assertEquals(Duration.ofNanos(1_500_000), CaseValues.span("1500 microseconds"));
        assertEquals(Duration.ofSeconds(-1), CaseValues.span("-1 second"));
        assertEquals(Duration.ofDays(14), CaseValues.span("2 weeks"));
        assertThrows(IllegalArgumentException.class, () -> CaseValues.span("1 month"));
    }

    @Test
    void shouldTakeDoublesAsEqualToOneBillionth() {
        assertTrue(same(1e18, 1e18 + 1e8));
        assertFalse(same(1.0, 1.0 + 1e-8));
        assertTrue(same(Double.NaN, Double.NaN));
        assertTrue(same(0.0, -0.0));
        assertFalse(same(Double.POSITIVE_INFINITY, Double.MAX_VALUE));
        assertFalse(same(1.0, null));
        assertFalse(same(new BigDecimal("1.0"), new BigDecimal("1.00")));
    }

    @Test
    void shouldReadExpressions() {
        CaseExpressions expressions = new CaseExpressions(Set.of("w"));
        assertEquals(
                "(((v + 1) > 2.5) and is_null(k))",
                text(expressions, "[\"and\", [\">\", [\"+\", \"$v\", 1], 2.5], [\"is_null\", \"$k\"]]"));
        assertEquals(
                "add_time(w_time2, -60000000000)", text(expressions, "[\"add_time\", \"$w_time2\", \"-1 minute\"]"));
        assertEquals("window_time(w_end)", text(expressions, "\"$w_time\""));
        assertEquals("v_time", text(expressions, "\"$v_time\""));
        assertEquals("cast('$' as long)", text(expressions, "[\"cast\", [\"lit\", \"string\", \"$\"], \"long\"]"));
    }

    @Test
    void shouldReadThePageOfDifferences() {
        KnownDifferences page = new KnownDifferences("""
                | case | differs | why |
                |---|---|---|
                | `windows/far` | error, batches | Years end in 2262. |
                | `windows/no-reason` | error |  |
                """);
        assertEquals(Map.of("windows/far", Set.of(Aspect.ERROR, Aspect.BATCHES)), page.deviating());
        assertTrue(page.says("2262"));
    }

    @Test
    void shouldAcceptEstimatesWithinFifteenPercent() {
        List<Boolean> estimates = List.of(false, true);
        assertTrue(CaseValues.sameRow(List.of(100L, 100L), List.of(100L, 115L), estimates));
        assertFalse(CaseValues.sameRow(List.of(100L, 100L), List.of(100L, 116L), estimates));
        assertFalse(CaseValues.sameRow(List.of(100L, 100L), List.of(101L, 100L), estimates));
    }

    private static boolean same(Object expected, Object actual) {
        return CaseValues.sameRow(java.util.Arrays.asList(expected), java.util.Arrays.asList(actual), List.of(false));
    }

    private static String text(CaseExpressions expressions, String json) {
        return expressions.read(json(json)).expression().toString();
    }

    private static JsonNode json(String text) {
        return CaseFile.parse("test/text", text).json();
    }
}
