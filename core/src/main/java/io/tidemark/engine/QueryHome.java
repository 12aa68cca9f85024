package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.DirectoryLock;
import io.tidemark.checkpoint.StoredQuery;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.memory.OffHeap;
import io.tidemark.plan.Fingerprint;
import io.tidemark.plan.PlanNode;
import io.tidemark.plan.StoredPlan;
import io.tidemark.row.RowView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The directory of a query: held by one engine at a time, it says which plan the output belongs to and whether the query was drained.
 * A query without a directory has a home that remembers nothing. Engine thread only.
 */
final class QueryHome implements AutoCloseable {
    private final DirectoryLock lock;
    private final boolean continues;
    private final List<String> sourceNames;
    private StoredQuery stored;
    private boolean begun;
    private boolean moved;

    /**
     * Takes the directory.
     *
     * @throws TidemarkException {@code DIRECTORY_IN_USE}, {@code RESTART_INCOMPATIBLE} when another plan ran in it,
     *     {@code QUERY_DRAINED} when it ended for good
     */
    QueryHome(QuerySpec spec) {
        sourceNames = spec.plan().sources().stream().map(PlanNode.Source::name).toList();
        if (spec.directory() == null) {
            lock = null;
            continues = false;
            return;
        }
        lock = DirectoryLock.acquire(spec.directory());
        try {
            StoredQuery found = StoredQuery.read(lock.directory());
            continues = found != null;
            stored = continues ? checked(found, spec).at(places(spec)) : fresh(spec);
            moved = continues && !stored.equals(found);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Whether this query ran in the directory before, so that rows in its sinks are its own. */
    boolean continues() {
        return continues;
    }

    /** Checkpoints of the query, or null when it makes none and has no directory. */
    CheckpointStore checkpoints(CheckpointSettings settings) {
        return lock == null || !settings.enabled() ? null : CheckpointStore.open(lock.directory(), settings.files());
    }

    /** A UUID that stays the same over restarts, or a new one without a directory. */
    String id() {
        return stored == null ? UUID.randomUUID().toString() : stored.id();
    }

    /** Fingerprint of the plan, or empty without a directory. */
    String fingerprint() {
        return stored == null ? "" : stored.fingerprint();
    }

    /** Whether the machine may have stopped under the query that ran here before, so that the last records of its journals may be damaged. */
    boolean machineMayHaveStopped() {
        return lock != null && lock.machineMayHaveStopped();
    }

    /** Records that the ends of all journals were tested since the machine stopped. */
    void tailsChecked() {
        lock.markTailChecked();
    }

    /** Source positions after which an interrupted drain has to be finished, or null. */
    List<Long> interruptedDrain() {
        return stored != null && stored.life() == StoredQuery.Life.DRAINING ? stored.drainPositions() : null;
    }

    /**
     * Takes the first row that is read from a source, and tells whether the source is the one it was before.
     *
     * @throws TidemarkException {@code RESTART_INCOMPATIBLE} when the source begins with another row
     */
    void firstRow(RowView row) {
        if (stored == null) {
            return;
        }
        String found = identity(row);
        String source = sourceNames.get(row.source());
        String before = stored.firstRows().get(source);
        if (before == null) {
            stored = stored.startedAt(source, found);
            stored.write(lock.directory());
        } else if (!before.equals(found)) {
            throw anotherSource(source, found, before);
        }
    }

    /**
     * Tells whether the sources of a query that goes on from a checkpoint are those that it read before, by their first rows. A source whose oldest files
     * are gone cannot be told.
     *
     * @throws TidemarkException {@code RESTART_INCOMPATIBLE} when a source begins with another row at the same position
     */
    void checkSources(List<JournalSource> sources) {
        for (int i = 0; i < sources.size(); i++) {
            String name = sourceNames.get(i);
            String before = stored.firstRows().get(name);
            String found = before == null ? null : FirstRow.of(sources.get(i));
            if (found != null && !found.equals(before) && place(found).equals(place(before))) {
                throw anotherSource(name, found, before);
            }
        }
    }

    private static String place(String identity) {
        return identity.substring(0, identity.indexOf('/'));
    }

    static String identity(RowView row) {
        byte[] bytes = new byte[row.length()];
        OffHeap.copyOut(row.address(), bytes, 0, bytes.length);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return Long.toHexString(row.position()) + "/" + Long.toHexString(checksum.getValue());
    }

    private TidemarkException anotherSource(String source, String found, String before) {
        return new TidemarkException(
                ErrorCode.RESTART_INCOMPATIBLE,
                "Source '" + source + "' of query '" + stored.name() + "' begins with another row than before: " + found
                        + " and not " + before + " (position and checksum).",
                "Give the query the journal that it read before, from its start; for another journal use a new"
                        + " directory and output.");
    }

    /** For each source that was read what its first row was. */
    Map<String, String> firstRows() {
        return stored.firstRows();
    }

    /** Whether a checkpoint was published here before. */
    boolean checkpointed() {
        return stored != null && stored.checkpointed();
    }

    /** Records that a checkpoint was published. */
    void published() {
        if (!stored.checkpointed()) {
            stored = stored.withCheckpoint();
            stored.write(lock.directory());
        }
    }

    /** Records that all windows are about to be closed after these source positions. */
    void draining(List<Long> positions) {
        if (stored != null) {
            stored = stored.draining(positions);
            stored.write(lock.directory());
        }
    }

    /** Records that all windows are closed. */
    void drained() {
        if (stored != null) {
            stored = stored.drained();
            stored.write(lock.directory());
        }
    }

    /** Records that the stop was an orderly one. */
    void markClean() {
        if (lock != null) {
            lock.markClean();
        }
    }

    /** From now on something may be written, so that only an orderly stop leaves everything in order. */
    void begin() {
        if (moved) {
            stored.write(lock.directory());
            moved = false;
        }
        begun = true;
    }

    @Override
    public void close() {
        if (lock != null) {
            if (!begun && lock.lastStopWasClean()) {
                lock.markClean();
            }
            lock.close();
        }
    }

    /** Whether another plan ran in the directory. */
    boolean planChanged(QuerySpec spec) {
        return stored != null && !stored.fingerprint().equals(Fingerprint.of(spec.plan()));
    }

    /** The plan that ran in the directory. */
    StoredPlan storedPlan(QuerySpec spec) {
        return stored.plan(spec.restart().operators(), spec.plan().settings().functions());
    }

    /** Whether the query that ran here before was stopped in order. */
    boolean lastStopWasClean() {
        return lock.lastStopWasClean();
    }

    /** Records that the query runs under another plan from now on; its checkpoint is there. */
    void changePlan(QuerySpec spec) {
        stored = stored.under(Fingerprint.of(spec.plan()), planText(spec)).withCheckpoint();
        stored.write(lock.directory());
    }

    private static String planText(QuerySpec spec) {
        return StoredPlan.of(spec.plan(), spec.sink().name(), spec.cutEvery())
                .write(spec.restart().operators());
    }

    private StoredQuery fresh(QuerySpec spec) {
        StoredQuery query = new StoredQuery(
                spec.name(),
                UUID.randomUUID().toString(),
                Fingerprint.of(spec.plan()),
                planText(spec),
                StoredQuery.Life.OPEN,
                List.of(),
                Map.of(),
                false,
                places(spec));
        query.write(lock.directory());
        return query;
    }

    private static StoredQuery checked(StoredQuery found, QuerySpec spec) {
        if (!found.name().equals(spec.name())) {
            throw new TidemarkException(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    "The directory belongs to the query '" + found.name() + "', not to '" + spec.name() + "'.",
                    "Give each query a directory of its own.");
        }
        if (found.life() == StoredQuery.Life.DRAINED) {
            throw new TidemarkException(
                    ErrorCode.QUERY_DRAINED,
                    "The query '" + spec.name() + "' was drained: its last windows were closed before their time.",
                    "Start a new query with a new directory and output journal.");
        }
        return found;
    }

    /** Names of the journals that the query uses, for tools. */
    private static Map<String, String> places(QuerySpec spec) {
        Map<String, String> places = new HashMap<>();
        for (int i = 0; i < spec.sources().size(); i++) {
            places.put(
                    "source " + spec.plan().sources().get(i).name(),
                    spec.sources().get(i).name());
        }
        places.put("sink", spec.sink().name());
        if (spec.order() != null) {
            places.put("order", spec.order().source().name());
        }
        spec.dropSinks().forEach((reason, sink) -> places.put("dropped " + reason, sink.name()));
        return places;
    }
}
