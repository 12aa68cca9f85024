/**
 * Rows as text, for people and for other programs: one line per row.
 *
 * <p>May import {@code core}, FastCSV and jackson-core. Values are written without loss and alike in every locale. One thread,
 * the caller's.
 */
package io.tidemark.tools.text;
