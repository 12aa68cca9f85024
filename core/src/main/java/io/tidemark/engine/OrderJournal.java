package io.tidemark.engine;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;

/**
 * A journal that takes the order in which a query did things, and gives it back at a restart.
 *
 * @param source reads it
 * @param sink appends to it
 */
public record OrderJournal(JournalSource source, JournalSink sink) {}
