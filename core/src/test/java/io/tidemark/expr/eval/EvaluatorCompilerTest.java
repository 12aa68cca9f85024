package io.tidemark.expr.eval;

import static io.tidemark.expr.Functions.abs;
import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.coalesce;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.ingest_time;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.nullOf;
import static io.tidemark.expr.Functions.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluatorCompilerTest {
    private static final Schema SCHEMA = Schema.parse("id int not null, amount long, price decimal(18,8), note string,"
            + " ts timestamp not null, flag bool, rate double, a decimal(10,2), b decimal(38,10), c decimal(5,5)");

    private final EvaluatorCompiler compiler = new EvaluatorCompiler(SCHEMA, true);
    private final EvaluatorCompiler lenient = new EvaluatorCompiler(SCHEMA, false);

    private List<Problem> problems(Column column) {
        List<Problem> problems = new ArrayList<>();
        assertNull(compiler.typeOf(column.expression(), problems::add));
        assertFalse(problems.isEmpty());
        problems.forEach(problem -> assertNotEquals("", problem.wayOut()));
        return problems;
    }

    private Problem problem(Column column) {
        List<Problem> problems = problems(column);
        assertEquals(1, problems.size(), problems::toString);
        return problems.get(0);
    }

    @Test
    void shouldReportAllProblemsOfATreeTogether() {
        List<Problem> problems = problems(when(
                col("prise").gt(1),
                call("uper", col("note")),
                call("rand").plus(col("note").plus(1)).plus(new Column(new Literal("x", DataType.INT), null))));
        assertEquals(
                List.of(
                        ErrorCode.COLUMN_UNKNOWN,
                        ErrorCode.FUNCTION_UNSUPPORTED,
                        ErrorCode.NONDETERMINISTIC_EXPRESSION,
                        ErrorCode.TYPE_MISMATCH,
                        ErrorCode.LITERAL_INVALID),
                problems.stream().map(Problem::code).toList());
        TidemarkException thrown = assertThrows(
                TidemarkException.class,
                () -> compiler.compile(col("x").plus(col("y")).expression(), new ReflectiveNodeFactory()));
        assertEquals(2, thrown.problems().size());
    }

    @Test
    void shouldNameTheKnownColumns() {
        Problem problem = problem(col("prise").times(2));
        assertEquals(ErrorCode.COLUMN_UNKNOWN, problem.code());
        assertEquals("prise", problem.column());
        assertTrue(problem.wayOut().contains("price"), problem.wayOut());
    }

    @Test
    void shouldNameFunctionsThatAreNear() {
        Problem problem = problem(call("coalese", col("amount"), 1));
        assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, problem.code());
        assertEquals("amount", problem.column());
        assertEquals("Did you mean coalesce?", problem.wayOut());
        assertTrue(problem(call("frobnicate", 1)).wayOut().contains("is_not_null"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "current_timestamp",
                "now",
                "current_date",
                "rand",
                "random",
                "randn",
                "uuid",
                "NOW",
                "unix_timestamp",
                "monotonically_increasing_id"
            })
    void shouldRefuseWhatAReplayCannotRepeat(String function) {
        assertEquals(
                ErrorCode.NONDETERMINISTIC_EXPRESSION, problem(call(function)).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                problem(call("unix_timestamp", col("ts"))).code());
    }

    @Test
    void shouldRefuseTypesThatDoNotFit() {
        for (Column column : List.of(
                col("note").plus(1),
                col("ts").minus((Object) col("ts")),
                col("note").eq(1),
                col("ts").lt("2024-01-01"),
                col("flag").and(col("id")),
                col("id").not(),
                when(col("id"), 1, 2),
                when(col("flag"), 1, "a"),
                call("case", col("flag"), 1, col("id"), 2, 3),
                coalesce(col("note"), col("id")),
                abs(col("note")),
                call("length", col("id")),
                call("upper", col("id")),
                call("concat", col("note"), col("id")),
                call("in", col("id"), 1, "a"),
                call("between", col("ts"), 1, 2),
                call("nullif", col("flag"), 0),
                call("add_time", col("id"), 5),
                call("to_timestamp", col("id")),
                col("flag").cast("timestamp"),
                col("id").cast("binary"))) {
            assertEquals(ErrorCode.TYPE_MISMATCH, problem(column).code(), column::toString);
        }
    }

    @Test
    void shouldRefuseAWrongNumberOfArguments() {
        for (Column column : List.of(
                call("+", 1),
                call("neg"),
                call("if", true, 1),
                call("case", true, 1),
                call("case", true, 1, true, 2),
                call("coalesce"),
                call("in", 1),
                call("between", 1, 2),
                call("ingest_time", 1),
                call("is_null", 1, 2),
                call("add_time", col("ts"), col("amount")))) {
            assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, problem(column).code(), column::toString);
        }
    }

    @Test
    void shouldRefuseConstantsOutsideTheirType() {
        for (Literal literal : List.of(
                new Literal("x", DataType.INT),
                new Literal(1L, DataType.INT),
                new Literal(1, DataType.DOUBLE),
                new Literal(new BigDecimal("100.5"), DataType.decimal(3, 1)),
                new Literal(new BigDecimal("1.25"), DataType.decimal(3, 1)),
                new Literal(Instant.MAX, DataType.TIMESTAMP),
                new Literal(List.of("a"), DataType.BINARY))) {
            assertEquals(
                    ErrorCode.LITERAL_INVALID,
                    problem(new Column(literal, null)).code(),
                    literal::toString);
        }
        assertEquals(ErrorCode.LITERAL_INVALID, code(() -> lit(new BigDecimal("1E-39"))));
        assertEquals(ErrorCode.LITERAL_INVALID, code(() -> lit(new Object())));
        assertEquals(DataType.decimal(2, 2), typeOf(lit(new BigDecimal("0.00"))));
    }

    private static ErrorCode code(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(TidemarkException.class, call).code();
    }

    private DataType typeOf(Column column) {
        return compiler.typeOf(column.expression(), problem -> {
            throw new AssertionError(problem);
        });
    }

    /** Written down from Spark's rules: a decimal(10,2), b decimal(38,10), c decimal(5,5), price decimal(18,8). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "+|a|a|decimal(11,2)",
                "+|a|b|decimal(38,9)",
                "-|a|c|decimal(14,5)",
                "+|b|b|decimal(38,9)",
                "*|a|a|decimal(21,4)",
                "*|price|price|decimal(37,16)",
                "*|b|b|decimal(38,6)",
                "*|a|b|decimal(38,6)",
                "/|a|a|decimal(23,13)",
                "/|a|price|decimal(37,21)",
                "/|price|price|decimal(38,20)",
                "/|b|b|decimal(38,6)",
                "/|b|c|decimal(38,6)",
                "/|c|b|decimal(38,28)",
                "%|a|b|decimal(18,10)",
                "%|a|c|decimal(5,5)",
                "+|a|id|decimal(13,2)",
                "+|a|amount|decimal(23,2)",
                "*|a|id|decimal(21,2)",
                "/|id|a|decimal(23,11)",
                "+|a|rate|double",
                "/|id|amount|double",
                "+|id|id|int",
                "*|id|amount|long",
                "%|amount|id|long"
            })
    void shouldGiveSparksResultTypes(String operator, String left, String right, String type) {
        assertEquals(DataType.parse(type), typeOf(call(operator, col(left), col(right))));
    }

    @Test
    void shouldTakeConstantsByTheirDigits() {
        assertEquals(DataType.parse("decimal(12,2)"), typeOf(col("a").times(5)));
        assertEquals(DataType.parse("decimal(13,2)"), typeOf(col("a").times(-12L)));
        assertEquals(DataType.parse("decimal(11,2)"), typeOf(col("a").plus(1)));
        assertEquals(
                DataType.parse("decimal(14,4)"),
                typeOf(lit(new BigDecimal("0.25")).times(col("a")).cast("decimal(14,4)")));
    }

    @Test
    void shouldMeetInTheWiderType() {
        assertEquals(DataType.LONG, typeOf(coalesce(col("amount"), 0)));
        assertEquals(
                DataType.parse("decimal(12,2)"), typeOf(coalesce(col("a"), 0).cast("decimal(12,2)")));
        assertEquals(DataType.parse("decimal(22,2)"), typeOf(coalesce(col("a"), col("amount"))));
        assertEquals(DataType.parse("decimal(38,10)"), typeOf(coalesce(col("a"), col("b"))));
        assertEquals(
                DataType.parse("decimal(38,8)"),
                typeOf(coalesce(col("price"), new BigDecimal("123456789012345678901234567890"))));
        assertEquals(DataType.DOUBLE, typeOf(when(col("flag"), col("price"), col("rate"))));
    }

    @Test
    void shouldKnowWhatCanBeNull() {
        assertFalse(compiler.isNullable(col("id").plus(1).expression()));
        assertTrue(compiler.isNullable(col("amount").plus(1).expression()));
        assertFalse(compiler.isNullable(coalesce(col("amount"), 0).expression()));
        assertFalse(compiler.isNullable(col("amount").isNull().expression()));
        assertFalse(compiler.isNullable(col("amount").eqNullSafe(3).expression()));
        assertTrue(compiler.isNullable(call("nullif", col("id"), 0).expression()));
        assertTrue(compiler.isNullable(ingest_time().expression()));
        assertTrue(compiler.isNullable(nullOf(DataType.INT).expression()));
        assertFalse(compiler.isNullable(col("id").divide(2).expression()));
        assertTrue(lenient.isNullable(col("id").divide(2).expression()));
        assertFalse(lenient.isNullable(col("id").plus(2).expression()));
        assertTrue(lenient.isNullable(col("id").cast("string").cast("int").expression()));
        Column parsed = call("to_timestamp", col("id").cast("string"));
        assertTrue(lenient.isNullable(parsed.expression()));
        assertFalse(compiler.isNullable(parsed.expression()));
    }

    @Test
    void shouldTakeFurtherFunctions() {
        FunctionRegistry registry = FunctionRegistry.standard().with(new Probe());
        assertTrue(registry.names().contains("probe"));
        EvaluatorCompiler extended = new EvaluatorCompiler(SCHEMA, true, registry);
        assertEquals(DataType.INT, extended.typeOf(call("probe", col("id")).expression(), problem -> {
            throw new AssertionError(problem);
        }));
        assertThrows(IllegalArgumentException.class, () -> registry.with(new Probe()));
    }
}
