/**
 * What makes a query's directory its own and its state durable.
 *
 * <p>May import {@code error}, {@code memory}, {@code row}, {@code state} and {@code journal}. A lock belongs to whoever
 * acquired it and may be released by any thread. Checkpoint files are written by the thread of their writer.
 */
package io.tidemark.checkpoint;
