/**
 * Joins of a stream with a table of reference.
 *
 * <p>The table is made of the rows of another input: the latest of each key, or all of them. A row of the stream meets the table as it is at its turn
 * and comes out at once; since the order in which inputs are read is recorded, a replay meets the same table. May import what {@code operator} may, and
 * {@code operator}. Engine thread only.
 */
package io.tidemark.operator.reference;
