/**
 * Functions of the user's own over the rows of each key: {@link io.tidemark.operator.keyed.KeyedProcess} and what runs it.
 *
 * <p>State of a key is one entry with its values, a chain of its timers, and a deadline. May import what {@code operator} may, and
 * {@code operator}. Engine thread only.
 */
package io.tidemark.operator.keyed;
