/**
 * The aggregate functions, and what runs them on the value of a group.
 *
 * <p>A family of operators binds its aggregates as one {@link io.tidemark.accumulator.AggregateList} and gets one
 * {@link io.tidemark.accumulator.Accumulator} for all of them. The value of a group has one flag byte per aggregate, then the slots that
 * each function declares; what grows lies in bytes of a {@link io.tidemark.state.BytesStore}. A function is one file, found through
 * {@code AggregateRegistry}. May import {@code operator} and what that may import. Engine thread only.
 */
package io.tidemark.accumulator;
