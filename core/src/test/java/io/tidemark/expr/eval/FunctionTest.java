package io.tidemark.expr.eval;

import static io.tidemark.expr.Functions.abs;
import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.coalesce;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.concat;
import static io.tidemark.expr.Functions.ingest_time;
import static io.tidemark.expr.Functions.length;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.lower;
import static io.tidemark.expr.Functions.nullOf;
import static io.tidemark.expr.Functions.nullif;
import static io.tidemark.expr.Functions.to_timestamp;
import static io.tidemark.expr.Functions.upper;
import static io.tidemark.expr.Functions.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Functions by example, with results written down. */
class FunctionTest {
    private static final Schema SCHEMA = Schema.parse(
            "i int, l long, d double, p decimal(10,2), b bool, t timestamp, s string, n int, bytes binary");
    private static final Object[] VALUES = {
        7,
        3_000_000_000L,
        2.5,
        new BigDecimal("12.34"),
        true,
        Instant.parse("2024-02-29T12:00:00Z"),
        "Ünï",
        null,
        new byte[] {1, (byte) 0xFF}
    };

    private final RowWriter writer = new RowWriter();

    @AfterEach
    void close() {
        writer.close();
    }

    private Object ansi(Object value) {
        return evaluate(value, true);
    }

    private Object lenient(Object value) {
        return evaluate(value, false);
    }

    private Object evaluate(Object value, boolean ansi) {
        Column column = lit(value);
        TypedEvaluator typed =
                new EvaluatorCompiler(SCHEMA, ansi).compile(column.expression(), new ReflectiveNodeFactory());
        return Rows.value(typed, Rows.write(writer, SCHEMA, VALUES));
    }

    private Problem failure(Column column) {
        return assertThrows(TidemarkException.class, () -> ansi(column))
                .problems()
                .get(0);
    }

    @Test
    void shouldDoArithmeticInTheTypeOfItsOperands() {
        assertEquals(12, ansi(col("i").plus(5)));
        assertEquals(2_999_999_993L, ansi(col("l").minus(col("i"))));
        assertEquals(17.5, ansi(col("i").times(col("d"))));
        assertEquals(3.5, ansi(col("i").divide(2)));
        assertEquals(-1, ansi(lit(-7).mod(2)));
        assertEquals(new BigDecimal("86.38"), ansi(col("p").times(col("i"))));
        assertEquals(
                new BigDecimal("4.1133333333333"),
                ansi(col("p").divide(col("p").minus(col("p")).plus(3)).cast("decimal(14,13)")));
        assertEquals(new BigDecimal("-12.34"), ansi(col("p").negate()));
        assertEquals(2.5, ansi(abs(col("d").negate())));
        assertNull(ansi(col("n").plus(1)));
    }

    @Test
    void shouldRoundHalfUpOnce() {
        Column third = lit(new BigDecimal("1.00")).divide(new BigDecimal("3.00"));
        assertEquals(new BigDecimal("0.333333"), ansi(third));
        assertEquals(new BigDecimal("0.13"), ansi(lit(new BigDecimal("0.125")).cast("decimal(4,2)")));
        assertEquals(new BigDecimal("-0.13"), ansi(lit(new BigDecimal("-0.125")).cast("decimal(4,2)")));
    }

    @Test
    void shouldRaiseWhatGoesWrongAndNameItInAnsiMode() {
        Problem overflow = failure(col("i").times(Integer.MAX_VALUE));
        assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, overflow.code());
        assertEquals("i", overflow.column());
        assertTrue(overflow.reason().contains("(i * 2147483647)"), overflow.reason());
        assertEquals(
                ErrorCode.ARITHMETIC_OVERFLOW,
                failure(col("l").times(Long.MAX_VALUE)).code());
        assertEquals(
                ErrorCode.ARITHMETIC_OVERFLOW,
                failure(lit(Integer.MIN_VALUE).negate()).code());
        assertEquals(
                ErrorCode.ARITHMETIC_OVERFLOW, failure(col("l").cast("int")).code());
        assertEquals(
                ErrorCode.ARITHMETIC_OVERFLOW,
                failure(col("p").cast("decimal(2,1)")).code());
        assertEquals(
                ErrorCode.ARITHMETIC_OVERFLOW,
                failure(col("t").plus(Duration.ofDays(100_000))).code());
        assertEquals(ErrorCode.DIVISION_BY_ZERO, failure(col("i").divide(0)).code());
        assertEquals(ErrorCode.DIVISION_BY_ZERO, failure(col("i").mod(0)).code());
        assertEquals(ErrorCode.DIVISION_BY_ZERO, failure(col("p").divide(0)).code());
        assertEquals(ErrorCode.DIVISION_BY_ZERO, failure(col("d").divide(0.0)).code());
        Problem unreadable = failure(col("s").cast("int"));
        assertEquals(ErrorCode.CAST_INVALID, unreadable.code());
        assertEquals("s", unreadable.column());
        assertTrue(unreadable.reason().contains("'Ünï'"), unreadable.reason());
        assertEquals(ErrorCode.CAST_INVALID, failure(to_timestamp(col("s"))).code());
    }

    @Test
    void shouldWrapOrGiveNullWithoutAnsi() {
        assertEquals(-2147483642, lenient(col("i").plus(Integer.MAX_VALUE)));
        assertEquals(Long.MIN_VALUE, lenient(lit(Long.MAX_VALUE).plus(1L)));
        assertEquals(Integer.MIN_VALUE, lenient(lit(Integer.MIN_VALUE).negate()));
        assertNull(lenient(col("i").divide(0)));
        assertNull(lenient(col("l").mod(0)));
        assertNull(lenient(col("p").divide(0)));
        assertNull(lenient(lit(new BigDecimal("9".repeat(38))).plus(new BigDecimal("9".repeat(38)))));
        assertNull(lenient(col("s").cast("double")));
        assertNull(lenient(col("l").cast("int")));
        assertEquals(true, lenient(col("i").divide(0).isNull()));
        assertEquals(5.0, lenient(coalesce(col("i").divide(0), 5.0)));
    }

    @Test
    void shouldNotTouchBranchesThatAreNotChosen() {
        Column bad = lit(1).divide(0);
        assertEquals(1.0, ansi(when(col("b"), 1.0, bad)));
        assertEquals(2.0, ansi(when(col("b").not(), bad, 2.0)));
        assertEquals(2, ansi(when(nullOf(DataType.BOOL), 1, 2)));
        assertEquals(3, ansi(call("case", col("i").gt(9), 1, col("i").eq(7), 3, bad.gt(1), 4, 5)));
        assertEquals(7.0, ansi(coalesce(col("n"), col("i"), bad)));
        assertEquals(false, ansi(col("i").eq(8).and(bad.gt(1))));
        assertEquals(true, ansi(col("i").eq(7).or(bad.gt(1))));
        assertEquals(true, ansi(call("in", col("i"), 7, bad)));
    }

    @Test
    void shouldCombineTruthInThreeValues() {
        Boolean[] values = {true, false, null};
        Boolean[][] and = {{true, false, null}, {false, false, false}, {null, false, null}};
        Boolean[][] or = {{true, true, true}, {true, false, null}, {true, null, null}};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                Column left = new Column(new Literal(values[i], DataType.BOOL), null);
                Column right = new Column(new Literal(values[j], DataType.BOOL), null);
                assertEquals(and[i][j], ansi(left.and(right)));
                assertEquals(or[i][j], ansi(left.or(right)));
                assertEquals(values[i] == null ? null : (Boolean) !values[i], ansi(left.not()));
            }
        }
    }

    @Test
    void shouldCompareAcrossTypes() {
        assertEquals(true, ansi(col("i").eq(7L)));
        assertEquals(true, ansi(col("p").gt(12)));
        assertEquals(true, ansi(col("p").lt(12.35)));
        assertEquals(true, ansi(lit(Double.NaN).eq(Double.NaN)));
        assertEquals(true, ansi(lit(Double.NaN).gt(Double.POSITIVE_INFINITY)));
        assertEquals(true, ansi(lit(-0.0).eq(0.0)));
        assertEquals(false, ansi(lit(-0.0).lt(0.0)));
        assertEquals(true, ansi(lit("\uFFFF").lt("\uD83D\uDE00")));
        assertEquals(true, ansi(lit("a").lt("aa")));
        assertEquals(true, ansi(lit(false).lt(true)));
        assertNull(ansi(col("n").eq(1)));
        assertEquals(true, ansi(col("n").eqNullSafe(nullOf(DataType.INT))));
        assertEquals(false, ansi(col("n").eqNullSafe(1)));
        assertEquals(true, ansi(col("t").ge(Instant.parse("2024-02-29T12:00:00Z"))));
        BigDecimal close = new BigDecimal("99999999999999999999999999999999999999");
        assertEquals(true, ansi(lit(close).gt(lit(close).minus(1))));
    }

    @Test
    void shouldFollowSqlForInBetweenAndNullif() {
        assertEquals(true, ansi(call("in", col("i"), 1, 7, nullOf(DataType.INT))));
        assertNull(ansi(call("in", col("i"), 1, nullOf(DataType.INT))));
        assertEquals(false, ansi(call("in", col("i"), 1, 2)));
        assertNull(ansi(call("in", col("n"), 1)));
        assertEquals(true, ansi(call("between", col("i"), 7, 7)));
        assertEquals(false, ansi(call("between", col("i"), 8, nullOf(DataType.INT))));
        assertNull(ansi(call("between", col("i"), 7, nullOf(DataType.INT))));
        assertNull(ansi(nullif(col("i"), 7L)));
        assertEquals(7, ansi(nullif(col("i"), 8.5)));
        assertEquals(7, ansi(nullif(col("i"), col("n"))));
        assertEquals("Ünï", ansi(nullif(col("s"), "x")));
    }

    @Test
    void shouldMapText() {
        assertEquals("ÜNÏ", ansi(upper(col("s"))));
        assertEquals("STRASSE", ansi(upper("straße")));
        assertEquals("i\u0307σ", ansi(lower("İΣ")));
        assertEquals("a-Ünï-\uD83D\uDE00", ansi(concat("a-", col("s"), "-\uD83D\uDE00")));
        assertNull(ansi(concat("a", nullOf(DataType.STRING))));
        assertEquals(3, ansi(length(col("s"))));
        assertEquals(1, ansi(length("\uD83D\uDE00")));
        assertEquals(2, ansi(length(col("bytes"))));
        assertEquals("01ff01ff", ansi(concat(col("bytes"), col("bytes"))));
        Column binary = new Column(new Literal(List.of((byte) 1, (byte) -1), DataType.BINARY), null);
        assertEquals(true, ansi(col("bytes").eq(binary)));
        assertEquals("Ünï", ansi(col("s").cast("binary").cast("string")));
    }

    @Test
    void shouldConvertTimesInSeconds() {
        assertEquals(1_709_208_000L, ansi(col("t").cast("long")));
        assertEquals(-1L, ansi(lit(Instant.parse("1969-12-31T23:59:59.5Z")).cast("long")));
        assertEquals(Instant.parse("1970-01-01T00:01:00Z"), ansi(lit(60).cast("timestamp")));
        assertEquals(Instant.parse("1970-01-01T00:00:02.500Z"), ansi(col("d").cast("timestamp")));
        assertEquals(-0.5, ansi(lit(Instant.parse("1969-12-31T23:59:59.5Z")).cast("double")));
        assertEquals(
                new BigDecimal("-0.500"),
                ansi(lit(Instant.parse("1969-12-31T23:59:59.5Z")).cast("decimal(12,3)")));
        assertEquals("2024-02-29T12:00:00Z", ansi(col("t").cast("string")));
        assertEquals(Instant.parse("2024-02-29T12:00:01.5Z"), ansi(col("t").plus(Duration.ofMillis(1500))));
        assertEquals(Instant.parse("2024-02-29T11:59:59Z"), ansi(col("t").minus(Duration.ofSeconds(1))));
    }

    @Test
    void shouldConvertNumbers() {
        assertEquals(2, ansi(col("d").cast("int")));
        assertEquals(-2147483648, ansi(lit(-2147483648.9).cast("int")));
        assertEquals(12L, ansi(col("p").cast("long")));
        assertEquals(12.34, ansi(col("p").cast("double")));
        assertEquals(new BigDecimal("2.50"), ansi(col("d").cast("decimal(5,2)")));
        assertEquals("12.34", ansi(col("p").cast("string")));
        assertEquals("2.5", ansi(col("d").cast("string")));
        assertEquals("true", ansi(col("b").cast("string")));
        assertEquals(1, ansi(col("b").cast("int")));
        assertEquals(new BigDecimal("1.0"), ansi(col("b").cast("decimal(2,1)")));
        assertEquals(true, ansi(lit("YES").cast("bool")));
        assertEquals(false, ansi(lit(0.0).cast("bool")));
        assertEquals(new BigDecimal("1235"), ansi(lit("1.2345e3").cast("decimal(4,0)")));
        assertEquals(-42L, ansi(lit(" -42 ").cast("long")));
        assertEquals(0.1, ansi(lit("0.1").cast("double")));
    }

    @Test
    void shouldReadTheRecordedIngestTime() {
        TypedEvaluator typed =
                new EvaluatorCompiler(SCHEMA, true).compile(ingest_time().expression(), new ReflectiveNodeFactory());
        RowView row = Rows.write(writer, SCHEMA, VALUES).origin(1, RowView.NO_INGEST_TIME, RowKind.INSERT);
        assertNull(Rows.value(typed, row));
        row.origin(1, -1, RowKind.INSERT);
        assertEquals(Instant.parse("1969-12-31T23:59:59.999999999Z"), Rows.value(typed, row));
    }

    @Test
    void shouldComputeAfreshWhenTheValueIsAskedWithoutNullness() {
        Column nested = when(col("i").gt(3), col("i"), col("n"));
        TypedEvaluator typed =
                new EvaluatorCompiler(SCHEMA, false).compile(nested.mod(4).expression(), new ReflectiveNodeFactory());
        RowView row = Rows.write(writer, SCHEMA, VALUES);
        assertEquals(3, typed.asLong().getLong(row));
        assertEquals(3, Rows.value(typed, row));
        assertEquals(3, typed.asLong().getLong(row));
        Object[] other = VALUES.clone();
        other[0] = 9;
        row = Rows.write(writer, SCHEMA, other);
        assertEquals(1, typed.asLong().getLong(row));
    }
}
