package io.tidemark.tools.listing;

import io.tidemark.QueryDirectory;
import io.tidemark.checkpoint.DirectoryLock;
import io.tidemark.checkpoint.LockState;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalReader;
import io.tidemark.tools.read.OpenedJournal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A query.
 *
 * @param directory where it lies
 * @param name its name
 * @param life open, draining or drained
 * @param checkpoint its newest checkpoint, or null
 * @param engine lock of the program that runs it
 * @param sources its sources, with positions as the newest checkpoint has them
 * @param writes the journals that it writes, by what they are to it
 */
record QueryEntry(
        Path directory,
        String name,
        String life,
        Manifest checkpoint,
        LockState engine,
        List<ReaderEntry> sources,
        Map<String, String> writes) {
    private static final String SOURCE = "source ";

    static QueryEntry of(Path directory) {
        QueryDirectory query = QueryDirectory.open(directory, UserFunctions.NONE);
        List<Manifest> manifests = query.checkpoints().manifests();
        Manifest newest = manifests.isEmpty() ? null : manifests.get(0);
        Map<String, String> places = new TreeMap<>(query.query().places());
        List<ReaderEntry> sources = new ArrayList<>();
        for (int i = 0; i < query.sourceNames().size(); i++) {
            String name = query.sourceNames().get(i);
            long position = position(query, newest, i);
            String place = places.getOrDefault(SOURCE + name, "");
            sources.add(new ReaderEntry(name, place, position, lag(place, position), false));
        }
        places.keySet().removeIf(part -> part.startsWith(SOURCE));
        return new QueryEntry(
                directory,
                query.query().name(),
                query.query().life().name(),
                newest,
                LockState.of(directory, DirectoryLock.FILE_NAME),
                sources,
                places);
    }

    private static long position(QueryDirectory query, Manifest newest, int source) {
        boolean known = newest != null
                && newest.fingerprint().equals(query.query().fingerprint())
                && source < newest.commit().positions().size();
        return known ? newest.commit().positions().get(source) : JournalReader.NO_POSITION;
    }

    /** Null where the name of a source is none of a directory with a journal. */
    private static Lag lag(String place, long position) {
        Path directory;
        try {
            directory = Path.of(place);
        } catch (InvalidPathException e) {
            // The name of something that is no directory.
            return null;
        }
        if (place.isEmpty() || !OpenedJournal.isJournal(directory) && !OpenedJournal.isForeign(directory)) {
            return null;
        }
        try (OpenedJournal journal = OpenedJournal.open(directory, false)) {
            return Lag.of(journal, position);
        }
    }
}
