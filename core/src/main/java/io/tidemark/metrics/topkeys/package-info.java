/**
 * The keys that most rows have, found in a few KiB.
 *
 * <p>The engine thread offers keys and allocates nothing; any thread takes a view. May import {@code error} and {@code memory}.
 */
package io.tidemark.metrics.topkeys;
