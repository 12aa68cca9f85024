/**
 * Functions of the user's own: the interfaces of aggregates and of functions over keys, what they see of rows and state, and the
 * set that a query takes along.
 * Functions of one row are {@link io.tidemark.expr.eval.ScalarFunction}s.
 *
 * <p>May import {@code error}, {@code row}, {@code expr} and {@code expr.eval}. Functions are immutable and shared by queries; the
 * engine thread of a query calls them.
 */
package io.tidemark.function;
