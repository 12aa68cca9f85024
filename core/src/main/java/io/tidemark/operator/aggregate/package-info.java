/**
 * Aggregation by windows, by keys, or both: {@link io.tidemark.operator.aggregate.GroupAggregate} and what runs it.
 *
 * <p>A group is a key in a pane; its value belongs to the accumulators. May import what {@code operator} may, {@code operator} and
 * {@code accumulator}. Engine thread only.
 */
package io.tidemark.operator.aggregate;
