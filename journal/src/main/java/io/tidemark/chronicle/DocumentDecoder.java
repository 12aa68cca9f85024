package io.tidemark.chronicle;

import io.tidemark.journal.RowDecoder;
import net.openhft.chronicle.wire.DocumentContext;

/** Turns a document of a foreign queue into rows. One thread. */
@FunctionalInterface
interface DocumentDecoder {
    /**
     * Decodes one document.
     *
     * @param document the document, open; it need not be closed
     * @param address where its bytes lie
     * @param length number of its bytes
     * @param rows takes the rows; empty before the call
     * @return {@link RowDecoder#ROW} for the rows that were completed, be it none, {@link RowDecoder#SKIP}, or why the document
     *     is invalid, as a constant text
     */
    String decode(DocumentContext document, long address, int length, RowBatch rows);
}
