/**
 * Journals on Chronicle Queue: sources, sinks and the doors through which code in this process appends.
 *
 * <p>May import {@code error}, {@code memory}, {@code row}, {@code journal} and {@code checkpoint} of core. Everything that is
 * read is read through a queue that was opened read-only; only an appender opens one for writing, behind an exclusive lock on
 * the journal. A reader, appender or writer belongs to one thread; a journal may be shared.
 */
package io.tidemark.chronicle;
