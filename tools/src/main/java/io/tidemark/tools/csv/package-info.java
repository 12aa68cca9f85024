/**
 * Import of CSV files: every row of the file is stored exactly or counted with the reason why it is not.
 *
 * <p>May import {@code core} and FastCSV; it knows no journal, rows go to an {@link io.tidemark.tools.csv.ImportTarget}. One
 * thread, the caller's.
 */
package io.tidemark.tools.csv;
