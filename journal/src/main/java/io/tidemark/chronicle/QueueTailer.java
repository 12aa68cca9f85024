package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import java.nio.file.Path;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.NoDocumentContext;

/** Reads the documents of a queue that was opened read-only, from exact positions. It owns the queue. One thread. */
final class QueueTailer implements AutoCloseable {
    private final JournalGate gate;
    private final SingleChronicleQueue queue;
    private final ExcerptTailer tailer;
    private final DocumentWalk walk = new DocumentWalk();
    private final MappedSpot spot = MappedSpot.reading(walk);
    private boolean walked;
    private boolean fileEnded;
    private boolean closed;

    QueueTailer(Path directory, JournalGate gate) {
        this.gate = gate;
        this.queue = QueueFiles.openToRead(directory);
        boolean opened = false;
        try {
            this.tailer = queue.createTailer();
            tailer.singleThreadedCheckDisabled(true);
            toStart();
            gate.spots().add(spot);
            opened = true;
        } catch (InternalError | AssertionError e) {
            throw cut(e);
        } finally {
            if (!opened) {
                queue.close();
            }
        }
    }

    /** Name of the journal for messages. */
    String name() {
        return gate.name();
    }

    /**
     * Returns while reader and journal are open.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID}
     */
    void requireOpen() {
        gate.require();
        if (closed) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The reader of journal '" + name() + "' is closed.",
                    "Open another one.");
        }
    }

    /**
     * Goes to the next document by its header alone, without the library, where that is known to be safe. If so, its bytes are at {@link #address}.
     *
     * @return {@link DocumentWalk#DOCUMENT}, {@link DocumentWalk#NOTHING} when there is none yet, {@link DocumentWalk#LOST} when {@link #next} has to be asked
     */
    int step() {
        if (!walk.trusted()) {
            return DocumentWalk.LOST;
        }
        int step = walk.step();
        if (step == DocumentWalk.DOCUMENT) {
            walked = true;
        } else if (step == DocumentWalk.LOST) {
            endWalk();
        }
        return step;
    }

    /** Brings the library's tailer to where the walk went. */
    private void endWalk() {
        long index = walk.index();
        walk.stop();
        if (walked) {
            walked = false;
            move(index);
        }
    }

    /** Native address of the document that {@link #step} went to. */
    long address() {
        return walk.address();
    }

    /** Of the bytes of the document that {@link #step} went to those that lie before the end of the file. Asks the file system. */
    long readable() {
        return walk.readable();
    }

    /** Bytes of the document that {@link #step} went to. */
    int length() {
        return walk.length();
    }

    /** The next document; to be closed in any case. Behind one whose length leads out of its file comes the next file. Not while {@link #step} has an answer. */
    DocumentContext next() {
        if (fileEnded && !toNextFile()) {
            return NoDocumentContext.INSTANCE;
        }
        DocumentContext document = tailer.readingDocument();
        fileEnded = document.isPresent() && MappedRange.leadsOut(document.wire().bytes());
        if (spot.entered(tailer.cycle()) && document.isPresent()) {
            spot.note(tailer.cycle(), document.wire().bytes());
        }
        if (document.isPresent() && !fileEnded) {
            walk.at(document.wire().bytes(), tailer.lastReadIndex());
        } else {
            walk.stop();
        }
        return document;
    }

    private boolean toNextFile() {
        int cycle = QueueFiles.cycleFrom(queue, tailer.cycle() + 1);
        if (cycle < 0) {
            return false;
        }
        moveToCycle(cycle);
        return true;
    }

    /** Position of the document that was looked at last. */
    long lastPosition() {
        return walked ? walk.index() : tailer.lastReadIndex();
    }

    /** Position of the last document that is there, or {@link JournalReader#NO_POSITION}. */
    long endPosition() {
        requireOpen();
        try {
            return queue.lastIndex();
        } catch (InternalError | AssertionError e) {
            throw cut(e);
        }
    }

    /** Goes to just after a document that must be there. */
    void moveAfter(long position) {
        requireOpen();
        try {
            move(position);
        } catch (InternalError | AssertionError e) {
            throw cut(e);
        }
    }

    private void move(long position) {
        if (position == JournalReader.NO_POSITION) {
            toStart();
            return;
        }
        if (!moveTo(position)) {
            throw gone(position);
        }
        try (DocumentContext document = next()) {
            if (!document.isPresent() || tailer.lastReadIndex() != position) {
                throw gone(position);
            }
        }
    }

    /** Goes to just before a document; false when it is not there. */
    boolean moveTo(long position) {
        forgetWalk();
        return position >= 0 && tailer.moveToIndex(position);
    }

    /** Goes to just before the first document of a roll cycle that is there. */
    void moveToCycle(int cycle) {
        forgetWalk();
        tailer.moveToCycle(cycle);
    }

    private void forgetWalk() {
        fileEnded = false;
        walked = false;
        walk.stop();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            spot.close();
            gate.spots().remove(spot);
            tailer.close();
            queue.close();
        }
    }

    /**
     * The machine's answer to reading behind the end of a file that was mapped longer than it is now, or the library's to files that contradict themselves,
     * where its assertions are enabled.
     */
    TidemarkException cut(Error cause) {
        if (cause instanceof AssertionError) {
            return new TidemarkException(
                    ErrorCode.RECORD_CORRUPT,
                    "The newest file of journal '" + name()
                            + "' contradicts itself: a stop of the machine may have damaged it.",
                    "Open the journal's appender once, which mends its end; or restore the file from a copy.",
                    cause);
        }
        return new TidemarkException(
                ErrorCode.RECORD_CORRUPT,
                "A file of journal '" + name() + "' ends before what is written in it: it was cut, or copied in part.",
                "Restore the file from a copy.",
                cause);
    }

    /** A queue that was opened read-only may still count files that were deleted, and would wait for them for ever. */
    private void toStart() {
        forgetWalk();
        int firstCycle = QueueFiles.cycleFrom(queue, 0);
        if (firstCycle >= 0 && firstCycle != queue.rollCycle().toCycle(queue.firstIndex())) {
            moveToCycle(firstCycle);
        } else {
            tailer.toStart();
        }
    }

    private TidemarkException gone(long position) {
        return new TidemarkException(
                ErrorCode.SOURCE_RETENTION_GAP,
                "Journal '" + name() + "' has no record at position " + Long.toHexString(position) + " (hex) any more.",
                "Restore the missing files, or start from a position that is there.");
    }
}
