/**
 * Operators that look at one row at a time: {@code filter} and {@code project}.
 *
 * <p>They keep no state and let watermarks pass. May import what {@code operator} may, and {@code operator}.
 */
package io.tidemark.operator.select;
