package io.tidemark.tools.listing;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.tools.read.OpenedJournal;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The journals and queries below some directories, in the order of their paths. What cannot be looked at is a problem of its own and stops nothing. */
public final class Listing {
    private static final String QUERY = "query.json";
    private static final String CHECKPOINTS = "checkpoint";

    final List<JournalEntry> journals = new ArrayList<>();
    final List<QueryEntry> queries = new ArrayList<>();
    private final Map<Path, Problem> problems = new LinkedHashMap<>();
    private final long nowMs;

    private Listing(long nowMs) {
        this.nowMs = nowMs;
    }

    /**
     * Looks at everything below these directories.
     *
     * @param nowMs the time, for readers that have expired
     * @throws TidemarkException {@code JOURNAL_MISSING} when one of them does not exist
     */
    public static Listing of(List<Path> roots, long nowMs) {
        Listing listing = new Listing(nowMs);
        for (Path root : roots) {
            for (Path directory : directories(root, listing.problems)) {
                listing.look(directory);
            }
        }
        return listing;
    }

    /** What could not be looked at, by path. */
    public Map<Path, Problem> problems() {
        return problems;
    }

    private void look(Path directory) {
        try {
            if (OpenedJournal.isJournal(directory) || OpenedJournal.isForeign(directory)) {
                journals.add(JournalEntry.of(directory, nowMs));
            }
            if (Files.isRegularFile(directory.resolve(QUERY))) {
                queries.add(QueryEntry.of(directory));
            }
        } catch (TidemarkException e) {
            problems.put(directory, e.problems().get(0));
        }
    }

    /**
     * A directory and all below it, without folders of checkpoints, in the order of their paths.
     *
     * @param problems takes what cannot be looked at
     * @throws TidemarkException {@code JOURNAL_MISSING} when there is no such directory
     */
    public static List<Path> directories(Path root, Map<Path, Problem> problems) {
        if (!Files.isDirectory(root)) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_MISSING, "There is no directory '" + root + "'.", "Check the path.");
        }
        List<Path> directories = new ArrayList<>();
        FileVisitor<Path> visitor = new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean inside = directory.endsWith(CHECKPOINTS) && Files.exists(directory.resolveSibling(QUERY));
                if (!inside) {
                    directories.add(directory);
                }
                return inside ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                problems.put(
                        file,
                        Problem.of(
                                ErrorCode.IO_FAILED,
                                "'" + file + "' cannot be looked at: " + e + ".",
                                "Check its permissions."));
                return FileVisitResult.CONTINUE;
            }
        };
        try {
            Files.walkFileTree(root, visitor);
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED, "'" + root + "' cannot be listed: " + e + ".", "Check its permissions.", e);
        }
        directories.sort(null);
        return directories;
    }
}
