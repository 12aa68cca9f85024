package io.tidemark.expr.eval;

import static io.tidemark.expr.Functions.abs;
import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.ceil;
import static io.tidemark.expr.Functions.coalesce;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.concat;
import static io.tidemark.expr.Functions.date_trunc;
import static io.tidemark.expr.Functions.floor;
import static io.tidemark.expr.Functions.in;
import static io.tidemark.expr.Functions.ingest_time;
import static io.tidemark.expr.Functions.length;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.lower;
import static io.tidemark.expr.Functions.nullOf;
import static io.tidemark.expr.Functions.nullif;
import static io.tidemark.expr.Functions.round;
import static io.tidemark.expr.Functions.to_timestamp;
import static io.tidemark.expr.Functions.upper;
import static io.tidemark.expr.Functions.when;
import static io.tidemark.expr.TextFunctions.contains;
import static io.tidemark.expr.TextFunctions.ends_with;
import static io.tidemark.expr.TextFunctions.instr;
import static io.tidemark.expr.TextFunctions.like;
import static io.tidemark.expr.TextFunctions.lpad;
import static io.tidemark.expr.TextFunctions.ltrim;
import static io.tidemark.expr.TextFunctions.replace;
import static io.tidemark.expr.TextFunctions.rpad;
import static io.tidemark.expr.TextFunctions.rtrim;
import static io.tidemark.expr.TextFunctions.split_part;
import static io.tidemark.expr.TextFunctions.starts_with;
import static io.tidemark.expr.TextFunctions.substring;
import static io.tidemark.expr.TextFunctions.trim;
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

    @Test
    void shouldTakeTheLeastAndTheGreatestThatIsThere() {
        assertEquals(2.5, ansi(call("least", col("i"), col("d"), col("n"))));
        assertEquals(7.0, ansi(call("greatest", col("i"), col("d"), col("n"))));
        assertNull(ansi(call("greatest", col("n"), col("n"))));
        assertEquals(Double.NaN, ansi(call("greatest", 1.0, Double.NaN, Double.POSITIVE_INFINITY)));
        assertEquals("b", ansi(call("greatest", "a", "b", nullOf(DataType.STRING))));
        assertEquals(false, ansi(call("least", true, false)));
        assertEquals(new BigDecimal("7.00"), ansi(call("least", col("p"), col("i"))));
        assertEquals(
                ErrorCode.TYPE_MISMATCH, failure(call("least", col("i"), "a")).code());
    }

    @Test
    void shouldRound() {
        assertEquals(new BigDecimal("12.3"), ansi(round(col("p"), 1)));
        assertEquals(new BigDecimal("12"), ansi(round(col("p"))));
        assertEquals(new BigDecimal("-13"), ansi(round(lit(new BigDecimal("-12.50")))));
        assertEquals(new BigDecimal("10"), ansi(round(col("p"), -1)));
        assertEquals(new BigDecimal("0"), ansi(round(col("p"), -18)));
        assertEquals(new BigDecimal("12.34"), ansi(round(col("p"), 3)));
        assertEquals(new BigDecimal("100.0"), ansi(round(new BigDecimal("99.96"), 1)));
        assertEquals(3.0, ansi(round(col("d"))));
        assertEquals(-3.0, ansi(round(col("d").negate())));
        assertEquals(2.67, ansi(round(2.675, 2)), "2.675 is 2.67499999999999982236431605997495353221893310546875");
        assertEquals(100.0, ansi(round(149.5, -2)));
        assertEquals(1.5e300, ansi(round(1.5e300, 2)));
        assertEquals(Double.NEGATIVE_INFINITY, ansi(round(Double.NEGATIVE_INFINITY, 2)));
        assertEquals(10, ansi(round(col("i"), -1)));
        assertEquals(-20, ansi(round(-15, -1)));
        assertEquals(3_000_000_000L, ansi(round(col("l"), -9)));
        Column overflow = round(Long.MAX_VALUE, -1);
        assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, failure(overflow).code());
        assertNull(lenient(overflow));
        assertEquals(
                ErrorCode.ARITHMETIC_OVERFLOW,
                failure(round(Integer.MIN_VALUE, -1)).code());
        Column nines = round(new BigDecimal("9".repeat(37) + ".9"), 0);
        assertEquals(new BigDecimal("1" + "0".repeat(37)), ansi(nines));
        Column most = round(new BigDecimal("9".repeat(38)), -1);
        assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, failure(most).code());
        assertNull(lenient(most));
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                failure(call("round", 1.5, col("i"))).code());
        assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, failure(round(1.5, -19)).code());
        assertEquals(ErrorCode.TYPE_MISMATCH, failure(round("a")).code());
    }

    @Test
    void shouldFindWholeNumbersBelowAndAbove() {
        assertEquals(2L, ansi(floor(col("d"))));
        assertEquals(3L, ansi(ceil(col("d"))));
        assertEquals(-3L, ansi(floor(col("d").negate())));
        assertEquals(-2L, ansi(ceil(col("d").negate())));
        assertEquals(new BigDecimal("12"), ansi(floor(col("p"))));
        assertEquals(new BigDecimal("13"), ansi(ceil(col("p"))));
        assertEquals(new BigDecimal("-13"), ansi(floor(col("p").negate())));
        assertEquals(new BigDecimal("-12"), ansi(ceil(col("p").negate())));
        assertEquals(7L, ansi(floor(col("i"))));
        assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, failure(floor(0x1p63)).code());
        assertEquals(Long.MIN_VALUE, ansi(floor(-0x1p63)));
        assertNull(lenient(ceil(Double.NaN)));
    }

    @Test
    void shouldTruncateTimes() {
        Instant time = Instant.parse("2024-02-29T12:34:56.789012345Z");
        assertEquals(Instant.parse("2024-02-29T12:34:56.789012Z"), ansi(date_trunc("microsecond", time)));
        assertEquals(Instant.parse("2024-02-29T12:34:56.789Z"), ansi(date_trunc("MILLISECOND", time)));
        assertEquals(Instant.parse("2024-02-29T12:34:00Z"), ansi(date_trunc("minute", time)));
        assertEquals(Instant.parse("2024-02-29T00:00:00Z"), ansi(date_trunc("day", time)));
        assertEquals(Instant.parse("2024-02-26T00:00:00Z"), ansi(date_trunc("week", time)));
        assertEquals(Instant.parse("2024-02-01T00:00:00Z"), ansi(date_trunc("month", time)));
        assertEquals(Instant.parse("2024-01-01T00:00:00Z"), ansi(date_trunc("quarter", time)));
        assertEquals(Instant.parse("2024-01-01T00:00:00Z"), ansi(date_trunc("year", time)));
        Instant before = Instant.parse("1969-12-31T23:59:59.999999999Z");
        assertEquals(Instant.parse("1969-12-31T23:59:59Z"), ansi(date_trunc("second", before)));
        assertEquals(Instant.parse("1969-12-29T00:00:00Z"), ansi(date_trunc("week", before)));
        assertEquals(Instant.parse("1969-10-01T00:00:00Z"), ansi(date_trunc("quarter", before)));
        Instant first = Instant.ofEpochSecond(0, Long.MIN_VALUE);
        assertEquals(
                ErrorCode.ARITHMETIC_OVERFLOW,
                failure(date_trunc("year", first)).code());
        assertEquals(
                ErrorCode.ARITHMETIC_OVERFLOW,
                failure(date_trunc("hour", first)).code());
        assertNull(lenient(date_trunc("month", first)));
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                failure(date_trunc("decade", time)).code());
        assertEquals(ErrorCode.TYPE_MISMATCH, failure(date_trunc("day", "2024")).code());
    }

    @Test
    void shouldMatchPatterns() {
        assertEquals(true, ansi(like(col("s"), "Ü_ï")));
        assertEquals(true, ansi(like(col("s"), "%")));
        assertEquals(true, ansi(like(col("s"), "%n%")));
        assertEquals(false, ansi(like(col("s"), "Ü_")));
        assertEquals(false, ansi(like(col("s"), "____")));
        assertEquals(true, ansi(like("a\nb", "a_b")));
        assertEquals(true, ansi(like("", "%%")));
        assertEquals(false, ansi(like("", "_")));
        assertEquals(true, ansi(like("50%", "50\\%")));
        assertEquals(false, ansi(like("500", "50\\%")));
        assertEquals(true, ansi(like("a_b", "a#_b", "#")));
        assertEquals(true, ansi(like("aXbXc", "a%X%X%c")));
        assertEquals(true, ansi(like("\uD83D\uDE00\uD83D\uDE00b", "%_b")));
        assertNull(ansi(like(nullOf(DataType.STRING), "%")));
        assertNull(ansi(call("like", col("s"), nullOf(DataType.STRING))));
        assertEquals(ErrorCode.LITERAL_INVALID, failure(like(col("s"), "a\\b")).code());
        assertEquals(ErrorCode.LITERAL_INVALID, failure(like(col("s"), "a\\")).code());
        assertEquals(
                ErrorCode.LITERAL_INVALID, failure(like(col("s"), "a", "##")).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                failure(call("like", col("s"), col("s"))).code());
        assertEquals(ErrorCode.TYPE_MISMATCH, failure(like(col("i"), "a")).code());
    }

    @Test
    void shouldTakeTextsApart() {
        assertEquals(true, ansi(starts_with(col("s"), "Ü")));
        assertEquals(true, ansi(ends_with(col("s"), "ï")));
        assertEquals(false, ansi(contains(col("s"), "nn")));
        assertEquals(true, ansi(contains(col("s"), "")));
        assertNull(ansi(contains(col("s"), nullOf(DataType.STRING))));
        assertEquals(3, ansi(instr(col("s"), "ï")));
        assertEquals(2, ansi(call("position", "n", col("s"))));
        assertEquals(0, ansi(instr(col("s"), "x")));
        assertEquals("a b", ansi(trim("  a b ")));
        assertEquals("a b ", ansi(ltrim("  a b ")));
        assertEquals("  a b", ansi(rtrim("  a b ")));
        assertEquals("\ta", ansi(trim("\ta ")));
        assertEquals("nï", ansi(substring(col("s"), 2)));
        assertEquals("Ü", ansi(substring(col("s"), 1, 1)));
        assertEquals("Ü", ansi(substring(col("s"), 0, 1)));
        assertEquals("ï", ansi(substring(col("s"), -1, 5)));
        assertEquals("Ü", ansi(substring(col("s"), -5, 3)));
        assertEquals("", ansi(substring(col("s"), 2, -1)));
        assertEquals("", ansi(substring(col("s"), 9)));
        assertEquals("xbxb", ansi(replace("aabaab", "aa", "x")));
        assertEquals("abc", ansi(replace("abc", "", "x")));
        assertEquals("", ansi(replace("aaa", "a", "")));
        assertEquals("-+-Ünï", ansi(lpad(col("s"), 6, "-+")));
        assertEquals("Ünï-+-", ansi(rpad(col("s"), 6, "-+")));
        assertEquals("Ün", ansi(lpad(col("s"), 2, "-")));
        assertEquals("Ünï  ", ansi(call("rpad", col("s"), 5)));
        assertEquals("", ansi(rpad(col("s"), -1, "-")));
        assertEquals("Ünï", ansi(rpad(col("s"), 9, "")));
        assertEquals(
                ErrorCode.ROW_TOO_LARGE,
                failure(rpad(col("s"), 3_000_000_000L, "x")).code());
        assertEquals("b", ansi(split_part("a,b,c", ",", 2)));
        assertEquals("c", ansi(split_part("a,b,c", ",", -1)));
        assertEquals("", ansi(split_part("a,b,c", ",", 4)));
        assertEquals("", ansi(split_part("a,b,c", ",", -4)));
        assertEquals("a,b", ansi(split_part("a,b", "", 1)));
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED, failure(split_part("a", ",", 0)).code());
        assertEquals(ErrorCode.TYPE_MISMATCH, failure(trim(col("i"))).code());
        assertEquals(true, ansi(in(col("i"), 6, 7)));
        assertEquals(true, ansi(between(col("i"), 7, 8)));
    }
}
