package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.Backlog;
import io.tidemark.journal.JournalMeter;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.RowView;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Measures a queue from positions: our own records by the sequences that stand in them, those of another program by the count of their documents. It has a
 * read-only queue of its own, which is opened at the first measurement and anew after one that failed.
 */
final class QueueMeter implements JournalMeter {
    private final Path directory;
    private final JournalGate gate;
    private final boolean own;
    private final FileEnds fileEnds = new FileEnds();
    private SingleChronicleQueue queue;
    private ExcerptTailer readEnd;
    private ExcerptTailer journalEnd;
    private Place last;
    private Place unread;
    private long unreadAfter;
    private long firstSequence = JournalReader.NO_SEQUENCE;
    private boolean measuredBefore;
    private long firstEnd = JournalReader.NO_POSITION;
    private long arrived;
    private boolean closed;

    /**
     * A meter.
     *
     * @param own whether the records are ours, with sequences and ingest times
     */
    QueueMeter(Path directory, JournalGate gate, boolean own) {
        this.directory = directory;
        this.gate = gate;
        this.own = own;
    }

    /**
     * A document.
     *
     * @param index its index in the queue
     * @param sequence its sequence, of our own records
     * @param ingestTimeNs its ingest time, of our own records
     * @param from byte of its file at which it begins
     * @param to byte of its file behind it
     */
    private record Place(long index, long sequence, long ingestTimeNs, long from, long to) {}

    @Override
    public Backlog measure(long position) {
        gate.require();
        if (closed) {
            return Backlog.NOTHING_KNOWN;
        }
        try {
            open();
            return measured(position);
        } catch (InternalError | AssertionError e) {
            release();
            throw failed(e);
        } catch (TidemarkException e) {
            release();
            throw e;
        } catch (RuntimeException e) {
            release();
            throw failed(e);
        }
    }

    private void open() {
        if (queue == null) {
            queue = QueueFiles.openToRead(directory);
            readEnd = queue.createTailer();
            journalEnd = queue.createTailer();
            readEnd.singleThreadedCheckDisabled(true);
            journalEnd.singleThreadedCheckDisabled(true);
        }
    }

    private Backlog measured(long position) {
        long end = queue.lastIndex();
        if (end < 0) {
            noteEnd(JournalReader.NO_POSITION);
            return new Backlog(JournalReader.NO_POSITION, 0, 0, RowView.NO_INGEST_TIME, arrived);
        }
        if (last == null || last.index != end) {
            last = placeOf(journalEnd, end);
        }
        noteEnd(end);
        if (position >= end) {
            return new Backlog(end, 0, 0, RowView.NO_INGEST_TIME, arrived);
        }
        if (unread == null || unreadAfter != position) {
            unread = position == JournalReader.NO_POSITION ? first() : behind(position);
            unreadAfter = position;
        }
        if (unread == null) {
            return new Backlog(end, 0, 0, RowView.NO_INGEST_TIME, arrived);
        }
        return new Backlog(end, records(unread, last), bytes(), unread.ingestTimeNs, arrived);
    }

    /** Counts what was appended since the last measurement. */
    private void noteEnd(long end) {
        if (!measuredBefore) {
            measuredBefore = true;
            firstEnd = end;
            firstSequence = end < 0 ? JournalReader.NO_SEQUENCE : last.sequence;
        } else if (own) {
            arrived = end < 0 ? 0 : last.sequence - firstSequence;
        } else if (end > firstEnd) {
            arrived += firstEnd < 0 ? records(first(), last) : queue.countExcerpts(firstEnd, end);
            firstEnd = end;
        }
    }

    private long records(Place from, Place to) {
        return 1 + (own ? to.sequence - from.sequence : queue.countExcerpts(from.index, to.index));
    }

    private long bytes() {
        int first = queue.rollCycle().toCycle(unread.index);
        int end = queue.rollCycle().toCycle(last.index);
        long before = first == end ? 0 : fileEnds.sum(QueueFiles.between(queue, first, end));
        return before + last.to - unread.from;
    }

    /** The oldest document. A queue that was opened read-only may still count files that were deleted. */
    private Place first() {
        int cycle = QueueFiles.cycleFrom(queue, 0);
        return cycle >= 0 && readEnd.moveToCycle(cycle) ? next(readEnd) : null;
    }

    private Place behind(long position) {
        placeOf(readEnd, position);
        return next(readEnd);
    }

    private Place placeOf(ExcerptTailer tailer, long index) {
        Place place = tailer.moveToIndex(index) ? next(tailer) : null;
        if (place == null || place.index != index) {
            throw new TidemarkException(
                    ErrorCode.SOURCE_RETENTION_GAP,
                    "Journal '" + gate.name() + "' has no record at position " + Long.toHexString(index)
                            + " (hex) any more.",
                    "Restore the missing files.");
        }
        return place;
    }

    /** The next document, or null when there is none. */
    private Place next(ExcerptTailer tailer) {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return null;
            }
            Bytes<?> bytes = document.wire().bytes();
            long from = bytes.readPosition();
            long length = bytes.readRemaining();
            boolean ours = own && length >= RecordHeader.BYTES;
            long at = bytes.addressForRead(from);
            return new Place(
                    tailer.lastReadIndex(),
                    ours ? RecordHeader.sequence(at) : JournalReader.NO_SEQUENCE,
                    ours ? RecordHeader.ingestTimeNs(at) : RowView.NO_INGEST_TIME,
                    from - QueueHead.WORD_BYTES,
                    from + length);
        }
    }

    private TidemarkException failed(Throwable cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "Journal '" + gate.name() + "' cannot be measured: " + cause + ".",
                "It is tried again. Where it stays so, read the journal with the command of the name: it names the damage.",
                cause);
    }

    private void release() {
        if (queue != null) {
            readEnd.close();
            journalEnd.close();
            queue.close();
            queue = null;
            last = null;
            unread = null;
        }
    }

    @Override
    public void close() {
        closed = true;
        release();
    }
}
