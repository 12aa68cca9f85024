/**
 * How large a delay of the watermark rows need, and what a delay loses and costs.
 *
 * <p>A running query and a study of a recorded journal count in the same histograms. The thread that counts allocates nothing; any thread
 * takes a copy. May import {@code error}, {@code row}, {@code expr}, {@code time} and {@code journal}.
 */
package io.tidemark.metrics.lateness;
