package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.queue.RollCycle;

/**
 * Which files of a journal a stop of the machine can have damaged, and the first of them that is.
 *
 * <p>The operating system writes back within half a minute what a program has stored. So the files of the last two minutes are read, at
 * least the newest two, and older ones as long as the one that was read last is not intact to its end.
 *
 * @param scans the files that were read, oldest first
 * @param first index of the first one that cannot stay as it is, or their number
 */
record TailScan(List<CycleScan> scans, int first) {
    private static final long SETTLED_MS = 120_000;

    static TailScan of(Path directory, Schema schema, RollCycle rollCycle) {
        List<Path> files = QueueFiles.cycleFiles(directory);
        List<CycleScan> scans = new ArrayList<>();
        try (CycleScanner scanner = new CycleScanner(schema, rollCycle)) {
            int newest = -1;
            for (int i = files.size() - 1; i >= 0; i--) {
                Path file = files.get(i);
                int cycle = cycleOf(rollCycle, file);
                newest = Math.max(newest, cycle);
                boolean settled = (long) (newest - cycle) * rollCycle.lengthInMillis() > SETTLED_MS;
                if (scans.size() >= 2 && settled && firstFault(scans) > 0) {
                    break;
                }
                scans.add(0, scanner.scan(file, cycle));
            }
        }
        return joined(scans);
    }

    /** Whether all files can stay as they are. */
    boolean isIntact() {
        return first == scans.size();
    }

    /** The file that cannot stay as it is. */
    CycleScan damaged() {
        return scans.get(first);
    }

    /** Files behind the damaged one. */
    List<CycleScan> later() {
        return isWholeButIndex() ? List.of() : scans.subList(first + 1, scans.size());
    }

    /** Whether files stay behind the damaged one. */
    boolean isFollowed() {
        return isWholeButIndex() && first < scans.size() - 1;
    }

    /** Whether only the index of the damaged file is wrong, or the mark of its end missing, so that no record is lost. */
    boolean isWholeButIndex() {
        return damaged().isWhole();
    }

    /**
     * Refuses damage that no stop of the machine explains.
     *
     * @throws TidemarkException {@code RECORD_CORRUPT} naming the position
     */
    void requireExplained(String journal, RollCycle rollCycle) {
        CycleScan scan = damaged();
        if (scan.isWhole() || scan.stopped()) {
            return;
        }
        throw new TidemarkException(
                ErrorCode.RECORD_CORRUPT,
                "Journal '" + journal + "' is damaged at position "
                        + Long.toHexString(rollCycle.toIndex(scan.cycle(), scan.records())) + " (hex) in file '"
                        + scan.file() + "': " + scan.fault()
                        + " Valid records follow, so no stop of the machine explains it.",
                "Restore the file from a copy, or cut the journal before that record with your own tools.");
    }

    private static int cycleOf(RollCycle rollCycle, Path file) {
        int cycle = QueueFiles.cycleOf(rollCycle, file);
        if (cycle < 0) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID,
                    "File '" + file + "' has a name that is not one of roll cycle " + rollCycle + ".",
                    "Move it elsewhere.");
        }
        return cycle;
    }

    /** Takes files whose first record does not follow the last one before it as damaged too. */
    private static TailScan joined(List<CycleScan> scans) {
        long last = JournalReader.NO_SEQUENCE;
        for (int i = 0; i < scans.size(); i++) {
            CycleScan scan = scans.get(i);
            if (scan.records() > 0 && last != JournalReader.NO_SEQUENCE && scan.firstSequence() != last + 1) {
                scans.set(i, scan.behindAHole());
            }
            boolean passable = scans.get(i).ended() || i == scans.size() - 1;
            if (!scans.get(i).isWhole() || !scans.get(i).indexed() || !passable) {
                return new TailScan(List.copyOf(scans), i);
            }
            last = scan.records() > 0 ? scan.lastSequence() : last;
        }
        return new TailScan(List.copyOf(scans), scans.size());
    }

    private static int firstFault(List<CycleScan> scans) {
        return joined(new ArrayList<>(scans)).first();
    }
}
