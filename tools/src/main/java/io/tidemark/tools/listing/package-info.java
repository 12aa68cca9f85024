/**
 * What there is below a directory: journals, queries, who reads and writes them, and how far each is.
 *
 * <p>May import {@code core}, {@code journal}, jackson-core, {@code tools.read} and {@code tools.text}. Nothing is locked or written. One thread, the caller's.
 */
package io.tidemark.tools.listing;
