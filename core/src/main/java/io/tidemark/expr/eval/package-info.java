/**
 * Typed, allocation-free evaluators and the registry of functions.
 *
 * <p>The {@code EvaluatorCompiler} checks names and types of an expression against a schema and builds a
 * tree of evaluators, each node through a {@link io.tidemark.expr.eval.NodeFactory}. May import {@code error},
 * {@code memory}, {@code row} and {@code expr}. Evaluators may hold scratch and belong to one thread.
 */
package io.tidemark.expr.eval;
