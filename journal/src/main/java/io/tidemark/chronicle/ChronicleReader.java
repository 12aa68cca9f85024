package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.InvalidRecord;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.Objects;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Reads one of our own journals where it lies, without copying. One thread; nothing is allocated per record.
 *
 * <p>Sequences are watched: where records are missing between two that are there, the reader throws
 * {@code SOURCE_RETENTION_GAP} instead of passing over them.
 */
public final class ChronicleReader implements JournalReader {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final QueueTailer tailer;
    private final Schema schema;
    private final RecordCheck check;
    private final InvalidRecord invalid = new InvalidRecord();
    private final RowView view = new RowView();
    private long position = NO_POSITION;
    private long lastWanted = Long.MAX_VALUE;
    private long expectedSequence = UNKNOWN;
    private long sequence = NO_SEQUENCE;
    private long cause = NO_POSITION;
    private int causeSource;
    private long refused = NO_POSITION;

    ChronicleReader(Path directory, JournalGate gate, Schema schema, boolean verify) {
        this.tailer = new QueueTailer(directory, gate);
        this.schema = schema;
        this.check = new RecordCheck(schema, verify);
    }

    @Override
    public int poll(RecordHandler handler, int limit) {
        Objects.requireNonNull(handler, "handler");
        tailer.requireOpen();
        try {
            if (refused != NO_POSITION) {
                tailer.moveTo(refused);
                refused = NO_POSITION;
            }
            return read(handler, limit);
        } catch (InternalError e) {
            throw tailer.cut(e);
        } finally {
            view.unwrap();
        }
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
        refused = NO_POSITION;
        expectedSequence = UNKNOWN;
        sequence = NO_SEQUENCE;
        cause = NO_POSITION;
        causeSource = 0;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public long cause() {
        return cause;
    }

    @Override
    public int causeSource() {
        return causeSource;
    }

    /** Goes to the first record of a roll cycle. */
    void moveToCycle(int cycle) {
        moveAfter(NO_POSITION);
        tailer.moveToCycle(cycle);
    }

    /** Position of the record that was looked at last, also when it was refused. */
    long lastReadPosition() {
        return tailer.lastPosition();
    }

    @Override
    public void close() {
        tailer.close();
        check.close();
        invalid.close();
    }

    private int read(RecordHandler handler, int limit) {
        int records = 0;
        while (records < limit && position < lastWanted) {
            int step = tailer.step();
            if (step == DocumentWalk.NOTHING) {
                break;
            }
            if (step == DocumentWalk.DOCUMENT) {
                deliver(handler, tailer.address(), tailer.length(), null);
            } else if (!readDocument(handler)) {
                break;
            }
            records++;
        }
        return records;
    }

    private boolean readDocument(RecordHandler handler) {
        try (DocumentContext document = tailer.next()) {
            if (!document.isPresent()) {
                return false;
            }
            Bytes<?> bytes = document.wire().bytes();
            long at = bytes.addressForRead(bytes.readPosition());
            long length = bytes.readRemaining();
            if (MappedRange.mapped(bytes, length) < length) {
                refuse(handler, at, length, bytes, RecordCheck.OUTSIDE_FILE);
            } else {
                deliver(handler, at, length, bytes);
            }
            return true;
        }
    }

    /** Hands over a record that is none, as far as it is there. */
    private void refuse(RecordHandler handler, long at, long length, Bytes<?> bytes, String reason) {
        position = tailer.lastPosition();
        expectedSequence = UNKNOWN;
        sequence = NO_SEQUENCE;
        cause = NO_POSITION;
        long readable =
                bytes == null ? tailer.readable() : MappedRange.inFile(bytes, MappedRange.mapped(bytes, length));
        handler.onInvalid(
                invalid.wrap(at, readable, position, RowView.NO_INGEST_TIME), InvalidRecord.reason(reason, length));
    }

    /** Hands over a record; {@code bytes} are at it, or null where it was found without them. */
    private void deliver(RecordHandler handler, long at, long length, Bytes<?> bytes) {
        long index = tailer.lastPosition();
        String reason = check.reason(at, length);
        if (reason != null) {
            refuse(handler, at, length, bytes, reason);
            return;
        }
        long found = RecordHeader.sequence(at);
        if (found != expectedSequence && expectedSequence != UNKNOWN) {
            throw gap(index, found);
        }
        position = index;
        sequence = found;
        expectedSequence = found + 1;
        cause = RecordHeader.cause(at);
        causeSource = RecordHeader.causeSource(at);
        handler.onRow(view.wrap(schema, at + RecordHeader.BYTES, RecordHeader.payloadBytes(at))
                .origin(index, RecordHeader.ingestTimeNs(at), RowKind.of(RecordHeader.kind(at))));
    }

    private TidemarkException gap(long index, long found) {
        refused = index;
        return new TidemarkException(
                ErrorCode.SOURCE_RETENTION_GAP,
                "In journal '" + tailer.name() + "' record " + Long.toHexString(index) + " has sequence " + found
                        + ", not " + expectedSequence + ": the records between are not there any more.",
                "Restore the missing files, or start from a later position.");
    }
}
