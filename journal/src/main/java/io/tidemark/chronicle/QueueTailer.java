package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/** Reads the documents of a queue that was opened read-only, from exact positions. One thread. */
final class QueueTailer implements AutoCloseable {
    private final SingleChronicleQueue queue;
    private final String name;
    private final ExcerptTailer tailer;

    QueueTailer(SingleChronicleQueue queue, String name) {
        this.queue = queue;
        this.name = name;
        this.tailer = queue.createTailer();
        tailer.singleThreadedCheckDisabled(true);
        toStart();
    }

    /** The next document; to be closed in any case. */
    DocumentContext next() {
        return tailer.readingDocument();
    }

    /** Position of the document that {@link #next} gave last. */
    long lastPosition() {
        return tailer.lastReadIndex();
    }

    /** Position of the last document that is there, or {@link JournalReader#NO_POSITION}. */
    long endPosition() {
        return queue.lastIndex();
    }

    /** Goes to just after a document that must be there. */
    void moveAfter(long position) {
        if (position == JournalReader.NO_POSITION) {
            toStart();
            return;
        }
        if (!moveTo(position)) {
            throw gone(position);
        }
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent() || tailer.lastReadIndex() != position) {
                throw gone(position);
            }
        }
    }

    /** Goes to just before a document; false when it is not there. */
    boolean moveTo(long position) {
        return position >= 0 && tailer.moveToIndex(position);
    }

    /** Goes to just before the first document of a roll cycle that is there. */
    void moveToCycle(int cycle) {
        tailer.moveToCycle(cycle);
    }

    @Override
    public void close() {
        tailer.close();
    }

    /** A queue that was opened read-only may still count files that were deleted, and would wait for them for ever. */
    private void toStart() {
        int firstCycle = QueueFiles.firstCycle(queue);
        if (firstCycle >= 0 && firstCycle != queue.rollCycle().toCycle(queue.firstIndex())) {
            moveToCycle(firstCycle);
        } else {
            tailer.toStart();
        }
    }

    private TidemarkException gone(long position) {
        return new TidemarkException(
                ErrorCode.SOURCE_RETENTION_GAP,
                "Journal '" + name + "' has no record at position " + Long.toHexString(position) + " (hex) any more.",
                "Restore the missing files, or start from a position that is there.");
    }
}
