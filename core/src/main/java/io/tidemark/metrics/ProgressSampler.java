package io.tidemark.metrics;

import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.List;

/** Makes a {@link StreamingQueryProgress} of what happened since the one before. The monitor's thread. */
final class ProgressSampler implements AutoCloseable {
    private static final long NS_PER_MS = 1_000_000;

    private final MonitoredQuery query;
    private final QueryShape shape;
    private final QueryCounters counters;
    private final SourceWatermarks watermarks;
    private final OperatorSampler operators;
    private final List<SourceSampler> sources = new ArrayList<>();
    private CounterImage before;
    private long beforeNs;
    private long batch;
    private long activeCycle = -1;
    private long activeSinceNs;

    /** From now on. */
    ProgressSampler(MonitoredQuery query, long nowNs) {
        this.query = query;
        this.shape = query.shape();
        this.counters = query.counters();
        this.watermarks = new SourceWatermarks(shape);
        this.operators = new OperatorSampler(shape);
        for (int i = 0; i < shape.sources().size(); i++) {
            sources.add(new SourceSampler(i, shape.sources().get(i)));
        }
        before = counters.image();
        beforeNs = nowNs;
    }

    /** Whether the journals were measured before. */
    boolean measured() {
        return sources.stream().allMatch(SourceSampler::measured);
    }

    /**
     * Takes a sample.
     *
     * @param measure whether the journals are asked for their ends
     * @param lost rows of the progress journal and events that were lost so far
     */
    StreamingQueryProgress sample(long nowNs, boolean measure, Lost lost) {
        CounterImage now = counters.image();
        counters.beginInterval();
        long measureBegan = System.nanoTime();
        for (SourceSampler source : sources) {
            if (measure) {
                source.measure(now);
            } else {
                source.leave();
            }
        }
        long measureNs = measure ? System.nanoTime() - measureBegan : 0;
        StreamingQueryProgress progress = progress(now, new Interval(beforeNs, nowNs), measureNs, lost);
        publish(progress, lost);
        before = now;
        beforeNs = nowNs;
        batch++;
        return progress;
    }

    /**
     * What was lost so far.
     *
     * @param progressRows rows of the progress journal
     * @param events progress events of listeners
     */
    record Lost(long progressRows, long events) {}

    private StreamingQueryProgress progress(CounterImage now, Interval interval, long measureNs, Lost lost) {
        long rows = 0;
        for (int i = 0; i < sources.size(); i++) {
            rows += Math.max(0, now.operator(i, MetricField.IN) - before.operator(i, MetricField.IN));
        }
        double processed = processedRate(now, rows, interval);
        List<SourceProgress> read = sources(now, interval, processed, rows);
        EventTimes times = watermarks.eventTimes(before, now);
        return new StreamingQueryProgress(
                query.id(),
                query.runId(),
                shape.name(),
                interval.fromNs(),
                interval.toNs(),
                batch,
                query.life(),
                rows,
                Rate.perSecond(rows, interval.ns()),
                processed,
                measureNs,
                times,
                operators.states(before, now),
                state(now, interval),
                read,
                operators.flows(now),
                sink(now, read),
                steps(now, interval.toNs()),
                snapshot(now, interval.toNs()),
                freshness(times, watermarks.greatest(now), interval.toNs()),
                eta(read, processed),
                query.waitsFor(),
                lost.progressRows(),
                lost.events());
    }

    /** Rows in the time in which the engine worked; where no working cycle was timed, in wall time. */
    private double processedRate(CounterImage now, long rows, Interval interval) {
        long timedRows = delta(now, QueryField.BUSY_ROWS);
        if (rows == 0) {
            return 0;
        }
        return timedRows > 0 && delta(now, QueryField.BUSY_NS) > 0
                ? Rate.perSecond(timedRows, delta(now, QueryField.BUSY_NS))
                : Rate.perSecond(rows, interval.ns());
    }

    private List<SourceProgress> sources(CounterImage now, Interval interval, double processed, long rows) {
        int holder = watermarks.holder(now);
        List<SourceProgress> list = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            list.add(sources.get(i)
                    .progress(before, now, interval, processed, rows, watermarks.of(i, now), i == holder));
        }
        return list;
    }

    private StateProgress state(CounterImage now, Interval interval) {
        long used = now.query(QueryField.STATE_USED);
        long limit = now.query(QueryField.STATE_LIMIT);
        long left = Math.max(0, limit - used);
        double growth = Rate.perSecond(delta(now, QueryField.STATE_USED), interval.ns());
        return new StateProgress(
                used,
                limit,
                left,
                limit <= 0 ? 0 : (double) used / limit,
                growth,
                operators.stateRows(now),
                growth > 0 ? (Long) (long) (left / growth * 1000) : null);
    }

    private SinkProgress sink(CounterImage now, List<SourceProgress> read) {
        long out = now.query(QueryField.OUTPUT_SEQUENCE) + 1;
        long written = delta(now, QueryField.OUTPUT_SEQUENCE) - delta(now, QueryField.OUTPUT_SKIPPED);
        Long lag = 0L;
        for (SourceProgress source : read) {
            lag = lag == null || source.backlogRows() == null ? null : (Long) (lag + source.backlogRows());
        }
        return new SinkProgress(
                shape.sink(),
                Math.max(0, written),
                out,
                now.query(QueryField.CHECKPOINT_NUMBER) == 0
                        ? null
                        : (Long) Math.max(0, out - now.query(QueryField.CHECKPOINT_ROWS)),
                lag,
                counters.times().appends());
    }

    private StepProgress steps(CounterImage now, long nowNs) {
        long sinkCycles = delta(now, QueryField.SINK_CYCLE_NS);
        return new StepProgress(
                counters.times().steps(),
                delta(now, QueryField.BUSY_NS),
                delta(now, QueryField.SNAPSHOT_NS),
                sinkCycles <= 0 ? null : (Double) Math.min(1, (double) delta(now, QueryField.SINK_NS) / sinkCycles),
                activeMs(now, nowNs));
    }

    /** A cycle that is the same as at the last sample has been running at least since then. */
    private long activeMs(CounterImage now, long nowNs) {
        long cycle = now.query(QueryField.CYCLES);
        if ((cycle & 1) == 0 || query.ended()) {
            activeCycle = -1;
            return 0;
        }
        if (cycle != activeCycle) {
            activeCycle = cycle;
            activeSinceNs = nowNs;
        }
        return (nowNs - activeSinceNs) / NS_PER_MS;
    }

    private static SnapshotProgress snapshot(CounterImage now, long nowNs) {
        if (now.query(QueryField.CHECKPOINT_NUMBER) == 0) {
            return null;
        }
        return new SnapshotProgress(
                now.query(QueryField.CHECKPOINT_NUMBER),
                Math.max(0, nowNs / NS_PER_MS - now.query(QueryField.CHECKPOINT_AT)),
                now.query(QueryField.CHECKPOINT_BYTES),
                now.query(QueryField.CHECKPOINT_NS) / NS_PER_MS,
                now.query(QueryField.CHECKPOINTS_FAILED));
    }

    private Long freshness(EventTimes times, long greatestNs, long nowNs) {
        boolean byWatermark = shape.byWatermark() && times.watermarkNs() != null;
        long published = byWatermark ? times.watermarkNs() : greatestNs;
        boolean nothing = published == Watermark.NONE || shape.byWatermark() && !byWatermark && !query.ended();
        return nothing ? null : (Long) ((nowNs - published) / NS_PER_MS);
    }

    private static Long eta(List<SourceProgress> read, double processed) {
        double arrival = 0;
        long backlog = 0;
        for (SourceProgress source : read) {
            if (source.backlogRows() == null) {
                return null;
            }
            backlog += source.backlogRows();
            arrival += source.arrivalRowsPerSecond() == null ? 0 : source.arrivalRowsPerSecond();
        }
        if (backlog == 0) {
            return 0L;
        }
        return processed > arrival ? (Long) (long) (backlog / (processed - arrival) * 1000) : null;
    }

    private long delta(CounterImage now, QueryField field) {
        return now.query(field) - before.query(field);
    }

    /** Lets other processes see what only the monitor knows. */
    private void publish(StreamingQueryProgress progress, Lost lost) {
        counters.query(QueryField.SAMPLED_AT, progress.sampledNs() / NS_PER_MS);
        counters.query(QueryField.FRESHNESS, known(progress.freshnessMs()));
        counters.query(QueryField.BACKLOG_ROWS, known(progress.backlogRows()));
        counters.query(QueryField.PROGRESS_ROWS_LOST, lost.progressRows());
        counters.query(QueryField.EVENTS_LOST, lost.events());
        for (int i = 0; i < sources.size(); i++) {
            SourceProgress source = progress.sources().get(i);
            counters.source(i, SourceField.BACKLOG_ROWS, known(source.backlogRows()));
            counters.source(i, SourceField.BACKLOG_BYTES, known(source.backlogBytes()));
            counters.source(i, SourceField.OLDEST_UNREAD, known(source.oldestUnreadAgeMs()));
            Double arrival = source.arrivalRowsPerSecond();
            counters.source(i, SourceField.ARRIVAL_RATE, arrival == null ? -1 : Math.round(arrival * 1000));
        }
    }

    private static long known(Long figure) {
        return figure == null ? -1 : figure;
    }

    @Override
    public void close() {
        sources.forEach(SourceSampler::close);
    }
}
