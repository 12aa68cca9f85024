package io.tidemark.chronicle;

import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/** Finds where one of our own journals really ends. */
final class JournalTail {
    private JournalTail() {}

    /**
     * Sequence of the last valid record, or -1.
     *
     * @param forward whether the newest cycle is also read forward, because the machine may have stopped under the last writer
     * @throws TidemarkException {@code RECORD_CORRUPT} naming the position when that reading meets a bad record or an early end
     */
    static long lastSequence(ChronicleJournal journal, boolean forward) {
        try (SingleChronicleQueue queue = QueueFiles.openToRead(journal.directory());
                RecordCheck check = new RecordCheck(journal.schema(), true)) {
            if (forward) {
                requireIntactNewestCycle(journal, queue);
            }
            return lastValidSequence(queue, check);
        }
    }

    private static long lastValidSequence(SingleChronicleQueue queue, RecordCheck check) {
        if (queue.lastIndex() == JournalReader.NO_POSITION) {
            return JournalReader.NO_SEQUENCE;
        }
        try (ExcerptTailer tailer = queue.createTailer()) {
            tailer.direction(TailerDirection.BACKWARD).toEnd();
            while (true) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return JournalReader.NO_SEQUENCE;
                    }
                    Bytes<?> bytes = document.wire().bytes();
                    long at = bytes.addressForRead(bytes.readPosition());
                    long length = bytes.readRemaining();
                    if (MappedRange.mapped(bytes, length) == length && check.reason(at, length) == null) {
                        return RecordHeader.sequence(at);
                    }
                }
            }
        }
    }

    private static void requireIntactNewestCycle(ChronicleJournal journal, SingleChronicleQueue queue) {
        long end = queue.lastIndex();
        if (end == JournalReader.NO_POSITION) {
            return;
        }
        try (ChronicleReader reader = journal.openVerifyingReader()) {
            reader.moveToCycle(queue.rollCycle().toCycle(end));
            JournalCheck.run(reader).requireIntact(journal.name());
        }
    }
}
