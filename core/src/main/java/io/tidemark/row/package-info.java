/**
 * Rows: bytes with names.
 *
 * <p>A {@link io.tidemark.row.Schema} names and types the columns and fixes the byte layout, a
 * {@link io.tidemark.row.RowView} reads a row where it lies, a {@link io.tidemark.row.RowWriter} builds one. May import
 * {@code error} and {@code memory}. Views and writers belong to one thread.
 */
package io.tidemark.row;
