package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Expression;
import io.tidemark.row.DataType;
import io.tidemark.row.RowWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Random expressions over random rows: compiled evaluators against the plain interpreter. */
class EvaluatorDifferentialPropertyTest {
    private static final int ROWS = 12;

    @Property(tries = 1_500)
    void shouldAgreeWithTheInterpreterInAnsiMode(@ForAll long seed, @ForAll @IntRange(max = 4) int depth) {
        compare(seed, depth, true);
    }

    @Property(tries = 1_500)
    void shouldAgreeWithTheInterpreterWithoutAnsi(@ForAll long seed, @ForAll @IntRange(max = 4) int depth) {
        compare(seed, depth, false);
    }

    /** Nodes reach nothing private outside themselves and refer to one another by interfaces only. */
    @Property(tries = 150)
    void shouldAgreeWhenEveryNodeHasAClassOfItsOwn(@ForAll long seed, @ForAll boolean ansi) {
        compare(seed, 4, ansi, new CloningNodeFactory());
    }

    private static void compare(long seed, int depth, boolean ansi) {
        compare(seed, depth, ansi, new ReflectiveNodeFactory());
    }

    private static void compare(long seed, int depth, boolean ansi, NodeFactory nodes) {
        RandomExpressions expressions = new RandomExpressions(seed);
        Expression expression = expressions.any(depth);
        EvaluatorCompiler compiler = new EvaluatorCompiler(RandomExpressions.SCHEMA, ansi);
        Interpreter interpreter = new Interpreter(RandomExpressions.SCHEMA, ansi);
        List<Problem> problems = new ArrayList<>();
        DataType type = compiler.typeOf(expression, problems::add);
        assertTrue(problems.isEmpty(), () -> expression + ": " + problems);
        assertEquals(new TypeRules(RandomExpressions.SCHEMA).type(expression), type, expression::toString);
        TypedEvaluator typed = compiler.compile(expression, nodes);
        assertEquals(type, typed.type());
        try (RowWriter writer = new RowWriter()) {
            for (int i = 0; i < ROWS; i++) {
                Object[] row = expressions.row();
                Interpreter.Outcome expected = interpreter.evaluate(expression, row);
                check(expression, typed, expected, row, writer);
            }
        }
    }

    private static void check(
            Expression expression, TypedEvaluator typed, Interpreter.Outcome expected, Object[] row, RowWriter writer) {
        String place = expression + " over " + Arrays.toString(row);
        Object actual;
        try {
            actual = Rows.value(typed, Rows.write(writer, RandomExpressions.SCHEMA, row));
        } catch (TidemarkException e) {
            assertTrue(expected.codes().contains(e.code()), () -> place + ": " + expected + " but " + e);
            return;
        }
        assertFalse(expected.failed(), () -> place + ": " + expected + " but " + actual);
        assertEquals(normal(expected.value()), normal(actual), place);
        if (!typed.nullable()) {
            assertNotNull(actual, place);
        }
    }

    /** One zero: its sign depends on the order of operations that are equal otherwise. */
    private static Object normal(Object value) {
        return value instanceof Double d ? (Double) (d + 0.0) : value;
    }
}
