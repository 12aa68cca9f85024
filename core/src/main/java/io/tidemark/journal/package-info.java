/**
 * The SPI of ordered, replayable input and output, and a version of it in memory.
 *
 * <p>A journal is a sequence of records with positions that only grow. May import {@code error}, {@code memory}, {@code row}
 * and {@code operator}. A reader and a writer each belong to one thread.
 */
package io.tidemark.journal;
