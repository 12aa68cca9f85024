/**
 * The comparison of two journals row by row: by sequence, by order, by key or as multisets, with counts, the first difference and a report.
 *
 * <p>May import {@code core}, {@code journal}, fastcsv, jackson-core, {@code tools.read} and {@code tools.text}. Journals are opened read-only. One thread, the
 * caller's.
 */
package io.tidemark.tools.diff;
