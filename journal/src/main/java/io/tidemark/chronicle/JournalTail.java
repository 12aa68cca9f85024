package io.tidemark.chronicle;

import io.tidemark.journal.JournalReader;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/** Finds where one of our own journals ends whose tail can be trusted, or was repaired. */
final class JournalTail {
    private JournalTail() {}

    /**
     * The last valid record, or one with -1 where there is none.
     *
     * @param position index of the queue
     */
    record Last(long position, long sequence) {
        private static final Last NONE = new Last(JournalReader.NO_POSITION, JournalReader.NO_SEQUENCE);
    }

    /** Looks backward from the end for the last valid record. */
    static Last find(ChronicleJournal journal) {
        try (SingleChronicleQueue queue = QueueFiles.openToRead(journal.directory());
                RecordCheck check = new RecordCheck(journal.schema(), true)) {
            return lastValid(queue, check);
        }
    }

    private static Last lastValid(SingleChronicleQueue queue, RecordCheck check) {
        if (queue.lastIndex() == JournalReader.NO_POSITION) {
            return Last.NONE;
        }
        try (ExcerptTailer tailer = queue.createTailer()) {
            tailer.direction(TailerDirection.BACKWARD).toEnd();
            Last last = null;
            while (last == null) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return Last.NONE;
                    }
                    last = valid(document, check);
                }
            }
            return lastBehind(tailer, last, check);
        }
    }

    /** A writer that was stopped may have completed a record and not come to say so in the head: one that goes forward sees it. */
    private static Last lastBehind(ExcerptTailer tailer, Last found, RecordCheck check) {
        Last last = found;
        tailer.direction(TailerDirection.FORWARD);
        if (!tailer.moveToIndex(found.position())) {
            return found;
        }
        while (true) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return last;
                }
                Last next = valid(document, check);
                last = next == null ? last : next;
            }
        }
    }

    private static Last valid(DocumentContext document, RecordCheck check) {
        Bytes<?> bytes = document.wire().bytes();
        long at = bytes.addressForRead(bytes.readPosition());
        long length = bytes.readRemaining();
        boolean valid = MappedRange.mapped(bytes, length) == length && check.reason(at, length) == null;
        return valid ? new Last(document.index(), RecordHeader.sequence(at)) : null;
    }
}
