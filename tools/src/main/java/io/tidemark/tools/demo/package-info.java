/**
 * The demonstration: real trades into bars, from journal to journal.
 *
 * <p>{@link io.tidemark.tools.demo.BarsDemo} holds the query, the rest shows what it does. May import all modules and
 * {@code io.tidemark.tools.csv}. The query runs on its own thread, everything else on the caller's.
 */
package io.tidemark.tools.demo;
