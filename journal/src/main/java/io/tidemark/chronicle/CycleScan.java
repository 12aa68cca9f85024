package io.tidemark.chronicle;

import io.tidemark.journal.JournalReader;
import java.nio.file.Path;

/**
 * What stands in one cycle file, up to its first fault.
 *
 * @param records valid records before the fault
 * @param firstSequence sequence of the first of them, or -1
 * @param lastSequence sequence of the last of them, or -1
 * @param fault what is wrong behind them, or empty
 * @param stopped whether a stop of the machine leaves such a fault: bytes that are zero, or not there, or nothing valid behind it
 * @param indexed whether head and index of the file agree with the records
 * @param ended whether the mark stands behind them without which no reader goes on to the next file
 */
record CycleScan(
        Path file,
        int cycle,
        long records,
        long firstSequence,
        long lastSequence,
        String fault,
        boolean stopped,
        boolean indexed,
        boolean ended) {

    /** A file without a head that can be used. */
    static CycleScan headless(Path file, int cycle, boolean stopped) {
        return new CycleScan(
                file,
                cycle,
                0,
                JournalReader.NO_SEQUENCE,
                JournalReader.NO_SEQUENCE,
                "The file has no complete head.",
                stopped,
                false,
                false);
    }

    /** Whether every record can be read. */
    boolean isWhole() {
        return fault.isEmpty();
    }

    /** The same file where its first record does not follow the last one of the file before it. */
    CycleScan behindAHole() {
        return new CycleScan(
                file, cycle, 0, firstSequence, JournalReader.NO_SEQUENCE, JournalCheck.HOLE, true, indexed, ended);
    }
}
