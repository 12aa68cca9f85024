/**
 * Figures about a journal that are gathered in one walk over it: rates, silences, disorder of event times, sizes.
 *
 * <p>May import {@code core}, {@code journal}, HdrHistogram, jackson-core, {@code tools.read} and {@code tools.text}. One thread, the caller's.
 */
package io.tidemark.tools.stats;
