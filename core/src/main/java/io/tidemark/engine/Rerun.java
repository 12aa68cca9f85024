package io.tidemark.engine;

import io.tidemark.checkpoint.Manifest;
import io.tidemark.checkpoint.StoredQuery;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.operator.DropReason;
import io.tidemark.plan.PlanNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a stored query again over its recorded journals, in the recorded order, into other sinks. Nothing is written to the query's directory or its journals, and
 * no lock is taken.
 */
public final class Rerun {
    private final QuerySpec spec;
    private final Settings settings;
    private final RerunSink sink;
    private final Map<DropReason, RerunSink> drops = new EnumMap<>(DropReason.class);

    private Rerun(QuerySpec spec, Settings settings) {
        this.spec = spec;
        this.settings = settings;
        this.sink = new RerunSink(spec.sink());
        spec.dropSinks().forEach((reason, one) -> drops.put(reason, new RerunSink(one)));
    }

    /**
     * What is run again.
     *
     * @param from number of a checkpoint, {@link ReplayVerification#NEWEST} or {@link ReplayVerification#START}
     * @param partial whether the sources may begin with another row than the query read first
     * @param stopAfter for sources by name the position of the last record that is read; the end of others is where they end now
     * @param drain whether all windows are closed at the end, also where the query was not drained
     * @param pollLimit greatest number of records that are read before pending work is done
     */
    public record Settings(long from, boolean partial, Map<String, Long> stopAfter, boolean drain, int pollLimit) {
        /** Copies the map. */
        public Settings {
            stopAfter = Map.copyOf(stopAfter);
        }
    }

    /**
     * What came of it.
     *
     * @param checkpoint checkpoint that it began from, 0 for none
     * @param firstRow number that the first row has in the output of the query
     * @param records records of the sources that were read
     * @param rows rows that came out
     * @param dropped rows that went to sinks of dropped rows, by reason
     * @param positions for each source the position of the last record that was read
     * @param drained whether all windows were closed at the end
     */
    public record Report(
            long checkpoint,
            long firstRow,
            long records,
            long rows,
            Map<DropReason, Long> dropped,
            List<Long> positions,
            boolean drained) {
        /** Copies map and list. */
        public Report {
            dropped = Map.copyOf(dropped);
            positions = List.copyOf(positions);
        }
    }

    /**
     * Runs a query again on this thread. With several sources it ends where the recorded order ends, or would read on from a source that is at its end.
     *
     * @param spec the query with the sinks that take the rows; they must be empty
     * @throws TidemarkException {@code CHECKPOINT_DAMAGED} when there is no such checkpoint, {@code SOURCE_RETENTION_GAP} when a source does not begin with the row
     *     that the query read first, {@code RESTART_INCOMPATIBLE} when a sink is not empty, {@code DISK_SPACE_LOW}
     */
    public static Report run(QuerySpec spec, Settings settings) {
        return new Rerun(spec, settings).run();
    }

    private Report run() {
        QueryCounters counters = new QueryCounters(
                spec.name(), spec.plan().steps().size() + spec.plan().sources().size());
        try (Pipeline pipeline = new Pipeline(rerunning(), counters, false)) {
            StoredQuery stored = StoredQuery.read(spec.directory());
            Manifest manifest = null;
            if (settings.from() != ReplayVerification.START) {
                manifest = ReplayVerification.load(spec, pipeline, settings.from());
            } else if (!settings.partial()) {
                FirstRow.require(
                        spec,
                        stored.firstRows(),
                        "Begin from a checkpoint, from an index, or give the source as it was.");
            }
            boolean drain = stored.life() != StoredQuery.Life.OPEN
                    && settings.stopAfter().isEmpty();
            pipeline.stopAfter(ends(pipeline, drain ? stored.drainPositions() : List.of()));
            while (!(pipeline.ordered() && !pipeline.replays()) && step(pipeline) > 0) {
                // Each step reads some records.
            }
            pipeline.workOff();
            if (drain || settings.drain()) {
                pipeline.drain();
            }
            pipeline.flush();
            return report(pipeline, manifest, drain || settings.drain());
        }
    }

    private int step(Pipeline pipeline) {
        String full = pipeline.fullSink();
        if (full != null) {
            throw new TidemarkException(
                    ErrorCode.DISK_SPACE_LOW,
                    "There is no room for the rows that come out, in " + full + ".",
                    "Make room, delete the unfinished journal, and begin again.");
        }
        int read = pipeline.poll(settings.pollLimit());
        return read + pipeline.work(Integer.MAX_VALUE);
    }

    private List<Long> ends(Pipeline pipeline, List<Long> drainPositions) {
        List<Long> ends = new ArrayList<>(pipeline.endPositions());
        for (int i = 0; i < ends.size(); i++) {
            PlanNode.Source source = spec.plan().sources().get(i);
            long end = settings.stopAfter().getOrDefault(source.name(), Long.MAX_VALUE);
            end = i < drainPositions.size() ? Math.min(end, drainPositions.get(i)) : end;
            ends.set(i, Math.min(end, ends.get(i)));
        }
        return ends;
    }

    private Report report(Pipeline pipeline, Manifest manifest, boolean drained) {
        Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
        drops.forEach((reason, one) -> dropped.put(reason, one.rows()));
        return new Report(
                manifest == null ? 0 : manifest.number(),
                manifest == null ? 0 : manifest.commit().output().sequence() + 1,
                pipeline.replayed().rows(),
                sink.rows(),
                dropped,
                pipeline.positions(),
                drained);
    }

    private QuerySpec rerunning() {
        Map<DropReason, JournalSink> newDrops = new EnumMap<>(DropReason.class);
        newDrops.putAll(drops);
        OrderJournal order = spec.order() == null
                ? null
                : new OrderJournal(
                        spec.order().source(), new ReplayOrder(spec.order().source()));
        return spec.replaying(sink, newDrops, order);
    }
}
