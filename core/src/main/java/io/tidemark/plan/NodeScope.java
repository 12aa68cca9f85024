package io.tidemark.plan;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.eval.EvaluatorCompiler;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.function.UserAggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import java.util.List;
import java.util.Set;

/** What one operator sees while it is bound. */
final class NodeScope implements BindScope {
    private final String uid;
    private final StreamType input;
    private final QuerySettings settings;
    private final List<Problem> problems;
    private final EvaluatorCompiler compiler;
    private final Set<String> usedFunctions;
    private boolean failed;

    /**
     * A scope.
     *
     * @param usedFunctions takes the names of functions that the operator uses
     */
    NodeScope(String uid, StreamType input, QuerySettings settings, List<Problem> problems, Set<String> usedFunctions) {
        this.uid = uid;
        this.input = input;
        this.settings = settings;
        this.problems = problems;
        this.usedFunctions = usedFunctions;
        this.compiler = new EvaluatorCompiler(
                input.schema(), settings.ansi(), settings.functions().scalars());
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public StreamType input() {
        return input;
    }

    @Override
    public DataType typeOf(Expression expression) {
        noteFunctions(expression);
        return compiler.typeOf(
                expression, found -> problem(found.code(), found.column(), found.reason(), found.wayOut()));
    }

    @Override
    public boolean nullable(Expression expression) {
        return compiler.isNullable(expression);
    }

    @Override
    public TypedEvaluator compile(Expression expression, NodeFactory nodes) {
        return compiler.compile(expression, nodes);
    }

    @Override
    public UserAggregate aggregate(String name) {
        usedFunctions.add(name);
        return settings.functions().aggregate(name);
    }

    @Override
    public QuerySettings settings() {
        return settings;
    }

    @Override
    public void problem(ErrorCode code, String column, String reason, String wayOut) {
        failed = true;
        problems.add(new Problem(code, uid, column, reason, wayOut));
    }

    @Override
    public boolean failed() {
        return failed;
    }

    private void noteFunctions(Expression expression) {
        if (expression instanceof Cast cast) {
            noteFunctions(cast.input());
        } else if (expression instanceof Call call) {
            usedFunctions.add(call.function());
            call.arguments().forEach(this::noteFunctions);
        }
    }
}
