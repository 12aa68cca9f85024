/**
 * The records of a journal that a command is asked for: which ones, in which order, and the walk over them.
 *
 * <p>May import {@code core}, {@code journal}, picocli and {@code tools.text}. A journal is opened read-only, and nothing is written to it. One thread, the caller's.
 */
package io.tidemark.tools.read;
