/**
 * Several streams of the same columns as one.
 *
 * <p>May import what {@code operator} may, and {@code operator}. Engine thread only.
 */
package io.tidemark.operator.union;
