package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.CheckpointWriter;
import io.tidemark.checkpoint.Commit;
import io.tidemark.checkpoint.ParkedState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.plan.PlanChange;
import io.tidemark.plan.PlanNode;
import io.tidemark.plan.RestartAction;
import io.tidemark.plan.RestartPlan;
import io.tidemark.plan.RestartVerdict;
import io.tidemark.plan.StoredPlan;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.StateImage;
import io.tidemark.state.StateSnapshots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;

/**
 * Brings a query from the plan that it ran under to another one: the stored plan first runs to the end of what it put out, then its state goes over, and all
 * of it becomes one checkpoint of the new plan. Before that checkpoint is published nothing has happened. Engine thread only.
 */
final class PlanMigration {
    private static final int SWEEP = 4096;

    private final QuerySpec spec;
    private final StoredPlan before;
    private final String fingerprintBefore;
    private final boolean stopWasClean;
    private final boolean checkpointed;
    private final Map<String, String> firstRows;
    private final RestartPlan change;

    /**
     * A change of plan.
     *
     * @param spec the query as it is started now
     * @param home where it ran under the plan before; after an orderly stop the last checkpoint is equal to the output
     */
    PlanMigration(QuerySpec spec, QueryHome home, RestartPlan change) {
        this.spec = spec;
        this.before = home.storedPlan(spec);
        this.fingerprintBefore = home.fingerprint();
        this.stopWasClean = home.lastStopWasClean();
        this.checkpointed = home.checkpointed();
        this.firstRows = home.firstRows();
        this.change = change;
    }

    /**
     * Refuses a change that is not decided.
     *
     * @param report the change as a table, which was logged; its head goes into the refusal
     * @throws TidemarkException {@code RESTART_INCOMPATIBLE}, {@code RESTART_DECISION_NEEDED}
     */
    static void requireDecided(RestartPlan change, RestartSettings settings, String report) {
        List<PlanChange> open = change.open(settings.decisions());
        if (open.isEmpty()) {
            return;
        }
        boolean hopeless = open.stream().anyMatch(one -> one.verdict() == RestartVerdict.INCOMPATIBLE);
        String parts = open.stream()
                .map(one -> one.part().word() + " " + one.name() + ": " + one.what() + " " + one.options())
                .collect(Collectors.joining("; "));
        throw new TidemarkException(
                hopeless ? ErrorCode.RESTART_INCOMPATIBLE : ErrorCode.RESTART_DECISION_NEEDED,
                "The plan changed since the query ran last. " + parts + ". "
                        + report.lines().findFirst().orElse(""),
                "See the whole table with explainRestart(). Decide with onRestart(uid, decision), start the old plan again, or start the new one with a new directory and sink.");
    }

    /**
     * Makes the checkpoint of the new plan.
     *
     * @param fingerprint fingerprint of the new plan
     */
    void run(CheckpointStore store, String fingerprint) {
        Map<String, RestartAction> actions = change.actions(spec.restart().decisions());
        boolean rebuild = actions.containsValue(RestartAction.REBUILD);
        if (rebuild) {
            FirstRow.require(
                    spec,
                    firstRows,
                    "Restore the files of the source, decide for something else, or start the new plan with a new directory and sink.");
        }
        if (!before.runs() && !(rebuild && stopWasClean)) {
            throw new TidemarkException(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    "The plan that ran before cannot be run to the end of its output: " + before.gone() + ".",
                    "Start it once more where it runs and stop it in order, then decide for a rebuild; or use a new directory and sink.");
        }
        if (rebuild && !before.runs()) {
            rebuild(store, fingerprint, newestCommit(store));
            return;
        }
        QuerySpec old = spec.under(before.plan(), before.cutEvery());
        if (sinkChanged()) {
            requireEmptySink();
            old = withoutSink(old);
        }
        if (rebuild) {
            rebuild(store, fingerprint, reached(old, store));
            return;
        }
        try (Pipeline pipeline = new Pipeline(old, counters(old), true)) {
            CheckpointStore.Loadable resumed = resume(pipeline, store);
            if (actions.containsValue(RestartAction.PARK) && resumed != null) {
                ParkedState.keep(spec.directory(), resumed);
            }
            StateImage state = pipeline.copyState();
            boolean drains = actions.containsValue(RestartAction.DRAIN);
            if (drains) {
                pipeline.drain();
            }
            moveState(store, fingerprint, pipeline, state, movesAfter(drains, actions));
        }
    }

    private Commit reached(QuerySpec old, CheckpointStore store) {
        try (Pipeline pipeline = new Pipeline(old, counters(old), true)) {
            resume(pipeline, store);
            return pipeline.commit();
        }
    }

    private CheckpointStore.Loadable resume(Pipeline pipeline, CheckpointStore store) {
        NanoClock clock = spec.inputs().clock();
        CheckpointStore.Loadable resumed = new Recovery(spec.name(), clock, clock.nanoTime(), pipeline)
                .resume(store, checkpointed, fingerprintBefore, spec.restart().startOver());
        catchUp(pipeline);
        return resumed;
    }

    private boolean sinkChanged() {
        return !before.sink().equals(spec.sink().name());
    }

    /** What another query wrote is not to be continued. */
    private void requireEmptySink() {
        try (JournalWriter writer = spec.sink().openWriter(spec.plan().output().schema())) {
            if (writer.lastSequence() >= 0) {
                throw new TidemarkException(
                        ErrorCode.RESTART_INCOMPATIBLE,
                        "The sink is now '" + spec.sink().name() + "', and holds " + (writer.lastSequence() + 1)
                                + " rows already.",
                        "Give the query the sink that it had, or an empty one.");
            }
        }
    }

    /** With another sink the old plan can put nothing out any more: it must have come to its end. */
    private QuerySpec withoutSink(QuerySpec old) {
        if (!stopWasClean) {
            throw new TidemarkException(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    "The query was not stopped in order, and its sink '" + before.sink() + "' is now '"
                            + spec.sink().name() + "'.",
                    "Start the old plan with its sink once more and stop it in order.");
        }
        return old.replaying(new NullSink(before.sink()), old.dropSinks(), old.order());
    }

    private static QueryCounters counters(QuerySpec spec) {
        return new QueryCounters(
                spec.name(), spec.plan().steps().size() + spec.plan().sources().size());
    }

    /** Reads on until everything that the sinks hold has come out again, and the row that was the last one is worked off. */
    private static void catchUp(Pipeline pipeline) {
        pipeline.workOff();
        while (pipeline.replays() || pipeline.missingOutput() > 0) {
            int read = pipeline.poll(1);
            pipeline.workOff();
            if (read == 0) {
                pipeline.checkReplayed();
            }
        }
    }

    private Commit newestCommit(CheckpointStore store) {
        CheckpointStore.Loadable newest = store.newest(one -> one.fingerprint().equals(fingerprintBefore));
        if (newest == null) {
            throw new TidemarkException(
                    ErrorCode.CHECKPOINT_DAMAGED,
                    "No checkpoint of query '" + spec.name() + "' can be read. " + String.join(" ", store.faults()),
                    "Start the new plan with a new directory and sink.");
        }
        return newest.manifest().commit();
    }

    private void moveState(
            CheckpointStore store, String fingerprint, Pipeline old, StateImage state, List<RestartPlan.Move> moves) {
        QuerySpec quiet = spec.replaying(new NullSink(spec.sink().name()), Map.of(), null);
        try (Pipeline pipeline = new Pipeline(quiet, counters(quiet), true)) {
            Map<String, String> owners = new HashMap<>(Map.of("engine", "engine"));
            moves.stream()
                    .filter(move -> move.migration().isAsItIs())
                    .forEach(move -> owners.put(move.before(), move.now()));
            pipeline.adopt(state, owners);
            moves.stream()
                    .filter(move -> !move.migration().isAsItIs())
                    .forEach(move -> move.migration().run(old.registry(move.before()), pipeline.registry(move.now())));
            publish(store, fingerprint, pipeline, translated(old.commit()));
        }
    }

    /** After a drain no rows are left to be moved, but watermarks go on. */
    private List<RestartPlan.Move> movesAfter(boolean drain, Map<String, RestartAction> actions) {
        return change.moves().stream()
                .filter(move -> actions.get(move.now()) == RestartAction.MOVE)
                .filter(move -> !drain || !change.of(move.now()).stateful())
                .toList();
    }

    /** Reads the sources from their start, under the new plan, to where the old one had come; nothing is put out. */
    private void rebuild(CheckpointStore store, String fingerprint, Commit commit) {
        Commit reached = translated(commit);
        OrderJournal order = spec.order() == null
                ? null
                : new OrderJournal(
                        spec.order().source(), new ReplayOrder(spec.order().source()));
        QuerySpec quiet = spec.replaying(new NullSink(spec.sink().name()), Map.of(), order);
        QueryCounters counters = counters(quiet);
        try (Pipeline pipeline = new Pipeline(quiet, counters, true)) {
            pipeline.stopAfter(reached.positions());
            while (pipeline.poll(spec.pollLimit()) + pipeline.work(Integer.MAX_VALUE) > 0) {
                // Reads up to the positions that were reached.
            }
            if (!pipeline.positions().equals(reached.positions())) {
                throw new TidemarkException(
                        ErrorCode.SOURCE_RETENTION_GAP,
                        "A rebuild came to the positions " + pipeline.positions() + " and not to " + reached.positions()
                                + ".",
                        "Restore the sources, or start the new plan with a new directory and sink.");
            }
            publish(
                    store,
                    fingerprint,
                    pipeline,
                    new Commit(
                            reached.positions(),
                            reached.order(),
                            reached.output(),
                            reached.drops(),
                            reached.last(),
                            counters.counts()));
        }
    }

    /** The commit in terms of the new plan: its sources and operators may stand in another order. */
    private Commit translated(Commit commit) {
        List<String> sources = before.plan() == null
                ? names(spec.plan().sources())
                : names(before.plan().sources());
        Map<String, List<Long>> counts = new HashMap<>();
        List<String> parts = new ArrayList<>(sources);
        if (before.plan() != null) {
            before.plan().steps().forEach(step -> parts.add(step.uid()));
        }
        for (int i = 0; i < parts.size() && i < commit.counters().size(); i++) {
            counts.put(parts.get(i), commit.counters().get(i));
        }
        List<String> now = names(spec.plan().sources());
        List<Long> positions = now.stream()
                .map(name -> sources.contains(name)
                        ? commit.positions().get(sources.indexOf(name))
                        : Long.valueOf(JournalReader.NO_POSITION))
                .toList();
        List<List<Long>> counters = new ArrayList<>();
        now.forEach(name -> counters.add(counts.getOrDefault(name, QueryCounters.NO_COUNTS)));
        spec.plan().steps().forEach(step -> counters.add(counts.getOrDefault(step.uid(), QueryCounters.NO_COUNTS)));
        Commit.LastRow last = commit.last();
        Commit.LastRow moved = new Commit.LastRow(
                Math.max(0, now.indexOf(sources.get(last.source()))), last.position(), last.ingestTimeNs());
        Commit.Mark output = sinkChanged() ? Commit.Mark.NONE : commit.output();
        return new Commit(positions, commit.order(), output, commit.drops(), moved, counters);
    }

    private static List<String> names(List<PlanNode.Source> sources) {
        return sources.stream().map(PlanNode.Source::name).toList();
    }

    private void publish(CheckpointStore store, String fingerprint, Pipeline pipeline, Commit commit) {
        StateSnapshots snapshots = pipeline.snapshots();
        try (CheckpointWriter writer = store.writer(
                spec.name(),
                fingerprint,
                snapshots.format(),
                snapshots.unitBytes(),
                null,
                spec.checkpoints().writer(List.of()))) {
            MetaWriter rest = new MetaWriter();
            writer.begin(true);
            snapshots.start(writer.stage(), rest);
            while (!snapshots.complete()) {
                snapshots.sweep(SWEEP);
                writer.doWork();
            }
            while (!writer.finish(commit, rest)) {
                writer.doWork();
            }
            while (writer.outcome() == CheckpointWriter.Outcome.WRITING) {
                writer.doWork();
            }
            if (writer.outcome() != CheckpointWriter.Outcome.PUBLISHED) {
                throw new TidemarkException(
                        ErrorCode.IO_FAILED,
                        "The checkpoint of the new plan was not written: " + writer.failure() + ".",
                        "Mend the cause and start again; nothing has changed.",
                        writer.failure());
            }
        }
    }
}
