/**
 * Recorded journals as sources of a replay: from where, up to where, and how fast.
 *
 * <p>May import {@code core}, {@code journal}, picocli and {@code tools.read}. Journals are only read. One thread, the caller's.
 */
package io.tidemark.tools.replay;
