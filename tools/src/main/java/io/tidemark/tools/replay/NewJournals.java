package io.tidemark.tools.replay;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.JournalFiles;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The journals that a replay makes. Those that have no row when it fails are deleted again. */
public final class NewJournals implements AutoCloseable {
    private final List<ChronicleJournal> journals = new ArrayList<>();
    private boolean kept;

    /** None so far. */
    public NewJournals() {}

    /**
     * Refuses places where a replay must not write.
     *
     * @param places directories of journals to be made
     * @param query directory of the query
     * @param used directories of the journals that the query knows
     * @throws TidemarkException {@code DIRECTORY_IN_USE} when a place holds something, or lies in one of these directories
     */
    public static void require(List<Path> places, Path query, List<Path> used) throws IOException {
        List<Path> taken = new ArrayList<>(used);
        taken.add(query);
        for (Path place : places) {
            Path whole = place.toAbsolutePath().normalize();
            for (Path other : taken) {
                if (whole.startsWith(other.toAbsolutePath().normalize())) {
                    throw inUse(place, "is or lies in '" + other + "', which belongs to the query");
                }
            }
            if (Files.exists(place) && !(Files.isDirectory(place) && isEmpty(place))) {
                throw inUse(place, "exists and is not an empty directory");
            }
            taken.add(place);
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private static TidemarkException inUse(Path place, String why) {
        return new TidemarkException(
                ErrorCode.DIRECTORY_IN_USE,
                "'" + place + "' " + why + ".",
                "Name a new directory: a replay never writes into a journal that there is.");
    }

    /** Makes a journal. */
    public ChronicleJournal create(Path directory, Schema schema) {
        ChronicleJournal journal = ChronicleJournal.create(directory, schema);
        journals.add(journal);
        return journal;
    }

    /** The replay came to its end: also journals without a row are results. */
    public void keep() {
        kept = true;
    }

    @Override
    public void close() throws IOException {
        for (ChronicleJournal journal : journals) {
            journal.close();
            if (!kept && isWithoutRows(journal.directory())) {
                delete(journal.directory());
            }
        }
    }

    /** Also where nothing but the schema was written. */
    private static boolean isWithoutRows(Path directory) {
        return !Files.exists(directory.resolve("metadata.cq4t"))
                || JournalFiles.of(directory).records() == 0;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
