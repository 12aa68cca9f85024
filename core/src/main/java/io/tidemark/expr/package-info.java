/**
 * Column expressions as immutable records, and the words with which users write them.
 *
 * <p>An {@link io.tidemark.expr.Expression} holds names only: it knows no schema and computes nothing. May import
 * {@code error}, {@code calendar} and {@code row}. Safe from any thread.
 */
package io.tidemark.expr;
