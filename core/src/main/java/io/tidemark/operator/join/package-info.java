/**
 * Joins of two streams: {@link io.tidemark.operator.join.StreamJoin} and what runs it.
 *
 * <p>Each side keeps its rows for as long as a partner may still come. May import what {@code operator} may, and {@code operator}. Engine
 * thread only.
 */
package io.tidemark.operator.join;
