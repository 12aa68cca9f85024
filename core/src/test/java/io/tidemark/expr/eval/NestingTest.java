package io.tidemark.expr.eval;

import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.coalesce;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.nullif;
import static io.tidemark.expr.Functions.when;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.expr.Column;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions that contain themselves many times deep: the work grows with the tree and not faster. */
class NestingTest {
    private static final Schema SCHEMA = Schema.parse("x int, b bool");
    private static final int DEPTH = 100;
    private static final Map<String, UnaryOperator<Column>> STEPS = steps();

    private static Map<String, UnaryOperator<Column>> steps() {
        Map<String, UnaryOperator<Column>> steps = new LinkedHashMap<>();
        steps.put("if in condition", x -> when(x.gt(0), 1, 2));
        steps.put("if in then", x -> when(col("b"), x, 2));
        steps.put("if in else", x -> when(col("b").not(), 1, x));
        steps.put("case in condition", x -> call("case", x.eq(7), 1, col("x").gt(1000), 2, 3));
        steps.put("coalesce first", x -> coalesce(x, 5));
        steps.put("coalesce second", x -> coalesce(nullif(1, 1), x));
        steps.put("nullif value", x -> nullif(x, 9));
        steps.put("nullif other", x -> nullif(1, x.plus(8)));
        steps.put("in", x -> when(call("in", x, 5, 6, 1), 1, 2));
        steps.put("between", x -> when(call("between", x, 0, 3), 1, 2));
        steps.put("remainder", x -> call("%", 7, x.plus(5)).plus(0));
        steps.put("division", x -> call("/", 2, x).cast("int").plus(1));
        steps.put("bool cast", x -> x.cast("bool").cast("int"));
        steps.put("bool to decimal", x -> x.gt(0).cast("decimal(3,1)").cast("int"));
        steps.put("text", x -> x.cast("string").cast("int"));
        steps.put("null test", x -> when(x.isNull(), 1, 2));
        steps.put("null safe", x -> when(x.eqNullSafe(4), 1, 2));
        steps.put("decimal", x -> x.cast("decimal(9,2)").times(1).cast("int"));
        steps.put("upper", x -> call("length", call("upper", x.gt(0).cast("string"))));
        steps.put("least", x -> call("least", 9, x, 8));
        steps.put("round", x -> call("round", x, -1).plus(7));
        steps.put("floor", x -> call("floor", x.cast("double")).cast("int"));
        steps.put(
                "date_trunc",
                x -> call("date_trunc", "second", x.cast("timestamp")).cast("int"));
        steps.put("replace", x -> call("replace", "7", "6", x.cast("string")).cast("int"));
        steps.put("replaced", x -> call("replace", x.cast("string"), "0", "1").cast("int"));
        steps.put("lpad", x -> call("lpad", x.cast("string"), 2, "0").cast("int"));
        steps.put("substring", x -> call("substring", x.cast("string"), 1, 2).cast("int"));
        steps.put("substring length", x -> call("substring", "777", 1, x.mod(2)).cast("int"));
        steps.put(
                "split_part", x -> call("split_part", x.cast("string"), ",", 1).cast("int"));
        steps.put("greatest text", x -> call("greatest", x.cast("string"), "").cast("int"));
        return steps;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAskTheInnermostValueAFewTimesOnly(boolean ansi) {
        STEPS.forEach((name, step) -> {
            Probe probe = new Probe();
            Column nested = call("probe", col("x"));
            for (int i = 0; i < DEPTH; i++) {
                nested = step.apply(nested);
            }
            EvaluatorCompiler compiler = new EvaluatorCompiler(
                    SCHEMA, ansi, FunctionRegistry.standard().with(probe));
            TypedEvaluator typed = compiler.compile(nested.expression(), new ReflectiveNodeFactory());
            try (RowWriter writer = new RowWriter()) {
                Rows.value(typed, Rows.write(writer, SCHEMA, 1, true));
            }
            assertTrue(probe.calls() <= 4, () -> name + ": " + probe.calls() + " calls");
        });
    }

    @Test
    void shouldKeepChainsOfTruthLinear() {
        Probe probe = new Probe();
        Column chain = call("probe", col("x")).gt(0);
        for (int i = 0; i < DEPTH; i++) {
            chain = i % 2 == 0 ? chain.and(col("b")) : chain.or(col("x").gt(5)).not();
        }
        EvaluatorCompiler compiler =
                new EvaluatorCompiler(SCHEMA, true, FunctionRegistry.standard().with(probe));
        TypedEvaluator typed = compiler.compile(chain.expression(), new ReflectiveNodeFactory());
        try (RowWriter writer = new RowWriter()) {
            typed.asBool().test(Rows.write(writer, SCHEMA, 1, true));
        }
        assertTrue(probe.calls() <= 2, () -> probe.calls() + " calls");
    }
}
