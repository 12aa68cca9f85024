/**
 * A small, plain state backend for tests and the oracle with which other backends are compared.
 *
 * <p>Rows lie in separate native blocks that are found through ordinary collections. May import what {@code state} may, and
 * {@code state}. Engine thread only; it allocates on the heap.
 */
package io.tidemark.state.heap;
