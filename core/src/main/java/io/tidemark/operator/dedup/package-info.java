/**
 * Deduplication: {@link io.tidemark.operator.dedup.Deduplicate} and what runs it.
 *
 * <p>Keys that were seen are entries with a due time after which they count as absent; removing them follows in pieces. May import what
 * {@code operator} may, and {@code operator}. Engine thread only.
 */
package io.tidemark.operator.dedup;
