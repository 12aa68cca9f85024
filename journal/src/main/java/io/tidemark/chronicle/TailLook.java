package io.tidemark.chronicle;

import io.tidemark.journal.JournalReader;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.List;

/**
 * A look at the end of a journal of ours, which costs the same however long the journal is.
 *
 * <p>A sound end is a valid record at the place that the head of the newest file with records names, at most one more record, which a
 * writer that was killed did not come to name, and behind it nothing or a document that is not complete, which the library writes over.
 *
 * @param sound whether the end is such a one, or of a file that was cut, which is refused elsewhere
 * @param lastSequence sequence of the last record, or -1
 */
record TailLook(boolean sound, long lastSequence) {
    private static final TailLook EMPTY = new TailLook(true, JournalReader.NO_SEQUENCE);
    private static final TailLook ODD = new TailLook(false, JournalReader.NO_SEQUENCE);

    /** Index documents that may stand between two records, with room. */
    private static final int MOST_DOCUMENTS = 8;

    static TailLook of(Path directory, Schema schema) {
        List<Path> files = QueueFiles.cycleFiles(directory);
        try (RecordCheck check = new RecordCheck(schema, true)) {
            for (int i = files.size() - 1; i >= 0; i--) {
                TailLook look = of(files.get(i), check);
                if (look != EMPTY) {
                    return look;
                }
            }
        }
        return EMPTY;
    }

    private static TailLook of(Path file, RecordCheck check) {
        if (!QueueHead.isWhole(file)) {
            return new TailLook(true, JournalReader.NO_SEQUENCE);
        }
        try (CycleBytes bytes = new CycleBytes(file)) {
            int head = bytes.word(0);
            int headBytes = head & QueueHead.LENGTH;
            if ((head & ~QueueHead.LENGTH) != QueueHead.METADATA || headBytes >= CycleScanner.LONGEST_HEAD) {
                return ODD;
            }
            long named = CycleIndex.writePosition(bytes, headBytes);
            return named == 0
                    ? walk(bytes, check, CycleScanner.next(0, headBytes), 1)
                    : isRecord(bytes.word(named)) ? walk(bytes, check, named, 2) : ODD;
        }
    }

    /** Goes on from a document to the end, over so many records at most. */
    private static TailLook walk(CycleBytes bytes, RecordCheck check, long first, int mostRecords) {
        long at = first;
        int records = 0;
        long sequence = JournalReader.NO_SEQUENCE;
        for (int documents = 0; documents < MOST_DOCUMENTS; documents++) {
            int word = bytes.word(at);
            int length = word & QueueHead.LENGTH;
            if (word == 0 || (word & QueueHead.INCOMPLETE) != 0) {
                // The library writes the word of a document last: bytes behind a zero are half of one.
                return records == 0 ? EMPTY : new TailLook(true, sequence);
            }
            if (isRecord(word)) {
                if (++records > mostRecords || !isValid(bytes, check, at, length)) {
                    return ODD;
                }
                long read = RecordHeader.sequence(bytes.address(at + QueueHead.WORD_BYTES, length));
                if (records > 1 && read != sequence + 1) {
                    return ODD;
                }
                sequence = read;
            }
            at = CycleScanner.next(at, length);
        }
        return ODD;
    }

    private static boolean isRecord(int word) {
        return word != 0 && (word & ~QueueHead.LENGTH) == 0;
    }

    private static boolean isValid(CycleBytes bytes, RecordCheck check, long at, int length) {
        return length <= RecordHeader.LONGEST
                && at + QueueHead.WORD_BYTES + length <= bytes.size()
                && check.reason(bytes.address(at + QueueHead.WORD_BYTES, length), length) == null;
    }
}
