package io.tidemark.chronicle;

import java.nio.file.Path;
import java.util.List;

/**
 * Which files of a journal may go, and why the others stay.
 *
 * @param files all files, oldest first; those that may go come before the others
 * @param expired readers for which files are not kept any more, though they never took their leave
 */
public record RetentionPlan(List<Entry> files, List<RegisteredReader> expired) {
    /**
     * One file.
     *
     * @param file path
     * @param cycle number of its roll cycle
     * @param bytes size, holes included
     * @param goes whether it may go
     * @param reason why it may go, or stays, as a sentence
     */
    public record Entry(Path file, int cycle, long bytes, boolean goes, String reason) {}

    /** Keeps copies of the lists. */
    public RetentionPlan {
        files = List.copyOf(files);
        expired = List.copyOf(expired);
    }

    /** The files that may go, oldest first. */
    public List<Entry> going() {
        return files.stream().filter(Entry::goes).toList();
    }

    /** Bytes of the files that may go. */
    public long goingBytes() {
        return going().stream().mapToLong(Entry::bytes).sum();
    }
}
