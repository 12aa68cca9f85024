package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;

/**
 * What reading a journal forward, checksums and sequences included, has found up to its first fault.
 *
 * @param records valid records that were read
 * @param lastPosition position of the last of them, or the one that the reading began after
 * @param lastSequence sequence of the last of them, or -1
 * @param faultPosition position of the first record that is bad or behind a hole, or -1 where there is none
 * @param fault what is wrong, or empty when everything is valid
 */
public record JournalCheck(long records, long lastPosition, long lastSequence, long faultPosition, String fault) {
    static final String HOLE = "Records before it are missing.";
    static final String EARLY_END = "A reader that goes forward stops before the last record.";

    /** Whether everything is valid. */
    public boolean isIntact() {
        return fault.isEmpty();
    }

    /**
     * Refuses a journal that is not intact.
     *
     * @throws TidemarkException {@code RECORD_CORRUPT} naming the position
     */
    public void requireIntact(String journal) {
        if (isIntact()) {
            return;
        }
        String place = faultPosition == JournalReader.NO_POSITION
                ? "after position " + Long.toHexString(lastPosition)
                : "at position " + Long.toHexString(faultPosition);
        throw new TidemarkException(
                ErrorCode.RECORD_CORRUPT,
                "Journal '" + journal + "' is damaged " + place + " (hex): " + fault,
                "Restore it from a copy, or cut it to its " + records + " valid records before that.");
    }

    /** Reads from where the reader stands to the record that is the last one now. */
    static JournalCheck run(ChronicleReader reader) {
        Tally tally = new Tally();
        long end = reader.endPosition();
        long records = 0;
        long lastPosition = reader.position();
        long lastSequence = JournalReader.NO_SEQUENCE;
        while (reader.position() < end) {
            try {
                if (reader.poll(tally, 1) == 0) {
                    return new JournalCheck(records, lastPosition, lastSequence, JournalReader.NO_POSITION, EARLY_END);
                }
            } catch (TidemarkException e) {
                if (e.code() != ErrorCode.SOURCE_RETENTION_GAP) {
                    throw e;
                }
                return new JournalCheck(records, lastPosition, lastSequence, reader.lastReadPosition(), HOLE);
            }
            if (tally.fault != null) {
                return new JournalCheck(records, lastPosition, lastSequence, reader.position(), tally.fault);
            }
            records++;
            lastPosition = reader.position();
            lastSequence = reader.sequence();
        }
        return new JournalCheck(records, lastPosition, lastSequence, JournalReader.NO_POSITION, "");
    }

    private static final class Tally implements RecordHandler {
        private String fault;

        @Override
        public void onRow(RowView row) {
            // Counted by the loop.
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            fault = reason;
        }
    }
}
