package io.tidemark.metrics.diagnosis;

import io.tidemark.metrics.OperatorFlow;
import io.tidemark.metrics.SourceProgress;
import io.tidemark.metrics.StateOperatorProgress;
import io.tidemark.metrics.StepProgress;
import io.tidemark.metrics.StreamingQueryProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.time.Watermark;
import java.util.EnumSet;
import java.util.Set;

/** Makes samples out of the progress of one query. What counts from the start is taken as the difference to the progress before. For one thread. */
final class ProgressSamples {
    private static final double NS_PER_S = 1e9;
    private static final long NS_PER_MS = 1_000_000;
    private static final long LEAST_HORIZON_NS = 1_000_000_000L;
    private static final Set<DropReason> NOT_LOST = EnumSet.of(DropReason.FILTERED, DropReason.DUPLICATE);

    private StreamingQueryProgress before;
    private long beganNs;

    /** The next sample, or null for the first progress of a run, from which alone nothing can be told. */
    Sample next(StreamingQueryProgress progress) {
        StreamingQueryProgress earlier = before;
        before = progress;
        if (earlier == null || !earlier.runId().equals(progress.runId())) {
            beganNs = progress.timestampNs();
            return null;
        }
        long intervalNs = progress.sampledNs() - earlier.sampledNs();
        SampleBuilder sample = Sample.at(progress.sampledNs(), intervalNs)
                .active(progress.life().equals("RUNNING"))
                .rows(progress.numInputRows(), late(progress) - late(earlier), lost(progress) - lost(earlier))
                .watermark(watermark(progress.eventTime().watermarkNs()))
                .freshness(
                        progress.freshnessMs() == null
                                ? progress.sampledNs() - beganNs
                                : progress.freshnessMs() * NS_PER_MS)
                .state(progress.state().usedBytes(), progress.state().limitBytes())
                .step(step(progress));
        for (int i = 0; i < progress.sources().size(); i++) {
            sample.source(source(
                    progress, progress.sources().get(i), earlier.sources().get(i), intervalNs));
        }
        for (StateOperatorProgress operator : progress.stateOperators()) {
            sample.operator(operator(progress, operator));
        }
        return sample.build();
    }

    private static SourceFigures source(
            StreamingQueryProgress progress, SourceProgress source, SourceProgress earlier, long intervalNs) {
        SourceFiguresBuilder figures = SourceFigures.of(source.name())
                .watermark(watermark(source.watermarkNs()))
                .rows(arrived(source, intervalNs), source.numInputRows())
                .backlog(known(source.backlogRows()), known(source.backlogBytes()), ns(source.oldestUnreadAgeMs()));
        if (source.idleSinceMs() != null) {
            figures.idleSince(progress.sampledNs() - source.idleSinceMs() * NS_PER_MS);
        }
        double pausedNs = (source.throttledMs() - earlier.throttledMs()) * (double) NS_PER_MS;
        return figures.heldBack(Double.NaN, Math.min(1, pausedNs / Math.max(1, intervalNs)))
                .build();
    }

    private static long arrived(SourceProgress source, long intervalNs) {
        return source.arrivalRowsPerSecond() == null
                ? Sample.UNKNOWN
                : Math.round(source.arrivalRowsPerSecond() * (intervalNs / NS_PER_S));
    }

    /** A window keeps its groups from its start to its end and, behind the newest event, as long as the watermark is behind. */
    private static OperatorFigures operator(StreamingQueryProgress progress, StateOperatorProgress operator) {
        long horizonNs = Sample.UNKNOWN;
        Long newestNs = progress.eventTime().maxNs();
        Long watermarkNs = progress.eventTime().watermarkNs();
        if (operator.oldestOpenNs() != null
                && operator.nextDeadlineNs() != null
                && newestNs != null
                && watermarkNs != null) {
            long spanNs = operator.nextDeadlineNs() - operator.oldestOpenNs() + newestNs - watermarkNs;
            horizonNs = Math.max(LEAST_HORIZON_NS, spanNs);
        }
        return new OperatorFigures(
                operator.uid(),
                operator.numRowsTotal(),
                operator.memoryUsedBytes(),
                known(operator.oldestOpenNs()),
                horizonNs);
    }

    /** Of what a step does, checkpoints and appends are timed apart; the rest, reading included, is the operators'. */
    private static StepFigures step(StreamingQueryProgress progress) {
        StepProgress steps = progress.steps();
        long activeSinceNs =
                steps.activeMs() == 0 ? Sample.UNKNOWN : progress.sampledNs() - steps.activeMs() * NS_PER_MS;
        StepFigures figures = StepFigures.NONE.withTimes(
                steps.busyNs(),
                steps.stepNs().count() == 0 ? Sample.UNKNOWN : steps.stepNs().p95(),
                activeSinceNs);
        if (steps.sinkShare() == null || steps.busyNs() <= 0) {
            return figures;
        }
        double rest = Math.max(0, 1 - steps.sinkShare() - steps.snapshotShare());
        return figures.withShares(Double.NaN, rest, steps.snapshotShare(), 0, steps.sinkShare());
    }

    private static long late(StreamingQueryProgress progress) {
        long rows = 0;
        for (OperatorFlow operator : progress.operators()) {
            rows += operator.dropped().getOrDefault(DropReason.LATE, 0L);
        }
        return rows;
    }

    private static long lost(StreamingQueryProgress progress) {
        long rows = 0;
        for (OperatorFlow operator : progress.operators()) {
            for (var dropped : operator.dropped().entrySet()) {
                rows += NOT_LOST.contains(dropped.getKey()) ? 0 : dropped.getValue();
            }
        }
        return rows;
    }

    private static long watermark(Long ns) {
        return ns == null ? Watermark.NONE : ns;
    }

    private static long known(Long figure) {
        return figure == null ? Sample.UNKNOWN : figure;
    }

    private static long ns(Long ms) {
        return ms == null ? Sample.UNKNOWN : ms * NS_PER_MS;
    }
}
