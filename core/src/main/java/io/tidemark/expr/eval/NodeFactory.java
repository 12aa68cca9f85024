package io.tidemark.expr.eval;

/**
 * The one place where nodes of a compiled plan come into being: evaluators, accumulators, operators.
 *
 * <p>A factory may give every node a class of its own, so that the JIT compiler sees each call site of a plan with one
 * receiver. That is why nodes are named classes with one constructor and not lambdas.
 */
public interface NodeFactory {
    /**
     * A new node.
     *
     * @param type class of the node, with exactly one constructor
     * @param arguments arguments of that constructor
     */
    <T> T create(Class<T> type, Object... arguments);
}
