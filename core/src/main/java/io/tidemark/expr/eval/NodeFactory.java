package io.tidemark.expr.eval;

/**
 * The one place where nodes of a compiled plan come into being: evaluators, accumulators, operators.
 *
 * <p>A factory may give every node a class of its own, a hidden clone, so that the JIT compiler sees each call site of a plan
 * with one receiver. Therefore a node is a named class with one constructor: no lambda, and no record, because the methods
 * that the compiler adds to a record do not verify in a clone. It touches nothing private outside itself, and other nodes and
 * its own fields know it by interfaces only.
 */
public interface NodeFactory {
    /**
     * A new node. It may be of another class than {@code type}: assign it to an interface, never to {@code type} itself.
     *
     * @param type class of the node, with exactly one constructor
     * @param arguments arguments of that constructor
     */
    <T> T create(Class<? extends T> type, Object... arguments);

    /**
     * A place where a chain of nodes may be compiled in two pieces without the second losing what it knows: a node that hands everything to another
     * one, which is a static constant to it. A factory that gives no node a class of its own returns the other one itself.
     *
     * @param type class of the node. Its static initialiser asks for the other node as the data of its class; its constructor has no arguments
     */
    default <T> T cut(Class<? extends T> type, T node) {
        return node;
    }
}
