package io.tidemark.chronicle;

import io.tidemark.journal.JournalReader;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import net.openhft.chronicle.queue.RollCycle;

/**
 * Reads one cycle file of our own journals document by document, checksums and sequences included, up to its first fault.
 *
 * <p>A stop of the machine leaves sectors as they were some time before, which in a file that only grows means: data, then zeros to the
 * end of the sector. A fault with such zeros, or with nothing valid behind it, is one that a stop explains. A flipped byte is not.
 */
final class CycleScanner implements AutoCloseable {
    private static final int SECTOR_BYTES = 512;
    private static final int TORN_BYTES = 64;
    static final int LONGEST_HEAD = 4096;

    private final RollCycle rollCycle;
    private final RecordCheck check;

    CycleScanner(Schema schema, RollCycle rollCycle) {
        this.rollCycle = rollCycle;
        this.check = new RecordCheck(schema, true);
    }

    /** Called with every valid record, in order. */
    @FunctionalInterface
    interface RecordTarget {
        /** The bytes stand until the call returns. */
        void record(long address, int bytes);
    }

    CycleScan scan(Path file, int cycle) {
        return scan(file, cycle, (address, bytes) -> {});
    }

    CycleScan scan(Path file, int cycle, RecordTarget target) {
        try (CycleBytes bytes = new CycleBytes(file)) {
            return new Walk(file, cycle, bytes, target).run();
        }
    }

    @Override
    public void close() {
        check.close();
    }

    /** One pass over one file. */
    private final class Walk {
        private final Path file;
        private final int cycle;
        private final CycleBytes bytes;
        private final RecordTarget target;
        private final CycleIndex index = new CycleIndex(rollCycle.defaultIndexCount(), rollCycle.defaultIndexSpacing());
        private long records;
        private long firstSequence = JournalReader.NO_SEQUENCE;
        private long lastSequence = JournalReader.NO_SEQUENCE;
        private long writePosition;

        Walk(Path file, int cycle, CycleBytes bytes, RecordTarget target) {
            this.file = file;
            this.cycle = cycle;
            this.bytes = bytes;
            this.target = target;
        }

        CycleScan run() {
            int head = bytes.word(0);
            int headBytes = head & QueueHead.LENGTH;
            if ((head & ~QueueHead.LENGTH) != QueueHead.METADATA || headBytes >= LONGEST_HEAD) {
                return CycleScan.headless(
                        file, cycle, bytes.isZero(QueueHead.WORD_BYTES, SECTOR_BYTES) || !validFrom(0));
            }
            writePosition = CycleIndex.writePosition(bytes, headBytes);
            return walk(next(0, headBytes));
        }

        private CycleScan walk(long first) {
            long at = first;
            while (true) {
                int word = bytes.word(at);
                if (word == 0 || (word & QueueHead.INCOMPLETE) != 0) {
                    return end(at, word);
                }
                int length = word & QueueHead.LENGTH;
                long next = next(at, length);
                if (at + QueueHead.WORD_BYTES + length > bytes.size()) {
                    return fault(at, bytes.size(), RecordCheck.OUTSIDE_FILE);
                }
                if ((word & QueueHead.METADATA) != 0) {
                    index.document(at);
                } else {
                    String reason = record(at, length);
                    if (reason != null) {
                        return fault(at, next, reason);
                    }
                }
                at = next;
            }
        }

        private String record(long at, int length) {
            String reason = reason(at, length);
            if (reason != null) {
                return reason;
            }
            long address = bytes.address(at + QueueHead.WORD_BYTES, length);
            long sequence = RecordHeader.sequence(address);
            if (records == 0) {
                firstSequence = sequence;
            } else if (sequence != lastSequence + 1) {
                return JournalCheck.HOLE;
            }
            target.record(address, length);
            lastSequence = sequence;
            index.record(at);
            records++;
            return null;
        }

        private String reason(long at, int length) {
            return length > RecordHeader.LONGEST
                    ? RecordCheck.LONGER_THAN_ROW
                    : check.reason(bytes.address(at + QueueHead.WORD_BYTES, length), length);
        }

        /** Behind the end of the documents nothing may stand, and the head may not know of more. */
        private CycleScan end(long at, int word) {
            boolean ended = word == (QueueHead.INCOMPLETE | QueueHead.METADATA);
            boolean early = ended ? writePosition > at : writePosition >= at;
            if (word == 0) {
                early |= !bytes.isZero(at, bytes.size());
            } else if (!ended) {
                early |= validFrom(at + QueueHead.WORD_BYTES);
            }
            return early ? found(JournalCheck.EARLY_END, true, ended) : found("", false, ended);
        }

        private CycleScan fault(long at, long next, String reason) {
            boolean stopped = isTorn(at, Math.min(next, bytes.size())) || !validFrom(at + QueueHead.WORD_BYTES);
            return found(reason, stopped, false);
        }

        private CycleScan found(String fault, boolean stopped, boolean ended) {
            return new CycleScan(
                    file,
                    cycle,
                    records,
                    firstSequence,
                    lastSequence,
                    fault,
                    stopped,
                    index.agrees(bytes, writePosition),
                    ended);
        }

        /** Whether a sector ends with zeros that begin before the end of the document. */
        private boolean isTorn(long at, long end) {
            for (long sector = at / SECTOR_BYTES * SECTOR_BYTES; sector < end; sector += SECTOR_BYTES) {
                long sectorEnd = sector + SECTOR_BYTES;
                long part = Math.max(sector, Math.min(end, sectorEnd) - TORN_BYTES);
                if (bytes.isZero(Math.max(part, at + QueueHead.WORD_BYTES), sectorEnd)) {
                    return true;
                }
            }
            return false;
        }

        /** Whether a valid record stands anywhere from here on. Documents begin at multiples of 4. */
        private boolean validFrom(long from) {
            for (long at = from; at + QueueHead.WORD_BYTES + RecordHeader.BYTES <= bytes.size(); at += 4) {
                int length = bytes.word(at);
                if (length >= RecordHeader.BYTES
                        && length <= RecordHeader.LONGEST
                        && at + QueueHead.WORD_BYTES + length <= bytes.size()
                        && reason(at, length) == null) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Where the document behind one of so many bytes begins. */
    static long next(long at, int length) {
        return at + QueueHead.WORD_BYTES + length + 3 & ~3L;
    }
}
