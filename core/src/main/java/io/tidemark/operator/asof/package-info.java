/**
 * As-of joins, which put the row of the other stream that was valid beside each row, and window joins, which aggregate the rows of the other
 * stream around each row: {@link io.tidemark.operator.asof.AsOfJoin}, {@link io.tidemark.operator.asof.WindowJoin} and what runs them.
 *
 * <p>Right rows are kept per key, sorted by time, as long as a left row may need them; left rows wait until no right row can come that
 * would change their answer. May import what {@code operator} may, {@code operator} and {@code accumulator}. Engine thread only.
 */
package io.tidemark.operator.asof;
