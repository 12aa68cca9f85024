/**
 * Feeds the rows of journals to a study of lateness in the order in which they were written.
 *
 * <p>One thread. May import the three modules and {@code read}.
 */
package io.tidemark.tools.lateness;
