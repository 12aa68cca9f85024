package io.tidemark.chronicle;

import io.tidemark.journal.RowDecoder;
import io.tidemark.row.RowWriter;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.concurrent.UnsafeBuffer;

/** Shows the bytes of a document to the user's decoder, where they lie. */
final class RawDecoder implements DocumentDecoder {
    static final String READ_OUTSIDE = "The decoder read outside the record.";

    private final RowDecoder decoder;
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);

    RawDecoder(RowDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public String decode(DocumentContext document, long address, int length, RowBatch rows) {
        buffer.wrap(address, length);
        RowWriter row = rows.begin();
        String verdict;
        try {
            verdict = decoder.decode(buffer, 0, length, row);
        } catch (IndexOutOfBoundsException e) {
            return READ_OUTSIDE;
        } finally {
            buffer.wrap(0, 0);
        }
        if (verdict == RowDecoder.ROW) {
            rows.complete();
        }
        return verdict;
    }
}
