package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.memory.JvmFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * The files of a journal, be it one of our own or a queue of another program, and how many records they have, as they were at one moment. Looking at
 * them writes nothing. Immutable.
 */
public final class JournalFiles {
    static {
        QuietChronicle.ensure();
    }

    private final List<JournalFile> files;

    /** These files, oldest first. */
    public JournalFiles(List<JournalFile> files) {
        this.files = List.copyOf(files);
    }

    /**
     * The files of a queue as they are now.
     *
     * @throws TidemarkException {@code JOURNAL_INVALID}, {@code IO_FAILED}, {@code JVM_FLAG_MISSING}
     */
    public static JournalFiles of(Path directory) {
        Objects.requireNonNull(directory, "directory");
        JvmFlags.check();
        List<JournalFile> files = new ArrayList<>();
        try (SingleChronicleQueue queue = QueueFiles.openToRead(directory);
                ExcerptTailer tailer = queue.createTailer()) {
            int cycle = QueueFiles.cycleFrom(queue, 0);
            for (Path file : QueueFiles.cycleFiles(directory)) {
                if (cycle < 0) {
                    break;
                }
                long records = Math.max(0, tailer.excerptsInCycle(cycle));
                files.add(new JournalFile(
                        file.getFileName().toString(),
                        bytes(file),
                        queue.rollCycle().toIndex(cycle, 0),
                        records));
                cycle = QueueFiles.cycleFrom(queue, cycle + 1);
            }
        }
        return new JournalFiles(files);
    }

    /** The files, oldest first. */
    public List<JournalFile> files() {
        return files;
    }

    /** Records in all files. */
    public long records() {
        return files.stream().mapToLong(JournalFile::records).sum();
    }

    /** Records behind a position, which need not be one of a record. */
    public long recordsAfter(long position) {
        long records = 0;
        for (JournalFile file : files) {
            records += Math.max(0, Math.min(file.records(), file.lastPosition() - position));
        }
        return records;
    }

    /** Position of the last record that lies before a position, or {@link JournalReader#NO_POSITION}. */
    public long before(long position) {
        long before = JournalReader.NO_POSITION;
        for (JournalFile file : files) {
            if (file.records() > 0 && file.firstPosition() < position) {
                before = Math.min(file.lastPosition(), position - 1);
            }
        }
        return before;
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            // Deleted since it was listed.
            return 0;
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "File '" + file + "' cannot be looked at: " + e + ".",
                    "Check the disk and the permissions.",
                    e);
        }
    }
}
