package io.tidemark.plan;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.eval.EvaluatorCompiler;
import io.tidemark.expr.eval.FunctionRegistry;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.UserAggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** What one operator sees while it is bound. */
final class NodeScope implements BindScope {
    private final String uid;
    private final List<StreamType> inputs;
    private final QuerySettings settings;
    private final List<Problem> problems;
    private final EvaluatorCompiler compiler;
    private final Set<String> usedFunctions;
    private final EdgeKind wanted;
    private final AtomicBoolean failed;

    /**
     * A scope.
     *
     * @param usedFunctions takes the names of functions that the operator uses
     * @param wanted what those that take its output need
     */
    NodeScope(
            String uid,
            List<StreamType> inputs,
            QuerySettings settings,
            List<Problem> problems,
            Set<String> usedFunctions,
            EdgeKind wanted) {
        this(uid, inputs, settings, problems, usedFunctions, wanted, new AtomicBoolean());
    }

    private NodeScope(
            String uid,
            List<StreamType> inputs,
            QuerySettings settings,
            List<Problem> problems,
            Set<String> usedFunctions,
            EdgeKind wanted,
            AtomicBoolean failed) {
        this.wanted = wanted;
        this.uid = uid;
        this.inputs = inputs;
        this.failed = failed;
        this.settings = settings;
        this.problems = problems;
        this.usedFunctions = usedFunctions;
        FunctionRegistry functions = settings.functions().scalars();
        long unitNs = settings.time().unitNs();
        this.compiler = new EvaluatorCompiler(
                inputs.get(0).schema(), settings.ansi(), unitNs == 1 ? functions : functions.withWindowUnit(unitNs));
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public StreamType input() {
        return inputs.get(0);
    }

    @Override
    public List<StreamType> inputs() {
        return inputs;
    }

    @Override
    public BindScope over(StreamType type) {
        return new NodeScope(uid, List.of(type), settings, problems, usedFunctions, wanted, failed);
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
    public EdgeKind wanted() {
        return wanted;
    }

    @Override
    public KeyedFunction keyed(String name) {
        usedFunctions.add(name);
        return settings.functions().keyed(name);
    }

    @Override
    public QuerySettings settings() {
        return settings;
    }

    @Override
    public void problem(ErrorCode code, String column, String reason, String wayOut) {
        failed.set(true);
        problems.add(new Problem(code, uid, column, reason, wayOut));
    }

    @Override
    public boolean failed() {
        return failed.get();
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
