package io.tidemark.expr.eval;

/**
 * What a function needs to make its nodes.
 *
 * @param nodes makes every node
 * @param ansi whether overflow, division by zero and failing casts are errors; otherwise they give null
 * @param site names the expression in errors
 */
public record NodeContext(NodeFactory nodes, boolean ansi, ErrorSite site) {
    /** A new node; see {@link NodeFactory} for what its class must be. */
    public Evaluator node(Class<? extends Evaluator> type, Object... arguments) {
        return nodes.create(type, arguments);
    }

    /** A new node with a truth value. */
    public BoolEvaluator test(Class<? extends BoolEvaluator> type, Object... arguments) {
        return nodes.create(type, arguments);
    }
}
