package io.tidemark.tools.query;

import io.tidemark.QueryDirectory;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Commit;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.checkpoint.StoredQuery;
import io.tidemark.chronicle.JournalRetention;
import io.tidemark.journal.JournalReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * From where on a query needs its journals: from the positions of its oldest checkpoint, since a start may have to go back to it. A query without a checkpoint
 * needs all of them from their start, one that was drained needs nothing.
 */
public final class QueryNeeds {
    private final QueryDirectory query;
    private final Manifest oldest;
    private final String from;

    private QueryNeeds(QueryDirectory query, Manifest oldest, String from) {
        this.query = query;
        this.oldest = oldest;
        this.from = from;
    }

    /** Needs of a query as it is now; what it writes meanwhile only needs less. */
    public static QueryNeeds of(QueryDirectory query) {
        CheckpointStore store = query.checkpoints();
        List<Manifest> manifests = store.manifests();
        if (!store.faults().isEmpty()) {
            return new QueryNeeds(query, null, "a manifest that is damaged");
        }
        if (manifests.isEmpty()) {
            return new QueryNeeds(query, null, "no checkpoint");
        }
        Manifest oldest = manifests.get(manifests.size() - 1);
        return new QueryNeeds(query, oldest, "checkpoint " + oldest.number());
    }

    /** Name of the query. */
    public String name() {
        return query.query().name();
    }

    /** Whether a journal is one of the query's. */
    public boolean uses(Path journal) {
        return !parts(journal).isEmpty();
    }

    /** What the query needs of a journal. */
    public List<JournalRetention.Need> of(Path journal) {
        List<JournalRetention.Need> needs = new ArrayList<>();
        if (query.query().life() == StoredQuery.Life.DRAINED) {
            return needs;
        }
        for (String part : parts(journal)) {
            String what = "query '" + name() + "' (" + part + ", " + from + ")";
            needs.add(new JournalRetention.Need(what, position(part)));
        }
        return needs;
    }

    /** What a journal is to the query. */
    private List<String> parts(Path journal) {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, String> place : query.query().places().entrySet()) {
            if (isSame(place.getValue(), journal)) {
                parts.add(place.getKey());
            }
        }
        return parts.stream().sorted().toList();
    }

    private static boolean isSame(String name, Path journal) {
        try {
            Path place = Path.of(name);
            return Files.isDirectory(place) && Files.isSameFile(place, journal);
        } catch (InvalidPathException | IOException e) {
            // The name of something that is no directory, or one that is gone.
            return false;
        }
    }

    private long position(String part) {
        if (oldest == null) {
            return JournalReader.NO_POSITION;
        }
        Commit commit = oldest.commit();
        if (part.equals(QueryJournals.SINK)) {
            return commit.output().position();
        }
        if (part.equals(QueryJournals.ORDER)) {
            return commit.order().position();
        }
        if (part.startsWith(QueryJournals.DROPPED)) {
            return commit.drops()
                    .getOrDefault(part.substring(QueryJournals.DROPPED.length()), Commit.Mark.NONE)
                    .position();
        }
        int ordinal = query.sourceNames().indexOf(part.substring(QueryJournals.SOURCE.length()));
        boolean known = ordinal >= 0
                && ordinal < commit.positions().size()
                && oldest.fingerprint().equals(query.query().fingerprint());
        return known ? commit.positions().get(ordinal) : JournalReader.NO_POSITION;
    }
}
