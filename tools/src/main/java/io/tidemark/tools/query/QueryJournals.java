package io.tidemark.tools.query;

import io.tidemark.QueryDirectory;
import io.tidemark.engine.StoredJournals;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.operator.DropReason;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Opens the journals of a stored query to read them: where its directory says, or where options say. */
public final class QueryJournals implements AutoCloseable {
    static final String SOURCE = "source ";
    static final String SINK = "sink";
    static final String ORDER = "order";
    static final String DROPPED = "dropped ";

    private final Map<String, String> stored;
    private final Map<String, Path> given;
    private final List<NamedJournal> open = new ArrayList<>();
    private final List<String> moved = new ArrayList<>();

    private QueryJournals(QueryDirectory query, Map<String, Path> given) {
        this.stored = query.query().places();
        this.given = given;
        for (String part : given.keySet()) {
            boolean known = stored.containsKey(part) || part.startsWith(SOURCE) || part.equals(SINK);
            if (!known) {
                throw new TidemarkException(
                        ErrorCode.SETTING_INVALID,
                        "Query '" + query.query().name() + "' has no journal '" + part + "'.",
                        "It has these: " + new TreeMap<>(stored) + ".");
            }
        }
    }

    /** Journals of a query; none is opened yet. */
    public static QueryJournals of(QueryDirectory query, Places places) {
        return new QueryJournals(query, places.given());
    }

    /** Journals that a replay of a query reads; none is opened yet. */
    public static QueryJournals of(QueryDirectory query, ReplayPlaces places) {
        return new QueryJournals(query, places.given());
    }

    /**
     * Opens all of them, for a replay.
     *
     * @param names sources that are read
     * @throws TidemarkException {@code JOURNAL_MISSING} naming the journal that is not where it was
     */
    public StoredJournals forReplay(List<String> names) {
        Map<DropReason, JournalSink> drops = new EnumMap<>(DropReason.class);
        for (DropReason reason : DropReason.values()) {
            if (stored.containsKey(DROPPED + reason)) {
                drops.put(reason, journal(DROPPED + reason));
            }
        }
        return new StoredJournals(sources(names), journal(SINK), order(), drops);
    }

    /**
     * Opens sources and order, and the sink where it is a journal in files.
     *
     * @param names sources that are read
     * @param sinkName name that the sink is to have
     */
    public StoredJournals forStudy(List<String> names, String sinkName) {
        Path place = given.containsKey(SINK) ? given.get(SINK) : path(sinkName);
        String name = given.containsKey(SINK) ? place.toString() : sinkName;
        JournalSink sink = isJournal(place) ? opened(name, place) : new UnreadSink(name);
        return new StoredJournals(sources(names), sink, order(), Map.of());
    }

    /** Position of the last record that lies before a position in a journal that this opened, or {@link io.tidemark.journal.JournalReader#NO_POSITION}. */
    public static long before(JournalSource opened, long position) {
        return ((NamedJournal) opened).files().before(position);
    }

    /** Records of all journals that are open. */
    public long records() {
        return open.stream().mapToLong(journal -> journal.files().records()).sum();
    }

    /** Directory of each journal that the query's directory names, but for those that are in no directory. */
    public List<Path> directories() {
        return stored.values().stream()
                .map(QueryJournals::path)
                .filter(QueryJournals::isJournal)
                .toList();
    }

    /** Journals that are read elsewhere than at the place that the query knows, each as a sentence. */
    public List<String> moved() {
        return List.copyOf(moved);
    }

    /** Opens the sources with these names. */
    public Map<String, JournalSource> sources(List<String> names) {
        Map<String, JournalSource> sources = new HashMap<>();
        names.forEach(name -> sources.put(name, journal(SOURCE + name)));
        return sources;
    }

    /** Opens the order journal; null where the query has none. */
    public JournalSource order() {
        return stored.containsKey(ORDER) ? journal(ORDER) : null;
    }

    private NamedJournal journal(String part) {
        String name = stored.get(part);
        Path place = given.containsKey(part) ? given.get(part) : path(name);
        if (place == null) {
            throw new TidemarkException(
                    ErrorCode.QUERY_INCOMPLETE,
                    "The query never had a journal '" + part + "'"
                            + (name == null ? "" : " in files: it is '" + name + "'") + ".",
                    wayOut(part));
        }
        if (!isJournal(place)) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_MISSING,
                    "The journal '" + part + "' of the query is '" + place
                            + "', and there is no journal of Tidemark there.",
                    wayOut(part)
                            + " Names without a leading / count from the directory in which the query was started.");
        }
        if (given.containsKey(part) && name != null) {
            moved.add(part + " is read in " + place + ".");
        }
        return opened(name == null ? place.toString() : name, place);
    }

    private NamedJournal opened(String name, Path place) {
        NamedJournal journal = new NamedJournal(name, place);
        open.add(journal);
        return journal;
    }

    private static String wayOut(String part) {
        if (part.startsWith(SOURCE)) {
            return "Say where it lies: --source " + part.substring(SOURCE.length()) + "=DIR.";
        }
        return part.startsWith(DROPPED)
                ? "Say where it lies: --dropped " + part.substring(DROPPED.length()) + "=DIR."
                : "Say where it lies: --" + part + " DIR.";
    }

    /** Where only a writer's lock is left, opening the journal says what is missing. */
    private static boolean isJournal(Path place) {
        return place != null
                && (Files.exists(place.resolve("schema.json")) || Files.exists(place.resolve("writer.lock")));
    }

    private static Path path(String name) {
        try {
            return name == null ? null : Path.of(name);
        } catch (InvalidPathException e) {
            // The name of something that is no directory.
            return null;
        }
    }

    @Override
    public void close() {
        open.forEach(NamedJournal::close);
    }
}
