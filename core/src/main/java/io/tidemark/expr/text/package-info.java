/**
 * Expressions as text, close to SQL: {@link io.tidemark.expr.text.ExpressionText} reads and writes them.
 *
 * <p>May import {@code error}, {@code row}, {@code expr} and the names of functions from {@code expr.eval}. It knows no schema: names and types are checked
 * where the expression is compiled. Safe from any thread.
 */
package io.tidemark.expr.text;
