package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Commit;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.checkpoint.ReplayReport;
import io.tidemark.checkpoint.StoredQuery;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.operator.DropReason;
import io.tidemark.plan.Fingerprint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Proves that a query is a function of its journals: goes back to a checkpoint, or to the start, reads on, and holds what comes out against what its sinks
 * hold. It writes nothing and takes no lock.
 */
public final class ReplayVerification {
    /** Begins from the newest checkpoint that can be used. */
    public static final long NEWEST = -1;
    /** Begins from the start of the sources. */
    public static final long START = 0;

    private final QuerySpec spec;
    private final Map<JournalSink, ReplaySink> sinks = new LinkedHashMap<>();

    private ReplayVerification(QuerySpec spec, long spanRows) {
        sinks.put(spec.sink(), new ReplaySink(spec.sink(), spanRows));
        for (JournalSink sink : spec.dropSinks().values()) {
            sinks.computeIfAbsent(sink, one -> new ReplaySink(one, spanRows));
        }
        this.spec = spec;
    }

    /**
     * Replays a query on this thread, to the end of what its sinks hold.
     *
     * @param from number of a checkpoint, {@link #NEWEST} or {@link #START}
     * @param spanRows rows of a sink that share a checksum
     * @throws TidemarkException {@code CHECKPOINT_DAMAGED} when there is no such checkpoint
     */
    public static ReplayReport run(QuerySpec spec, long from, long spanRows) {
        return new ReplayVerification(spec, spanRows).run(from);
    }

    private ReplayReport run(long from) {
        QueryCounters counters = new QueryCounters(
                spec.name(), spec.plan().steps().size() + spec.plan().sources().size());
        try (Pipeline pipeline = new Pipeline(replaying(), counters, true)) {
            Manifest manifest = from == START ? null : resume(pipeline, from);
            StoredQuery stored = spec.directory() == null ? null : StoredQuery.read(spec.directory());
            if (from == START && stored != null) {
                FirstRow.require(spec, stored.firstRows(), "Begin from a checkpoint, or give the source as it was.");
            }
            boolean drains = stored != null && stored.life() != StoredQuery.Life.OPEN;
            if (drains) {
                pipeline.stopAfter(stored.drainPositions());
            }
            boolean drained = stored != null && stored.life() == StoredQuery.Life.DRAINED;
            while ((drained || !ended()) && !(pipeline.ordered() && !pipeline.replays()) && step(pipeline) > 0) {
                // Each step reads some records.
            }
            pipeline.workOff();
            if (drains) {
                pipeline.drain();
            }
            requireEnds(drained);
            List<ReplayReport.SinkReplay> results = new ArrayList<>();
            sinks.values().forEach(sink -> results.add(sink.result()));
            return new ReplayReport(
                    spec.name(),
                    manifest == null ? 0 : manifest.number(),
                    pipeline.replayed().rows(),
                    results);
        }
    }

    /** A sink that lost its end would end the replay early and look whole. */
    private void requireEnds(boolean drained) {
        List<Manifest> manifests = spec.directory() == null
                ? List.of()
                : CheckpointStore.openReadOnly(spec.directory()).manifests();
        if (!manifests.isEmpty()) {
            Manifest newest = manifests.get(0);
            marks(newest.commit()).forEach((sink, mark) -> sink.requireEnd(mark, newest.number()));
        }
        if (drained) {
            sinks.values().forEach(ReplaySink::requireAllOut);
        }
    }

    private int step(Pipeline pipeline) {
        int read = pipeline.poll(spec.pollLimit());
        return read + pipeline.work(Integer.MAX_VALUE);
    }

    private boolean ended() {
        return sinks.values().stream().allMatch(ReplaySink::ended);
    }

    private Manifest resume(Pipeline pipeline, long from) {
        Manifest manifest = load(spec, pipeline, from);
        marks(manifest.commit()).forEach(ReplaySink::moveAfter);
        return manifest;
    }

    /**
     * Brings a new pipeline to a checkpoint of the query.
     *
     * @throws TidemarkException {@code CHECKPOINT_DAMAGED} when there is no such checkpoint
     */
    static Manifest load(QuerySpec spec, Pipeline pipeline, long from) {
        CheckpointStore store = CheckpointStore.openReadOnly(spec.directory());
        String fingerprint = Fingerprint.of(spec.plan());
        CheckpointStore.Loadable found = store.newest(candidate -> (from == NEWEST || candidate.number() == from)
                && candidate.fingerprint().equals(fingerprint)
                && candidate.stateFormat().equals(pipeline.snapshots().format()));
        if (found == null) {
            throw new TidemarkException(
                    ErrorCode.CHECKPOINT_DAMAGED,
                    "There is no checkpoint " + (from == NEWEST ? "" : from + " ") + "of query '" + spec.name()
                            + "' with this plan and kind of state. " + String.join(" ", store.faults()),
                    "Take one of "
                            + store.manifests().stream().map(Manifest::number).toList()
                            + ", or begin from the start of the sources.");
        }
        found.load(pipeline.snapshots());
        pipeline.resume(found.manifest().commit());
        return found.manifest();
    }

    /** Where each sink was at a commit. */
    private Map<ReplaySink, Commit.Mark> marks(Commit commit) {
        Map<ReplaySink, Commit.Mark> marks = new LinkedHashMap<>();
        spec.dropSinks()
                .forEach((reason, sink) ->
                        marks.put(sinks.get(sink), commit.drops().getOrDefault(reason.name(), Commit.Mark.NONE)));
        marks.put(sinks.get(spec.sink()), commit.output());
        return marks;
    }

    private QuerySpec replaying() {
        Map<DropReason, JournalSink> drops = new LinkedHashMap<>();
        spec.dropSinks().forEach((reason, sink) -> drops.put(reason, sinks.get(sink)));
        OrderJournal order = spec.order() == null
                ? null
                : new OrderJournal(
                        spec.order().source(), new ReplayOrder(spec.order().source()));
        return spec.replaying(sinks.get(spec.sink()), drops, order);
    }
}
