/**
 * Typed, allocation-free evaluators and the registry of functions.
 *
 * <p>The {@link io.tidemark.expr.eval.EvaluatorCompiler} checks names and types of an expression against a schema and builds
 * a tree of evaluators, each node through a {@link io.tidemark.expr.eval.NodeFactory}. A function is one file: a
 * {@link io.tidemark.expr.eval.ScalarFunction} with its nodes, listed in {@code StandardFunctions}. Result types are
 * described with {@link io.tidemark.expr.eval.NumericTypes}, conversions with {@link io.tidemark.expr.eval.Casts}. May import
 * {@code error}, {@code memory}, {@code row} and {@code expr}. Evaluators may hold scratch and belong to one thread.
 */
package io.tidemark.expr.eval;
