package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/**
 * Cuts a journal to its valid records before an appender opens it: what is appended behind damage is seen by no reader that goes forward.
 *
 * <p>Runs behind the writer's lock. Later files are moved aside first, the newest one before the others; then the damaged file is kept
 * aside and replaced by one that was built of its valid records, at the same positions. A repair that was stopped after any of these steps
 * is begun anew by the next appender and ends the same.
 */
final class TailRepair {
    /** The step that reads whole files. */
    static final String READ = "read the newest files";

    private final Path directory;
    private final ChronicleJournal journal;
    private final RepairFiles files;
    private final Consumer<String> afterStep;
    private final List<String> done = new ArrayList<>();

    private TailRepair(ChronicleJournal journal, Consumer<String> afterStep) {
        this.directory = journal.directory();
        this.journal = journal;
        this.files = new RepairFiles(directory, afterStep);
        this.afterStep = afterStep;
    }

    /**
     * Mends what a stop of the machine, a full disk, or a kill of the process as it made a file, can have left.
     *
     * @param machineStopped whether all records of the newest files are read, which else is done only where the end looks odd
     * @return what was mended, as a sentence, or empty
     * @throws TidemarkException {@code RECORD_CORRUPT} for damage that neither explains
     */
    static String run(ChronicleJournal journal, boolean machineStopped, Consumer<String> afterStep) {
        TailRepair repair = new TailRepair(journal, afterStep);
        repair.files.removeRebuild();
        repair.removeUnfinishedFiles(machineStopped);
        repair.mendTable(machineStopped);
        if (machineStopped
                || !TailLook.of(journal.directory(), journal.schema()).sound()) {
            repair.mendTail();
        }
        return repair.sentence();
    }

    /** A file whose head was never completed holds no record; where it is the newest one, the journal ends before it. */
    private void removeUnfinishedFiles(boolean machineStopped) {
        List<Path> cycles = QueueFiles.cycleFiles(directory);
        for (int i = cycles.size() - 1; i >= 0 && isUnfinished(cycles.get(i), i > 0 || machineStopped); i--) {
            files.moveAside(cycles.get(i));
            done.add("File " + cycles.get(i).getFileName() + " was begun and holds nothing: it was moved aside.");
        }
    }

    private static boolean isUnfinished(Path file, boolean alsoEmpty) {
        try (CycleBytes bytes = new CycleBytes(file)) {
            int word = bytes.word(0);
            return (word == 0 || (word & QueueHead.INCOMPLETE) != 0)
                    && bytes.isZero(QueueHead.WORD_BYTES, bytes.size())
                    && (bytes.size() >= QueueHead.WORD_BYTES || alsoEmpty);
        }
    }

    /** The table can be made from the names of the files. */
    private void mendTable(boolean machineStopped) {
        Path table = directory.resolve(QueueFiles.METADATA);
        boolean missing = Files.notExists(table);
        if (missing ? QueueFiles.cycleFiles(directory).isEmpty() : !machineStopped || QueueHead.isTable(table)) {
            return;
        }
        RollCycle rollCycle = QueueFiles.rollCycleOfNames(directory, journal.rollCycle());
        Path rebuild = files.emptyRebuild();
        builder(rebuild, rollCycle).build().close();
        Path rebuilt = rebuild.resolve(QueueFiles.METADATA);
        if (missing) {
            files.put(rebuilt, table);
        } else {
            files.replace(table, rebuilt);
        }
        files.removeRebuild();
        done.add("File " + QueueFiles.METADATA + (missing ? " was missing" : " was damaged")
                + ": it was made anew from the names of the files.");
    }

    /** A file of which only the index is wrong is built anew and those behind it stay, so they are looked at again. */
    private void mendTail() {
        RollCycle rollCycle = QueueFiles.rollCycleOf(directory, journal.rollCycle());
        int most = QueueFiles.cycleFiles(directory).size();
        TailScan scan = read(rollCycle);
        for (int i = 0; i < most && !scan.isIntact(); i++) {
            mend(scan, rollCycle);
            scan = read(rollCycle);
        }
    }

    private TailScan read(RollCycle rollCycle) {
        TailScan scan = TailScan.of(directory, journal.schema(), rollCycle);
        afterStep.accept(READ);
        return scan;
    }

    private void mend(TailScan scan, RollCycle rollCycle) {
        scan.requireExplained(journal.name(), rollCycle);
        CycleScan damaged = scan.damaged();
        Path rebuilt = damaged.records() == 0 ? null : rebuild(damaged, rollCycle, scan.isFollowed());
        List<CycleScan> later = scan.later();
        for (int i = later.size() - 1; i >= 0; i--) {
            files.moveAside(later.get(i).file());
        }
        if (rebuilt == null) {
            files.moveAside(damaged.file());
        } else {
            files.replace(damaged.file(), rebuilt);
        }
        files.removeRebuild();
        done.add(scan.isWholeButIndex() ? indexMended(damaged) : cut(damaged, later.size(), rollCycle));
    }

    /**
     * Builds the file of the valid records with the library itself, so that they come to the same positions.
     *
     * @param ends whether files follow it: then it gets the mark of its end, without which no reader goes on to them
     */
    private Path rebuild(CycleScan damaged, RollCycle rollCycle, boolean ends) {
        journal.spaceFloor().requireNow(sizeOf(damaged.file()));
        Path rebuild = files.emptyRebuild();
        long inCycle = (long) damaged.cycle() * rollCycle.lengthInMillis() + rollCycle.lengthInMillis() / 2;
        SetTimeProvider time = new SetTimeProvider();
        time.currentTimeMillis(inCycle);
        PointerBytesStore record = new PointerBytesStore();
        try (SingleChronicleQueue queue =
                        builder(rebuild, rollCycle).timeProvider(time).build();
                ExcerptAppender appender = queue.createAppender();
                CycleScanner scanner = new CycleScanner(journal.schema(), rollCycle)) {
            scanner.scan(damaged.file(), damaged.cycle(), (address, bytes) -> {
                record.set(address, bytes);
                appender.writeBytes(record);
            });
            requireLast(damaged, rollCycle, appender.lastIndexAppended());
            if (ends) {
                // The mark is written when a record goes to the next file, which is thrown away with the rest of the
                // rebuild.
                time.advanceMillis(rollCycle.lengthInMillis());
                appender.writeText("end");
            }
        }
        return rebuild.resolve(damaged.file().getFileName());
    }

    private static long sizeOf(Path file) {
        try (CycleBytes bytes = new CycleBytes(file)) {
            return bytes.size();
        }
    }

    private void requireLast(CycleScan damaged, RollCycle rollCycle, long last) {
        long expected = rollCycle.toIndex(damaged.cycle(), damaged.records() - 1);
        if (last != expected) {
            throw new TidemarkException(
                    ErrorCode.RECORD_CORRUPT,
                    "File '" + damaged.file() + "' cannot be built anew: its last valid record came to position "
                            + Long.toHexString(last) + ", not " + Long.toHexString(expected) + " (hex).",
                    "Restore the file from a copy. Nothing was changed.");
        }
    }

    private SingleChronicleQueueBuilder builder(Path rebuild, RollCycle rollCycle) {
        return SingleChronicleQueueBuilder.binary(rebuild).rollCycle(rollCycle).blockSize(journal.blockSizeBytes());
    }

    private static String cut(CycleScan damaged, int later, RollCycle rollCycle) {
        return "Position " + Long.toHexString(rollCycle.toIndex(damaged.cycle(), damaged.records()))
                + " (hex) is the first that cannot be read: " + damaged.fault() + " Of file "
                + damaged.file().getFileName() + " the " + damaged.records() + " valid records before it were kept"
                + (later == 0 ? "." : ", and " + later + " later files were moved aside.");
    }

    private static String indexMended(CycleScan damaged) {
        return damaged.indexed() && damaged.records() > 0
                ? "The mark of the end of file " + damaged.file().getFileName()
                        + " was missing: it was set, and no record was lost."
                : "The index of file " + damaged.file().getFileName() + " did not agree with its " + damaged.records()
                        + " records: it was made anew, and no record was lost.";
    }

    private String sentence() {
        if (done.isEmpty()) {
            return "";
        }
        String where = files.aside() == null ? "" : " The files as they were lie in '" + files.aside() + "'.";
        return "Journal '" + journal.name() + "' was mended. " + String.join(" ", done) + where;
    }
}
