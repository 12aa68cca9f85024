package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.Fingerprint;
import io.tidemark.plan.PlanNode;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.StateRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The state of a checkpoint, loaded into a backend of its own to be looked at. It reads no journal, takes no lock and writes nothing. One thread. */
public final class StoredState implements AutoCloseable {
    private final List<MemoryJournal> sources = new ArrayList<>();
    private final OpenResources open = new OpenResources();
    private final Pipeline pipeline;
    private final Manifest manifest;
    private final List<String> faults;
    private boolean dumped;

    private StoredState(BoundPlan plan, CheckpointStore store, long number, StateBackendFactory state) {
        try {
            for (PlanNode.Source source : plan.sources()) {
                sources.add(open.add(MemoryJournal.of(source.name(), source.schema())));
            }
            pipeline = open.add(new Pipeline(
                    spec(plan, state),
                    new QueryCounters(
                            "state", plan.steps().size() + plan.sources().size()),
                    true));
            String fingerprint = Fingerprint.of(plan);
            CheckpointStore.Loadable found =
                    store.newest(candidate -> (number == ReplayVerification.NEWEST || candidate.number() == number)
                            && candidate.fingerprint().equals(fingerprint));
            faults = store.faults();
            if (found == null) {
                throw missing(store, number, fingerprint);
            }
            manifest = found.manifest();
            found.load(pipeline.snapshots());
        } catch (RuntimeException | Error e) {
            open.closeAll(e);
            throw e;
        }
    }

    /**
     * Loads the state of a checkpoint.
     *
     * @param plan the plan that it was made under
     * @param number number of the checkpoint, or {@link ReplayVerification#NEWEST} for the newest one that is whole
     * @param state opens a backend of the kind that the query has
     * @throws TidemarkException {@code CHECKPOINT_DAMAGED} when there is no such checkpoint or it cannot be read, {@code RESTART_INCOMPATIBLE} when its
     *     state is of another kind, {@code STATE_LIMIT_EXCEEDED} when the backend has no room for it
     */
    public static StoredState load(BoundPlan plan, CheckpointStore store, long number, StateBackendFactory state) {
        return new StoredState(plan, store, number, state);
    }

    /** The checkpoint that was loaded. */
    public Manifest manifest() {
        return manifest;
    }

    /** Damaged files that were passed over, each as a sentence. */
    public List<String> faults() {
        return faults;
    }

    /** Uids of all operators, from the sources down. */
    public List<String> operators() {
        return pipeline.registries().stream().map(StateRegistry::owner).toList();
    }

    /**
     * Writes the state as text: a line for each table, pane, row, entry, scalar and record of an index by time. Keys are written as rows, values as bytes
     * in hex. Call it once.
     *
     * @param filter which part
     * @param lines takes the lines
     * @return rows and records that were asked for and left out because of the limit
     */
    public long dump(Filter filter, Consumer<String> lines) {
        if (dumped) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The state of checkpoint " + manifest.number() + " was written out already.",
                    "Load it again.");
        }
        dumped = true;
        StateDump dump = new StateDump(
                lines, key -> key.contains(filter.key()), filter.key().isEmpty(), filter.limit());
        for (StateRegistry registry : pipeline.registries()) {
            if (filter.operator().isEmpty() || registry.owner().equals(filter.operator())) {
                dump.write(registry);
            }
        }
        return dump.withheld();
    }

    @Override
    public void close() {
        open.close();
    }

    private QuerySpec spec(BoundPlan plan, StateBackendFactory state) {
        return new QuerySpec(
                "state",
                plan,
                List.<JournalSource>copyOf(sources),
                new NullSink("none"),
                Map.of(),
                state,
                null,
                true,
                1,
                0,
                null,
                false,
                InputSettings.defaults(),
                false,
                CheckpointSettings.none(),
                RestartSettings.defaults(List.of()),
                WarmUp.NONE);
    }

    private static TidemarkException missing(CheckpointStore store, long number, String fingerprint) {
        List<Long> numbers = store.manifests().stream()
                .filter(manifest -> manifest.fingerprint().equals(fingerprint))
                .map(Manifest::number)
                .toList();
        String which =
                number == ReplayVerification.NEWEST ? "no checkpoint that can be read" : "no checkpoint " + number;
        return new TidemarkException(
                ErrorCode.CHECKPOINT_DAMAGED,
                "There is " + which + ". " + String.join(" ", store.faults()),
                numbers.isEmpty() ? "Let the query make one first." : "Those of the stored plan are " + numbers + ".");
    }

    /**
     * Which part of the state is written.
     *
     * @param operator uid of an operator, or empty for all
     * @param key text that is part of a key, or empty for all keys; with a text, records of indexes by time are only counted
     * @param limit greatest number of rows, entries and records of indexes by time in all
     */
    public record Filter(String operator, String key, long limit) {
        /** Everything. */
        public static final Filter ALL = new Filter("", "", Long.MAX_VALUE);
    }
}
