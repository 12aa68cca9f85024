package io.tidemark.metrics.diagnosis;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The rows of the table about rows that arrive, wait and are processed. */
final class FlowVerdicts {
    private static final String RATE = "rows/s";
    private static final String ROWS = "rows";
    private static final String SECONDS = "s";

    private FlowVerdicts() {}

    static Finding idleSource(Figures f) {
        Check check = f.check(Verdict.IDLE_SOURCE)
                .none("arrival", f.arrival(), RATE)
                .none("backlog", f.backlog(), ROWS)
                .rises("freshness", f.freshnessTrend(), "s/s")
                .figure("age of the last result", f.freshnessSeconds(), SECONDS)
                .subject(f.newest().sources().stream().map(SourceFigures::name).collect(Collectors.joining(", ")));
        for (SourceFigures source : f.newest().sources()) {
            check.figure("silence of " + source.name(), StateVerdicts.idleSeconds(f, source), SECONDS);
        }
        return check.against(f.consumed() > 0, "rows consumed", f.consumed(), ROWS)
                .finding();
    }

    static Finding stuckStep(Figures f) {
        Sample newest = f.newest();
        double active = Sample.secondsBetween(newest.step().activeSinceNs(), newest.timeNs());
        double factor = f.settings().stuckFactor();
        double busy = Sample.known(newest.step().busyNs()) / Figures.NANOS;
        double processed = Sample.known(newest.rowsProcessed());
        return f.check(Verdict.STUCK_STEP)
                .above("arrival", f.arrival(), RATE, 0)
                .none("consumed", f.consumed(), ROWS)
                .above("time of the step under way", active, SECONDS, factor * f.stepP95() / Figures.NANOS)
                .figure("backlog", f.backlog(), ROWS)
                .against(processed > 0, "processed in the last interval", processed, ROWS)
                .against(busy > 0, "steps that ended in the last interval", busy, SECONDS)
                .finding();
    }

    static Finding throttledSource(Figures f) {
        SourceFigures most = null;
        double share = Double.NaN;
        for (SourceFigures source : f.newest().sources()) {
            double held = f.sourceShare(source.name(), SourceFigures::heldBackShare);
            if (most == null || Double.isNaN(share) || held > share) {
                most = source;
                share = held;
            }
        }
        Check check = f.check(Verdict.THROTTLED_SOURCE)
                .rises("backlog", f.backlogTrend(), RATE)
                .above("share of time held back", share, "", f.settings().throttledShare())
                .figure("backlog", f.backlog(), ROWS)
                .figure("step p95", f.stepP95() / Figures.NANOS, SECONDS)
                .figure("step budget", f.stepBudgetNs() / Figures.NANOS, SECONDS);
        if (most != null) {
            double paused = f.sourceShare(most.name(), SourceFigures::alignmentPausedShare);
            check.subject("source " + most.name())
                    .figure("pausedForAlignment share", paused, "")
                    .action(heldBackAction(f, share, paused));
        }
        double sink = f.stepShare(StepFigures::sink);
        return check.against(
                        f.stepP95() >= f.stepBudgetNs(),
                        "step p95 over its budget",
                        f.stepP95() / Figures.NANOS,
                        SECONDS)
                .against(sink > f.settings().dominantShare(), "sink share", sink, "")
                .against(f.capacity() < f.arrival(), "capacity below arrival", f.capacity(), RATE)
                .finding();
    }

    private static String heldBackAction(Figures f, double share, double paused) {
        if (paused > share / 2) {
            return "It waits for slower inputs: look at the input with the smallest watermark, or allow more drift.";
        }
        if (f.stepP95() >= f.stepBudgetNs()) {
            return "Steps take all the time they may, so do not raise the limit: find out first what takes it.";
        }
        return Verdict.THROTTLED_SOURCE.action();
    }

    static Finding slowSink(Figures f) {
        double sink = f.stepShare(StepFigures::sink);
        return dominated(f, Verdict.SLOW_SINK, "sink share", sink).finding();
    }

    static Finding stateBound(Figures f) {
        double commit = f.stepShare(StepFigures::stateCommit);
        double removal = f.stepShare(StepFigures::removal);
        return dominated(f, Verdict.STATE_BOUND, "state commit + removal share", commit + removal)
                .figure("state commit share", commit, "")
                .figure("removal share", removal, "")
                .figure("state", Sample.known(f.newest().stateBytes()), "bytes")
                .finding();
    }

    private static Check dominated(Figures f, Verdict verdict, String name, double share) {
        return f.check(verdict)
                .rises("backlog", f.backlogTrend(), RATE)
                .above(name, share, "", f.settings().dominantShare())
                .figure("backlog", f.backlog(), ROWS)
                .figure("step p95", f.stepP95() / Figures.NANOS, SECONDS)
                .against(f.busyShare() < f.settings().dominantShare(), "share of time at work", f.busyShare(), "")
                .against(f.capacity() > f.arrival(), "capacity above arrival", f.capacity(), RATE);
    }

    static Finding skew(Figures f) {
        Finding keys = hotKey(f);
        Finding shards = hotShard(f);
        return shards.matched() && !keys.matched()
                        || f.newest().topKeys().isEmpty() && shards.unknown().isEmpty()
                ? shards
                : keys;
    }

    private static Finding hotKey(Figures f) {
        double share = f.newest().topKeys().isEmpty()
                ? Double.NaN
                : f.newest().topKeys().get(0).share();
        Check check = f.check(Verdict.SKEW)
                .rises("backlog", f.backlogTrend(), RATE)
                .above("share of the hottest key", share, "", f.settings().hotKeyShare())
                .subject(f.newest().topKeys().stream()
                        .limit(3)
                        .map(key -> "key " + key.key())
                        .collect(Collectors.joining(", ")));
        f.newest().topKeys().stream()
                .skip(1)
                .limit(2)
                .forEach(key -> check.figure("share of key " + key.key(), key.share(), ""));
        return check.figure("backlog", f.backlog(), ROWS)
                .against(f.capacity() > f.arrival(), "capacity above arrival", f.capacity(), RATE)
                .finding();
    }

    private static Finding hotShard(Figures f) {
        double[] busy =
                f.newest().shardBusyNs().stream().mapToDouble(Sample::known).toArray();
        int hottest = 0;
        for (int i = 1; i < busy.length; i++) {
            hottest = busy[i] > busy[hottest] ? i : hottest;
        }
        boolean known = busy.length > 1 && Arrays.stream(busy).noneMatch(Double::isNaN);
        double most = known ? busy[hottest] : Double.NaN;
        double limit = known ? f.settings().shardFactor() * Trend.median(busy) : Double.NaN;
        return f.check(Verdict.SKEW)
                .rises("backlog", f.backlogTrend(), RATE)
                .above("busy time of the busiest shard", most / Figures.NANOS, SECONDS, limit / Figures.NANOS)
                .subject("shard " + hottest)
                .figure("backlog", f.backlog(), ROWS)
                .finding();
    }

    /** The caller says whether a verdict further up matched. */
    static Finding underCapacity(Figures f, boolean noneAbove) {
        double operator = f.stepShare(StepFigures::operator);
        return f.check(Verdict.UNDER_CAPACITY)
                .only(noneAbove)
                .rises("backlog", f.backlogTrend(), RATE)
                .above("operator share", operator, "", f.settings().dominantShare())
                .below("capacity", f.capacity(), RATE, f.arrival())
                .figure("arrival", f.arrival(), RATE)
                .figure("backlog", f.backlog(), ROWS)
                .figure("time to catch up", f.catchUpSeconds(), SECONDS)
                .against(f.busyShare() < f.settings().dominantShare(), "share of time at work", f.busyShare(), "")
                .finding();
    }

    static Finding catchingUp(Figures f) {
        double slope = f.backlogTrend().perSecond();
        return f.check(Verdict.CATCHING_UP)
                .above("backlog", f.backlog(), ROWS, f.quietBacklog())
                .falls("backlog", f.backlogTrend(), RATE)
                .figure("time to catch up, by its trend", slope < 0 ? f.backlog() / -slope : Double.NaN, SECONDS)
                .figure("time to catch up, by capacity", f.catchUpSeconds(), SECONDS)
                .figure("arrival", f.arrival(), RATE)
                .figure("capacity", f.capacity(), RATE)
                .against(f.capacity() <= f.arrival(), "capacity not above arrival", f.capacity(), RATE)
                .finding();
    }
}
