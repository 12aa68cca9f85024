package io.tidemark.metrics;

import io.tidemark.journal.Backlog;
import io.tidemark.journal.JournalMeter;
import io.tidemark.journal.JournalReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Samples one source: what its counters say, and what its journal holds. The monitor's thread. */
final class SourceSampler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SourceSampler.class);
    private static final long NS_PER_MS = 1_000_000;

    private final int ordinal;
    private final QueryShape.Source source;
    private final UnreadAge age = new UnreadAge();
    private JournalMeter meter;
    private boolean measured;
    private boolean failedBefore;
    private long arrivedBefore = Backlog.UNKNOWN;
    private long quietSinceNs = -1;
    private Backlog backlog = Backlog.NOTHING_KNOWN;
    private Long uncommitted;

    SourceSampler(int ordinal, QueryShape.Source source) {
        this.ordinal = ordinal;
        this.source = source;
    }

    /** Whether the journal was measured before. */
    boolean measured() {
        return measured;
    }

    /** Asks the journal; where it does not answer, its figures are not known this time. */
    void measure(CounterImage now) {
        long position = now.source(ordinal, SourceField.POSITION);
        uncommitted = null;
        try {
            if (meter == null) {
                meter = source.journal().openMeter();
            }
            measured = true;
            backlog = meter.measure(position);
            if (backlog.known() && now.query(QueryField.CHECKPOINT_NUMBER) > 0) {
                long committed = now.source(ordinal, SourceField.COMMITTED);
                uncommitted = committed == position
                        ? 0L
                        : Math.max(0, meter.measure(committed).records() - backlog.records());
            }
            failedBefore = false;
        } catch (RuntimeException e) {
            if (!failedBefore) {
                LOG.warn("The backlog of source '{}' is not known: {}", source.name(), e.toString());
            }
            failedBefore = true;
            backlog = Backlog.NOTHING_KNOWN;
        }
    }

    /** Leaves the journal alone: its figures are not known this time. */
    void leave() {
        backlog = Backlog.NOTHING_KNOWN;
        uncommitted = null;
    }

    /**
     * What the source did in an interval; {@link #measure} or {@link #leave} came before.
     *
     * @param processed rate at which all sources were processed
     * @param all rows of all sources in the interval
     * @param watermarkNs its watermark, or null
     * @param holds whether it holds the query's watermark back
     */
    SourceProgress progress(
            CounterImage before,
            CounterImage now,
            Interval interval,
            double processed,
            long all,
            Long watermarkNs,
            boolean holds) {
        long total = now.operator(ordinal, MetricField.IN);
        long rows = Math.max(0, total - before.operator(ordinal, MetricField.IN));
        return new SourceProgress(
                source.name(),
                source.journal().name(),
                position(before.source(ordinal, SourceField.POSITION)),
                position(now.source(ordinal, SourceField.POSITION)),
                backlog.known() ? position(backlog.endPosition()) : null,
                rows,
                Rate.perSecond(rows, interval.ns()),
                all == 0 ? 0 : processed * rows / all,
                total,
                known(backlog.records()),
                known(backlog.bytes()),
                age.ageMs(backlog, interval.toNs()),
                uncommitted,
                arrivalRate(interval),
                now.source(ordinal, SourceField.THROTTLED_NS) / NS_PER_MS,
                now.source(ordinal, SourceField.IDLE) != 0,
                idleMs(rows, interval),
                watermarkNs,
                holds,
                now.operator(ordinal, MetricField.LATE_BELOW),
                now.operator(ordinal, MetricField.NULL_TIME_BELOW),
                now.operator(ordinal, MetricField.FUTURE_BELOW));
    }

    private Double arrivalRate(Interval interval) {
        long arrived = backlog.arrivedRecords();
        long last = arrivedBefore;
        arrivedBefore = arrived;
        return arrived == Backlog.UNKNOWN || last == Backlog.UNKNOWN
                ? null
                : (Double) Rate.perSecond(Math.max(0, arrived - last), interval.ns());
    }

    private Long idleMs(long rows, Interval interval) {
        if (rows > 0 || backlog.records() != 0) {
            quietSinceNs = -1;
            return null;
        }
        quietSinceNs = quietSinceNs < 0 ? interval.fromNs() : quietSinceNs;
        return (interval.toNs() - quietSinceNs) / NS_PER_MS;
    }

    private static Long position(long position) {
        return position == JournalReader.NO_POSITION ? null : (Long) position;
    }

    private static Long known(long figure) {
        return figure == Backlog.UNKNOWN ? null : (Long) figure;
    }

    @Override
    public void close() {
        if (meter != null) {
            meter.close();
        }
    }
}
