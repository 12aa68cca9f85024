/**
 * The operator that makes the watermark of a stream, with the guard before it.
 *
 * <p>May import what {@code operator} may, and {@code operator}. Engine thread only.
 */
package io.tidemark.operator.watermark;
