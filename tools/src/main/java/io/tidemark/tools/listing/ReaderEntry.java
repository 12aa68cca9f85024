package io.tidemark.tools.listing;

/**
 * Somebody who reads a journal.
 *
 * @param name name of a registered reader, or of a source of a query
 * @param journal directory of the journal as it is known by; empty where it lies beside
 * @param position of the last record that it is done with, or -1
 * @param lag how far it is behind, or null when the journal is not there
 * @param expired whether files are not kept for it any more
 */
record ReaderEntry(String name, String journal, long position, Lag lag, boolean expired) {}
