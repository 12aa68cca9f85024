/**
 * Counters in, progress out.
 *
 * <p>The engine thread counts in plain fields and publishes them once per duty cycle; any thread may read what was published. May
 * import {@code error}, {@code row}, {@code time} and {@code operator}.
 */
package io.tidemark.metrics;
