/**
 * Files of CSV and of JSON lines into rows: every row is stored exactly or rejected with a reason.
 *
 * <p>May import {@code core}, FastCSV and jackson-core. One thread, the caller's.
 */
package io.tidemark.tools.csv;
