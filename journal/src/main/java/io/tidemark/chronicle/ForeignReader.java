package io.tidemark.chronicle;

import io.tidemark.journal.InvalidRecord;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.journal.RowDecoder;
import io.tidemark.row.RowView;
import java.nio.file.Path;
import java.util.Objects;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Reads a queue that another program writes, through a decoder. A position is that of a document; all rows of a document are
 * handed over in one poll and carry its position, so that resuming after it is exact. Documents that give no row count as read.
 */
final class ForeignReader implements JournalReader {
    private final QueueTailer tailer;
    private final DocumentDecoder decoder;
    private final RowBatch rows;
    private final InvalidRecord invalid = new InvalidRecord();
    private long position = NO_POSITION;
    private long lastWanted = Long.MAX_VALUE;

    ForeignReader(Path directory, JournalGate gate, DocumentDecoder decoder, RowBatch rows) {
        this.tailer = new QueueTailer(directory, gate);
        this.decoder = decoder;
        this.rows = rows;
    }

    @Override
    public int poll(RecordHandler handler, int limit) {
        Objects.requireNonNull(handler, "handler");
        tailer.requireOpen();
        try {
            return read(handler, limit);
        } catch (InternalError e) {
            throw tailer.cut(e);
        } finally {
            rows.release();
        }
    }

    private int read(RecordHandler handler, int limit) {
        int records = 0;
        while (records < limit && position < lastWanted) {
            try (DocumentContext document = tailer.next()) {
                if (!document.isPresent()) {
                    break;
                }
                deliver(handler, document);
            }
            records++;
        }
        return records;
    }

    @Override
    public void stopAfter(long lastPosition) {
        lastWanted = lastPosition;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long endPosition() {
        return tailer.endPosition();
    }

    @Override
    public void moveAfter(long newPosition) {
        tailer.moveAfter(newPosition);
        position = newPosition;
    }

    @Override
    public void close() {
        tailer.close();
        rows.close();
        invalid.close();
    }

    private void deliver(RecordHandler handler, DocumentContext document) {
        Bytes<?> bytes = document.wire().bytes();
        int length = (int) bytes.readRemaining();
        long address = bytes.addressForRead(bytes.readPosition());
        long mapped = MappedRange.mapped(bytes, length);
        rows.clear();
        String verdict = mapped < length ? RecordCheck.OUTSIDE_FILE : decoder.decode(document, address, length, rows);
        if (verdict == RowDecoder.ROW) {
            verdict = rows.fault();
        }
        position = tailer.lastPosition();
        if (verdict == RowDecoder.ROW) {
            rows.deliver(handler, position);
        } else if (!verdict.isEmpty()) {
            handler.onInvalid(
                    invalid.wrap(address, MappedRange.inFile(bytes, mapped), position, RowView.NO_INGEST_TIME),
                    InvalidRecord.reason(verdict, length));
        }
    }
}
