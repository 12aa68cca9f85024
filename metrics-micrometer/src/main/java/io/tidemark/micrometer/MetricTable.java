package io.tidemark.micrometer;

import io.tidemark.metrics.OperatorFlow;
import io.tidemark.metrics.SourceProgress;
import io.tidemark.metrics.StateOperatorProgress;
import io.tidemark.metrics.StreamingQueryProgress;
import io.tidemark.operator.DropReason;
import java.util.List;
import java.util.Locale;

/**
 * All figures that are shown, by what they belong to. docs/metrics.md has the same table. Names and units do not change; no figure is ever NaN: a span or a number
 * that is not known is -1, a moment that is not there is 0.
 */
final class MetricTable {
    private static final double MS_PER_S = 1e3;
    private static final double NS_PER_S = 1e9;

    /** Of the query, its state, checkpoints and sink. */
    static final List<Metric<StreamingQueryProgress>> QUERY = List.of(
            Metric.gauge(
                    "tidemark.query.up",
                    null,
                    "1 while the query runs, 0 before and after",
                    p -> p.life().equals("RUNNING") ? 1 : 0),
            Metric.gauge(
                    "tidemark.query.failed",
                    null,
                    "1 when an error ended it",
                    p -> p.life().equals("FAILED") ? 1 : 0),
            Metric.gauge(
                    "tidemark.query.waiting",
                    null,
                    "1 while it waits for room on the disk of a sink",
                    p -> p.waitsFor() == null ? 0 : 1),
            Metric.gauge(
                    "tidemark.query.sample.timestamp.seconds",
                    "seconds",
                    "when the sample was taken that all figures are of",
                    p -> moment(p.sampledNs())),
            Metric.counter(
                    "tidemark.query.input.rows",
                    "rows",
                    "records read from all sources, those of earlier runs included",
                    p -> read(p)),
            Metric.gauge(
                    "tidemark.query.input.rows.per.second",
                    "rows_per_second",
                    "records read in the last interval, by wall time",
                    StreamingQueryProgress::inputRowsPerSecond),
            Metric.gauge(
                    "tidemark.query.processed.rows.per.second",
                    "rows_per_second",
                    "by the time in which the engine worked: what it could do",
                    StreamingQueryProgress::processedRowsPerSecond),
            Metric.gauge(
                    "tidemark.query.backlog.rows",
                    "rows",
                    "records that were not read, over all sources",
                    p -> known(p.backlogRows())),
            Metric.gauge(
                    "tidemark.query.freshness.seconds",
                    "seconds",
                    "age of the greatest event time that came out; -1 before the first",
                    p -> span(p.freshnessMs())),
            Metric.gauge(
                    "tidemark.query.catch.up.seconds",
                    "seconds",
                    "time until the backlog is worked off; -1 for never or not known",
                    p -> span(p.catchUpEtaMs())),
            Metric.gauge(
                    "tidemark.query.watermark.timestamp.seconds",
                    "seconds",
                    "watermark of the last operator that has one; 0 for none",
                    p -> moment(p.eventTime().watermarkNs())),
            Metric.gauge(
                    "tidemark.query.step.p50.seconds",
                    "seconds",
                    "half of the duty cycles of the last interval took no longer",
                    p -> seconds(p.steps().stepNs().p50())),
            Metric.gauge(
                    "tidemark.query.step.p95.seconds",
                    "seconds",
                    "95 of 100 took no longer",
                    p -> seconds(p.steps().stepNs().p95())),
            Metric.gauge(
                    "tidemark.query.step.p99.seconds",
                    "seconds",
                    "99 of 100 took no longer",
                    p -> seconds(p.steps().stepNs().p99())),
            Metric.gauge(
                    "tidemark.query.step.max.seconds",
                    "seconds",
                    "the longest that was timed",
                    p -> seconds(p.steps().stepNs().max())),
            Metric.gauge(
                    "tidemark.query.step.active.seconds",
                    "seconds",
                    "how long the duty cycle has been running that was running at two samples; 0 otherwise",
                    p -> p.steps().activeMs() / 1e3),
            Metric.gauge(
                    "tidemark.query.step.checkpoint.ratio",
                    "ratio",
                    "share of checkpoints in the time of duty cycles",
                    p -> p.steps().snapshotShare()),
            Metric.gauge(
                    "tidemark.query.step.sink.ratio",
                    "ratio",
                    "share of appends to the sink; -1 where none was timed",
                    p -> known(p.steps().sinkShare())),
            Metric.counter(
                    "tidemark.query.progress.lost.rows",
                    "rows",
                    "rows of the progress journal that could not be written",
                    StreamingQueryProgress::progressRowsLost),
            Metric.counter(
                    "tidemark.query.events.lost",
                    null,
                    "progress events that a slow listener did not get",
                    StreamingQueryProgress::eventsLost),
            Metric.gauge(
                    "tidemark.state.rows",
                    "rows",
                    "rows in state, over all operators",
                    p -> p.state().rows()),
            Metric.gauge(
                    "tidemark.state.used.bytes",
                    "bytes",
                    "state in use",
                    p -> p.state().usedBytes()),
            Metric.gauge(
                    "tidemark.state.limit.bytes",
                    "bytes",
                    "declared limit of state",
                    p -> p.state().limitBytes()),
            Metric.gauge(
                    "tidemark.state.fill.ratio",
                    "ratio",
                    "share of the limit in use; at 1 the query ends",
                    p -> p.state().fill()),
            Metric.gauge(
                    "tidemark.state.growth.bytes.per.second",
                    "bytes_per_second",
                    "growth in the last interval; below 0 when it shrank",
                    p -> p.state().growthBytesPerSecond()),
            Metric.gauge(
                    "tidemark.state.full.seconds",
                    "seconds",
                    "time until the limit is reached at this growth; -1 when it is not",
                    p -> span(p.state().fullInMs())),
            Metric.gauge(
                    "tidemark.checkpoint.number",
                    null,
                    "number of the newest checkpoint; 0 for none",
                    p -> p.snapshot() == null ? 0 : p.snapshot().number()),
            Metric.gauge(
                    "tidemark.checkpoint.age.seconds",
                    "seconds",
                    "its age; -1 for none",
                    p -> p.snapshot() == null ? -1 : p.snapshot().ageMs() / 1e3),
            Metric.gauge(
                    "tidemark.checkpoint.size.bytes",
                    "bytes",
                    "what was written for it",
                    p -> p.snapshot() == null ? 0 : p.snapshot().bytes()),
            Metric.gauge(
                    "tidemark.checkpoint.duration.seconds",
                    "seconds",
                    "from its begin to its publication",
                    p -> p.snapshot() == null ? 0 : p.snapshot().tookMs() / 1e3),
            Metric.counter(
                    "tidemark.checkpoint.failures",
                    null,
                    "checkpoints that were not made",
                    p -> p.snapshot() == null ? 0 : p.snapshot().failed()),
            Metric.counter(
                    "tidemark.sink.output.rows",
                    "rows",
                    "rows put out, by this and earlier runs",
                    p -> p.sink().totalOutputRows()),
            Metric.gauge(
                    "tidemark.sink.uncommitted.rows",
                    "rows",
                    "rows put out since the last checkpoint; -1 without checkpoints",
                    p -> known(p.sink().uncommittedRows())),
            Metric.gauge(
                    "tidemark.sink.write.p50.seconds",
                    "seconds",
                    "half of the appends that were timed took no longer",
                    p -> seconds(p.sink().writeNs().p50())),
            Metric.gauge(
                    "tidemark.sink.write.p99.seconds",
                    "seconds",
                    "99 of 100 took no longer",
                    p -> seconds(p.sink().writeNs().p99())));

    /** Of each source. */
    static final List<Metric<SourceProgress>> SOURCE = List.of(
            Metric.counter(
                    "tidemark.source.input.rows",
                    "rows",
                    "records read, those of earlier runs included",
                    SourceProgress::totalInputRows),
            Metric.gauge(
                    "tidemark.source.backlog.rows",
                    "rows",
                    "records in the journal that were not read, counted exactly",
                    s -> known(s.backlogRows())),
            Metric.gauge("tidemark.source.backlog.bytes", "bytes", "bytes of them", s -> known(s.backlogBytes())),
            Metric.gauge(
                    "tidemark.source.backlog.age.seconds",
                    "seconds",
                    "age of the first of them; 0 without a backlog",
                    s -> span(s.oldestUnreadAgeMs())),
            Metric.gauge(
                    "tidemark.source.arrival.rows.per.second",
                    "rows_per_second",
                    "by which the journal grew, whoever reads it",
                    s -> known(s.arrivalRowsPerSecond())),
            Metric.gauge(
                    "tidemark.source.uncommitted.rows",
                    "rows",
                    "records that a restart would read again; -1 without checkpoints",
                    s -> known(s.uncommittedRows())),
            Metric.counter(
                    "tidemark.source.throttled.seconds",
                    "seconds",
                    "time in which it was held back because its watermark is too far ahead",
                    s -> s.throttledMs() / 1e3),
            Metric.gauge(
                    "tidemark.source.idle",
                    null,
                    "1 while it is declared idle and holds no watermark back",
                    s -> s.idle() ? 1 : 0),
            Metric.gauge(
                    "tidemark.source.silence.seconds",
                    "seconds",
                    "how long nothing was there and nothing was read",
                    s -> s.idleSinceMs() == null ? 0 : s.idleSinceMs() / 1e3),
            Metric.gauge(
                    "tidemark.source.watermark.timestamp.seconds",
                    "seconds",
                    "its watermark; 0 for none",
                    s -> moment(s.watermarkNs())),
            Metric.gauge(
                    "tidemark.source.holds.watermark",
                    null,
                    "1 for the source that holds the watermark of the query back",
                    s -> s.holdsWatermark() ? 1 : 0),
            Metric.counter(
                    "tidemark.source.late.rows",
                    "rows",
                    "rows of it that were late in any operator",
                    SourceProgress::lateRows),
            Metric.counter(
                    "tidemark.source.null.time.rows", "rows", "rows without an event time", SourceProgress::nullTime),
            Metric.counter(
                    "tidemark.source.future.rows",
                    "rows",
                    "rows that the clock guard kept away",
                    SourceProgress::futureQuarantined));

    /** Of each source and operator. */
    static final List<Metric<OperatorFlow>> OPERATOR = List.of(
            Metric.counter(
                    "tidemark.operator.input.rows",
                    "rows",
                    "rows that came in, over all runs; sources are operators too",
                    OperatorFlow::rowsIn),
            Metric.counter(
                    "tidemark.operator.accepted.rows",
                    "rows",
                    "rows that went on, or into state",
                    OperatorFlow::rowsAccepted),
            Metric.counter("tidemark.operator.output.rows", "rows", "rows that came out", OperatorFlow::rowsOut),
            Metric.counter(
                    "tidemark.operator.partly.late.rows",
                    "rows",
                    "rows accepted although some of their windows were complete",
                    OperatorFlow::rowsPartlyLate));

    /** Of each operator with state. */
    static final List<Metric<StateOperatorProgress>> STATE = List.of(
            Metric.gauge(
                    "tidemark.operator.state.rows",
                    "rows",
                    "rows in the state of the operator",
                    StateOperatorProgress::numRowsTotal),
            Metric.gauge(
                    "tidemark.operator.state.bytes",
                    "bytes",
                    "bytes of its state, index included",
                    StateOperatorProgress::memoryUsedBytes),
            Metric.gauge(
                    "tidemark.operator.open.panes",
                    "panes",
                    "windows in its state, as a rule",
                    StateOperatorProgress::openPanes),
            Metric.gauge(
                    "tidemark.operator.open.groups",
                    "groups",
                    "groups in its state; -1 where it has none by its kind",
                    o -> known(o.openGroups())),
            Metric.counter(
                    "tidemark.operator.evicted.rows",
                    "rows",
                    "rows that left its state since the start of the run",
                    StateOperatorProgress::evictedRows),
            Metric.gauge(
                    "tidemark.operator.oldest.open.timestamp.seconds",
                    "seconds",
                    "start of its oldest window; 0 for none",
                    o -> moment(o.oldestOpenNs())),
            Metric.gauge(
                    "tidemark.operator.next.deadline.timestamp.seconds",
                    "seconds",
                    "watermark at which something is due next; 0 for none",
                    o -> moment(o.nextDeadlineNs())));

    private MetricTable() {}

    /** Of each source and operator, by reason. */
    static Metric<OperatorFlow> dropped(DropReason reason) {
        return Metric.counter(
                "tidemark.operator.dropped.rows",
                "rows",
                "rows dropped for this reason, over all runs; with all reasons: `input = accepted + dropped`",
                flow -> flow.dropped().getOrDefault(reason, 0L));
    }

    /** A reason as a tag. */
    static String tag(DropReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    private static double read(StreamingQueryProgress progress) {
        return progress.sources().stream()
                .mapToLong(SourceProgress::totalInputRows)
                .sum();
    }

    private static double known(Number figure) {
        return figure == null ? -1 : figure.doubleValue();
    }

    private static double span(Long ms) {
        return ms == null ? -1 : ms / MS_PER_S;
    }

    private static double moment(Long ns) {
        return ns == null ? 0 : ns / NS_PER_S;
    }

    private static double seconds(long ns) {
        return ns / NS_PER_S;
    }
}
