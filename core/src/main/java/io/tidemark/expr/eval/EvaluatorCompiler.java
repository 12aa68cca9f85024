package io.tidemark.expr.eval;

import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Checks expressions over the rows of one schema and turns them into evaluators. Immutable; any thread. The evaluators hold
 * scratch and belong to the thread that uses them; every call of {@link #compile} makes new ones.
 *
 * <p>Types and rounding are described with {@link NumericTypes}, conversions with {@link Casts}. With {@code ansi} overflow,
 * division by zero and texts that cannot be read are errors on the row path: {@code ARITHMETIC_OVERFLOW},
 * {@code DIVISION_BY_ZERO}, {@code CAST_INVALID}. Without it sums and products of integers wrap, everything else that fails
 * gives null.
 */
public final class EvaluatorCompiler {
    private final Schema schema;
    private final boolean ansi;
    private final FunctionRegistry functions;

    /** A compiler over rows of {@code schema} with the functions that come with Tidemark. */
    public EvaluatorCompiler(Schema schema, boolean ansi) {
        this(schema, ansi, FunctionRegistry.standard());
    }

    /** A compiler over rows of {@code schema} with given functions. */
    public EvaluatorCompiler(Schema schema, boolean ansi, FunctionRegistry functions) {
        this.schema = schema;
        this.ansi = ansi;
        this.functions = functions;
    }

    /**
     * Type of an expression, or null after reporting every problem found in it. The operator of a reported problem is empty;
     * its column is the one concerned, or empty.
     */
    public DataType typeOf(Expression expression, Consumer<Problem> problems) {
        Analysed analysed = analyse(expression, problems);
        return analysed == null ? null : analysed.type();
    }

    /**
     * Whether the value of an expression can be null.
     *
     * @throws TidemarkException with all problems, when {@link #typeOf} does not accept it
     */
    public boolean isNullable(Expression expression) {
        return checked(expression).nullable();
    }

    /**
     * Evaluators for an expression, each node made by {@code nodes}.
     *
     * @throws TidemarkException with all problems, when {@link #typeOf} does not accept it
     */
    public TypedEvaluator compile(Expression expression, NodeFactory nodes) {
        return build(checked(expression), nodes);
    }

    private Analysed analyse(Expression expression, Consumer<Problem> problems) {
        return new ExpressionAnalyzer(schema, ansi, functions, problems).analyse(expression);
    }

    private Analysed checked(Expression expression) {
        List<Problem> problems = new ArrayList<>();
        Analysed analysed = analyse(expression, problems::add);
        if (analysed == null) {
            throw new TidemarkException(problems);
        }
        return analysed;
    }

    private TypedEvaluator build(Analysed part, NodeFactory nodes) {
        NodeContext context = new NodeContext(nodes, ansi, new ErrorSite(part.expression(), ansi));
        Evaluator evaluator;
        if (part.expression() instanceof ColumnRef column) {
            evaluator = Family.of(part.type()).column(nodes, schema, schema.index(column.name()));
        } else if (part.expression() instanceof Literal literal) {
            evaluator = Family.of(part.type()).constant(nodes, literal);
        } else if (part.function() == null) {
            return Casts.convert(build(part.inputs().get(0), nodes), part.type(), context);
        } else {
            List<TypedEvaluator> arguments = new ArrayList<>();
            for (int i = 0; i < part.inputs().size(); i++) {
                TypedEvaluator input = build(part.inputs().get(i), nodes);
                arguments.add(Casts.convert(input, part.signature().parameters().get(i), context));
            }
            evaluator = part.function().create(part.signature(), arguments, context);
        }
        return new TypedEvaluator(evaluator, part.type(), part.nullable());
    }
}
