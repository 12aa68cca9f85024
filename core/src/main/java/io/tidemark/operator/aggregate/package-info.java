/**
 * Windowed aggregation: {@link io.tidemark.operator.aggregate.GroupAggregate} and the aggregate functions.
 *
 * <p>A group is a key in a pane, its state a value of fixed layout: one flag byte per aggregate, then the slots that each function
 * declares. A function is one file, found through {@code AggregateRegistry}. May import what {@code operator} may, and
 * {@code operator}. Engine thread only.
 */
package io.tidemark.operator.aggregate;
