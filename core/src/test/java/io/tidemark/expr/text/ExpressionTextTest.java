package io.tidemark.expr.text;

import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.coalesce;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.concat;
import static io.tidemark.expr.Functions.in;
import static io.tidemark.expr.Functions.ingest_time;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.nullOf;
import static io.tidemark.expr.Functions.upper;
import static io.tidemark.expr.Functions.when;
import static io.tidemark.expr.TextFunctions.like;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpressionTextTest {
    private static final Instant NOON = Instant.parse("2024-03-01T12:00:00Z");

    @Test
    void shouldReadWhatTheWordsOfJavaMake() {
        same("price > 1.5", col("price").gt(new BigDecimal("1.5")));
        same(
                "price > 1.5 and symbol in ('A', 'B')",
                col("price").gt(new BigDecimal("1.5")).and(in(col("symbol"), "A", "B")));
        same(
                "a = 1 or b = 2 and not c <> 3",
                col("a").eq(1).or(col("b").eq(2).and(col("c").ne(3).not())));
        same(
                "a + b * c - -d % 2",
                col("a").plus(col("b").times(col("c"))).minus(col("d").negate().mod(2)));
        same("(a + b) / 2L", col("a").plus(col("b")).divide(2L));
        same("a is null and b is not null", col("a").isNull().and(col("b").isNotNull()));
        same("a <=> b", col("a").eqNullSafe(col("b")));
        same("a is not distinct from b", col("a").eqNullSafe(col("b")));
        same("a is distinct from b", col("a").eqNullSafe(col("b")).not());
        same("a between 1 and 2 + 3 and b", between(col("a"), 1, lit(2).plus(3)).and(col("b")));
        same("a not between 1 and 2", between(col("a"), 1, 2).not());
        same("a not in (1)", in(col("a"), 1).not());
        same("note like 'x%'", like(col("note"), "x%"));
        same(
                "note not like '50!%' escape '!'",
                call("like", col("note"), "50!%", "!").not());
        same("first || ' ' || last", concat(concat(col("first"), " "), col("last")));
        same("coalesce(a, 0)", coalesce(col("a"), 0));
        same("UPPER(note) = 'X' AND TRUE", upper(col("note")).eq("X").and(true));
        same("myFunction(a)", call("myFunction", col("a")));
        same("ingest_time() >= ts", ingest_time().ge(col("ts")));
        same("cast(price as decimal(18, 8))", col("price").cast("decimal(18,8)"));
        same("cast(null as long)", nullOf(DataType.LONG));
        same("case when a then 1 else 2 end", when(col("a"), 1, 2));
        same("case when a then 1 when b then 2 else 3 end", call("case", col("a"), 1, col("b"), 2, 3));
        same("case x when 7 then 'a' else 'b' end", when(col("x").eq(7), "a", "b"));
        same("ts + interval '5 minutes'", col("ts").plus(Duration.ofMinutes(5)));
        same("ts - interval 90 seconds", col("ts").minus(Duration.ofSeconds(90)));
        same("gap > interval 'PT1H30M'", col("gap").gt(Duration.ofMinutes(90).toNanos()));
        same(
                "gap > interval '1 hour 30 minutes'",
                col("gap").gt(Duration.ofMinutes(90).toNanos()));
    }

    @Test
    void shouldReadConstantsOfEachType() {
        same("7", lit(7));
        same("-7", lit(-7));
        same("2147483648", lit(2147483648L));
        same("-2147483648", lit(Integer.MIN_VALUE));
        same("7L", lit(7L));
        same("-9223372036854775808", lit(Long.MIN_VALUE));
        same("9223372036854775808", lit(new BigDecimal("9223372036854775808")));
        same("1.50", lit(new BigDecimal("1.50")));
        same("5BD", lit(new BigDecimal("5")));
        same("1.5D", lit(1.5));
        same("1e3", lit(1000.0));
        same("'it''s \n'", lit("it's \n"));
        same("''", lit(""));
        same("true", lit(true));
        same("timestamp '2024-03-01 12:00'", lit(NOON));
        same("timestamp '2024-03-01T13:00:00+01:00'", lit(NOON));
        same("2024-03-01T12:00:00Z", lit(NOON));
        same("2024-03-01T12:00", lit(NOON));
        same("timestamp '2024-03-01'", lit(Instant.parse("2024-03-01T00:00:00Z")));
        same("2013-11-25", lit(2013).minus(11).minus(25));
        assertEquals(new Literal(List.of((byte) 0x0a, (byte) -1), DataType.BINARY), parse("binary '0aFF'"));
        assertEquals(new Literal(new BigDecimal("1.5"), DataType.decimal(18, 8)), parse("decimal(18,8) '1.5'"));
        assertEquals(new Literal(Double.NaN, DataType.DOUBLE), parse("double 'NaN'"));
    }

    @Test
    void shouldReadNamesOfAnyKind() {
        same("`unit price` = 1", col("unit price").eq(1));
        same("`a``b`", col("a`b"));
        same("`end`", col("end"));
        same("left.price", col("left.price"));
        same("größe_2", col("größe_2"));
        same(
                "timestamp + decimal + interval",
                col("timestamp").plus(col("decimal")).plus(col("interval")));
        same("a -- the first\n + b -- the second", col("a").plus(col("b")));
    }

    @Test
    void shouldReadWhatExpressionsPrint() {
        List<Column> columns = List.of(
                col("a").eq(1).and(col("b").isNull().not().or(col("c"))),
                col("a").not().eq(col("b")),
                col("p").plus(new BigDecimal("0.01")).times(col("q").negate()),
                in(col("s"), "a", "it's"),
                between(col("t"), NOON, NOON.plusNanos(1)),
                like(upper(col("s")), "%\\%"),
                when(col("a").le(-3), col("b").cast("decimal(38,10)"), col("c")),
                call("case", col("a"), "x", col("b"), "y", "z"),
                col("ts").minus(Duration.ofSeconds(1)).eqNullSafe(lit(true)));
        for (Column column : columns) {
            String text = column.expression().toString();
            Expression read = parse(text);
            assertEquals(text, read.toString());
        }
        assertEquals(
                columns.get(1).expression(), parse(columns.get(1).expression().toString()));
    }

    @Test
    void shouldWriteWhatIsReadAsTheSame() {
        List<Column> columns = List.of(
                col("unit price").eq(lit(7L)).and(col("not").isNotNull()),
                col("a").not().eq(col("b").not().not()),
                lit(Double.NEGATIVE_INFINITY).minus(-0.0).plus(lit(-5)).times(lit(5).negate()),
                new Column(new Literal(new BigDecimal("1.5"), DataType.decimal(18, 8)), null),
                new Column(new Literal(new BigDecimal("7"), DataType.decimal(1, 0)), null),
                new Column(new Literal(List.of((byte) -1, (byte) 0), DataType.BINARY), null),
                nullOf(DataType.INT).cast("long").plus(nullOf(DataType.LONG)),
                call("My Function", call("decimal", 1, 2), call("and", true), call("-", 1)),
                coalesce(NOON, col("ts")));
        for (Column column : columns) {
            String text = ExpressionText.print(column.expression());
            assertEquals(column.expression(), parse(text), text);
        }
        assertEquals(
                "((`unit price` = 7L) and is_not_null(`not`))",
                ExpressionText.print(columns.get(0).expression()));
    }

    @Test
    void shouldReadNamesOfResults() {
        assertEquals(col("a"), ExpressionText.column("a"));
        assertEquals(col("a").plus(1), ExpressionText.column("a + 1"));
        List<Column> columns = ExpressionText.columns("a, b * 2 as twice, coalesce(c, d) as `a b`");
        assertEquals(
                List.of(
                        col("a"),
                        col("b").times(2).as("twice"),
                        coalesce(col("c"), col("d")).as("a b")),
                columns);
        for (Column column : columns) {
            assertEquals(column, ExpressionText.column(ExpressionText.print(column)));
        }
    }

    @Test
    void shouldNameTheCharacterThatCannotBeRead() {
        refused("price >> 5", 8, "a value is expected, not '>'");
        refused("price > ", 9, "a value is expected, not the end");
        refused("", 1, "a value is expected, not the end");
        refused("price 5", 7, "an operator or the end is expected, not '5'");
        refused("(a = 1", 7, "')' is expected, not the end");
        refused("a in 1", 6, "'(' is expected, not '1'");
        refused("a = 'x", 5, "a text begins and does not end");
        refused("`a = 1", 1, "a name begins and does not end");
        refused("a = \"x\"", 5, "a double quote has no meaning");
        refused("a = 1 & b", 7, "'&' has no meaning");
        refused("1 < a < 5", 7, "comparisons do not follow each other");
        refused("a = null", 5, "null has no type here");
        refused("end > 1", 1, "a value is expected, not 'end'");
        refused("a not 5", 7, "'5' follows 'not'");
        refused("cast(a as varchar)", 11, "'varchar' is not a type");
        refused("cast(a, long)", 7, "'as' is expected");
        refused("case when a then 1 end", 1, "'case' has no 'else'");
        refused("a = 12abc", 5, "a number begins that is none");
        refused("a = 99999999999999999999L", 5, "lies outside the range of a long");
        refused("a = timestamp '2024-13-01'", 15, "is not a date or time by ISO-8601");
        refused("a = int 'x'", 9, "'x' is not a constant of its type");
        refused("ts + interval '1 month'", 15, "is not a span of time");
        refused("a = 1e999", 5, "lies outside the range of a double");
        TidemarkException second = assertThrows(TidemarkException.class, () -> parse("a = 1\n and b ="));
        assertTrue(second.getMessage().contains("At line 2, character 9 of \" and b =\":"), second::getMessage);
        refused("(".repeat(1000) + "a" + ")".repeat(1000), 301, "stand in each other more than 300 deep");
        assertEquals(
                400,
                parse("a" + " + a".repeat(400))
                        .toString()
                        .chars()
                        .filter(c -> c == '+')
                        .count());
    }

    private static void same(String text, Column column) {
        assertEquals(column.expression(), parse(text), text);
    }

    private static Expression parse(String text) {
        return ExpressionText.parse(text);
    }

    private static void refused(String text, int character, String part) {
        TidemarkException refused = assertThrows(TidemarkException.class, () -> parse(text), text);
        assertEquals(ErrorCode.EXPRESSION_INVALID, refused.code());
        String reason = refused.problems().get(0).reason();
        assertTrue(reason.startsWith("At character " + character), () -> text + ": " + reason);
        assertTrue(reason.contains(part), () -> text + ": " + reason);
    }
}
