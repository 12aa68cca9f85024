package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.RollingResourcesCache;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** The files of one Chronicle queue in a directory: what they say without opening them, and how they are opened to be read. */
final class QueueFiles {
    static final String SUFFIX = ".cq4";
    static final String METADATA = "metadata.cq4t";

    private static final int METADATA_HEAD_BYTES = 4096;
    private static final int SHORT_TEXT_CODE = 0xE0;

    private QueueFiles() {}

    /** Whether the directory holds a queue, be it one without a record. */
    static boolean exist(Path directory) {
        return Files.isRegularFile(directory.resolve(METADATA))
                || !cycleFiles(directory).isEmpty();
    }

    /** Files of the cycles, oldest first. */
    static List<Path> cycleFiles(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "Directory '" + directory + "' cannot be listed: " + e + ".",
                    "Check the path and its permissions.",
                    e);
        }
    }

    /**
     * A queue on these files that writes nothing and makes no file.
     *
     * @throws TidemarkException {@code JOURNAL_INVALID} naming a file that is damaged or was cut
     */
    static SingleChronicleQueue openToRead(Path directory) {
        QueueHead.requireWhole(directory);
        SingleChronicleQueueBuilder builder =
                SingleChronicleQueueBuilder.binary(directory).readOnly(true);
        RollCycle rollCycle = storedRollCycle(directory);
        if (rollCycle != null) {
            builder.rollCycle(rollCycle);
        }
        return build(directory, builder);
    }

    /** Opens a queue; whatever the library says about files that make no sense becomes {@code JOURNAL_INVALID}. */
    static SingleChronicleQueue build(Path directory, SingleChronicleQueueBuilder builder) {
        QueueHead.requireTable(directory);
        try {
            return builder.build();
        } catch (RuntimeException | InternalError e) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID,
                    "The queue in '" + directory + "' cannot be opened: " + e + ".",
                    "Restore its files from a copy.",
                    e);
        }
    }

    /**
     * Number of the oldest cycle, of this number or a higher one, whose file is there, or -1. The queue's own count may still include
     * files that were deleted.
     */
    static int cycleFrom(SingleChronicleQueue queue, int least) {
        RollingResourcesCache cycles =
                new RollingResourcesCache(queue.rollCycle(), queue.epoch(), text -> new File(text), File::getName);
        for (Path file : cycleFiles(queue.file().toPath())) {
            String name = file.getFileName().toString();
            int cycle = cycles.parseCount(name.substring(0, name.length() - SUFFIX.length()));
            if (cycle >= least) {
                return cycle;
            }
        }
        return -1;
    }

    /** Files of the cycles from one to before another, by the number of the cycle. */
    static NavigableMap<Integer, Path> between(SingleChronicleQueue queue, int firstCycle, int endCycle) {
        RollingResourcesCache cycles =
                new RollingResourcesCache(queue.rollCycle(), queue.epoch(), text -> new File(text), File::getName);
        NavigableMap<Integer, Path> found = new TreeMap<>();
        for (Path file : cycleFiles(queue.file().toPath())) {
            String name = file.getFileName().toString();
            found.put(cycles.parseCount(name.substring(0, name.length() - SUFFIX.length())), file);
        }
        return found.subMap(firstCycle, true, endCycle, false);
    }

    /** Number of the cycle whose file this is, in a journal of ours, or -1 where the name is not one of this roll cycle. */
    static int cycleOf(RollCycle rollCycle, Path file) {
        RollingResourcesCache cycles = new RollingResourcesCache(rollCycle, 0, text -> new File(text), File::getName);
        String name = file.getFileName().toString();
        String text = name.substring(0, name.length() - SUFFIX.length());
        try {
            int cycle = cycles.parseCount(text);
            return cycles.resourceFor(cycle).text.equals(text) ? cycle : -1;
        } catch (RuntimeException e) {
            // The library throws whatever its parser of dates throws at a name of another form.
            return -1;
        }
    }

    /** The roll cycle of one of our own journals, with the one to assume where there is no file yet. */
    static RollCycle rollCycleOf(Path directory, RollCycle assumed) {
        RollCycle stored = storedRollCycle(directory);
        return stored == null ? rollCycleOfNames(directory, assumed) : stored;
    }

    /**
     * The roll cycle that all names of files are of, the assumed one if it is among them.
     *
     * @throws TidemarkException {@code JOURNAL_INVALID} when there is none, or more than one
     */
    static RollCycle rollCycleOfNames(Path directory, RollCycle assumed) {
        List<Path> files = cycleFiles(directory);
        if (files.stream().allMatch(file -> cycleOf(assumed, file) >= 0)) {
            return assumed;
        }
        List<RollCycle> found = new ArrayList<>();
        for (RollCycle cycle : RollCycles.all()) {
            if (files.stream().allMatch(file -> cycleOf(cycle, file) >= 0)) {
                found.add(cycle);
            }
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new TidemarkException(
                ErrorCode.JOURNAL_INVALID,
                "Which roll cycle the files in '" + directory + "' have cannot be told from their names.",
                "Open the journal with ChronicleJournal.at and the roll cycle that it was made with.");
    }

    /** The roll cycle that the queue was made with, or null where it cannot be told. */
    static RollCycle storedRollCycle(Path directory) {
        Path metadata = directory.resolve(METADATA);
        if (!Files.isReadable(metadata)) {
            return null;
        }
        String head;
        try (InputStream file = Files.newInputStream(metadata)) {
            head = new String(file.readNBytes(METADATA_HEAD_BYTES), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "File '" + metadata + "' cannot be read: " + e + ".",
                    "Check the disk and the permissions.",
                    e);
        }
        for (RollCycle cycle : RollCycles.all()) {
            String format = cycle.format();
            if (head.contains((char) (SHORT_TEXT_CODE + format.length()) + format)) {
                return cycle;
            }
        }
        return null;
    }
}
