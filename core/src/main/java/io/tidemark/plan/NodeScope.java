package io.tidemark.plan;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Expression;
import io.tidemark.expr.eval.EvaluatorCompiler;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import java.util.List;

/** What one operator sees while it is bound. */
final class NodeScope implements BindScope {
    private final String uid;
    private final StreamType input;
    private final QuerySettings settings;
    private final List<Problem> problems;
    private final EvaluatorCompiler compiler;
    private boolean failed;

    NodeScope(String uid, StreamType input, QuerySettings settings, List<Problem> problems) {
        this.uid = uid;
        this.input = input;
        this.settings = settings;
        this.problems = problems;
        this.compiler = new EvaluatorCompiler(input.schema(), settings.ansi());
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
}
