package io.tidemark.metrics.diagnosis;

import java.util.List;

/** The rows of the table about what was agreed: completeness and freshness. */
final class ServiceVerdicts {
    private static final String RATE = "rows/s";
    private static final String ROWS = "rows";
    private static final String SECONDS = "s";
    private static final double CONFIDENCE = 0.05;

    private ServiceVerdicts() {}

    static Finding lateLoss(Figures f) {
        double late = f.sum(sample -> Sample.known(sample.rowsDroppedLate()));
        double rows = f.processed();
        double target = f.targetCompleteness();
        double needed = Math.log(CONFIDENCE) / Math.log(target);
        return f.check(Verdict.LATE_LOSS)
                .above("share of late rows", Figures.part(late, rows), "", 1 - target)
                .figure("late rows", late, ROWS)
                .figure("rows", rows, ROWS)
                .figure("target completeness", target, "")
                .against(rows < needed, "rows in the window, too few to be sure", rows, ROWS)
                .finding();
    }

    static Finding watermarkLag(Figures f) {
        double level = Sample.known(f.level().freshnessNs()) / Figures.NANOS;
        double design = f.horizonSeconds() + f.stepP95() / Figures.NANOS;
        return f.check(Verdict.WATERMARK_LAG)
                .above("age of the last result", f.freshnessSeconds(), SECONDS, level)
                .atMost("backlog", f.backlog(), ROWS, f.quietBacklog())
                .above("arrival", f.arrival(), RATE, 0)
                .figure("delay + window size + step", design, SECONDS)
                .against(design <= level, "delay + window size + step within the service level", design, SECONDS)
                .finding();
    }

    static Finding fixedCost(Figures f) {
        double low = f.settings().lowRowsPerSecond();
        double sink = f.stepShare(StepFigures::sink);
        return f.check(Verdict.FIXED_COST)
                .above("step p95", f.stepP95() / Figures.NANOS, SECONDS, f.stepBudgetNs() / Figures.NANOS)
                .atMost("arrival", f.arrival(), RATE, low)
                .atMost("capacity", f.capacity(), RATE, low)
                .atMost("sink share", sink, "", f.settings().lowShare())
                .figure("share of time at work", f.busyShare(), "")
                .figure("operator share", f.stepShare(StepFigures::operator), "")
                .against(f.backlogTrend().rises(), "backlog that grows", f.backlog(), ROWS)
                .finding();
    }

    /** The caller says whether a verdict further up matched, and which figures those lacked. */
    static Finding healthy(Figures f, boolean noneAbove, List<String> notRuledOut) {
        Check check = f.check(Verdict.HEALTHY)
                .only(noneAbove)
                .atLeast("arrival", f.arrival(), RATE, 0)
                .atLeast("backlog", f.backlog(), ROWS, 0);
        if (f.level().freshnessNs() == Sample.UNKNOWN) {
            check.figure("age of the last result", f.freshnessSeconds(), SECONDS);
        } else {
            check.atMost(
                    "age of the last result",
                    f.freshnessSeconds(),
                    SECONDS,
                    f.level().freshnessNs() / Figures.NANOS);
        }
        return check.figure("capacity", f.capacity(), RATE)
                .notRuledOut(notRuledOut)
                .against(
                        f.backlogTrend().rises(),
                        "growth of the backlog",
                        f.backlogTrend().perSecond(),
                        RATE)
                .finding();
    }
}
