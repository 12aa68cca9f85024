package io.tidemark.metrics.diagnosis;

import java.util.ArrayList;
import java.util.List;

/** The bounds of a service level held against the samples. A bound that is not declared is not there at all. */
final class ThresholdTable {
    private static final String SECONDS = "s";
    private static final String ROWS = "rows";

    private ThresholdTable() {}

    /** One finding for each bound that is declared. */
    static List<Finding> findings(Figures f) {
        List<Finding> findings = new ArrayList<>();
        ServiceLevel level = f.level();
        Sample newest = f.newest();
        above(
                findings,
                f,
                Threshold.FRESHNESS,
                "age of the last result",
                f.freshnessSeconds(),
                SECONDS,
                seconds(level.freshnessNs()));
        above(
                findings,
                f,
                Threshold.STEP_P95,
                "step p95",
                seconds(newest.step().p95Ns()),
                SECONDS,
                seconds(level.stepP95Ns()));
        double dropped = f.sum(sample -> Sample.known(sample.rowsDropped()));
        double perSecond = f.perSecond(sample -> Sample.known(sample.rowsDropped()));
        above(findings, f, Threshold.DROPPED_RATE, "lost rows", perSecond, "rows/s", level.droppedPerSecond());
        above(
                findings,
                f,
                Threshold.DROPPED_SHARE,
                "share of lost rows",
                Figures.part(dropped, f.processed()),
                "",
                level.droppedShare());
        above(
                findings,
                f,
                Threshold.STATE_SIZE,
                "state",
                Sample.known(newest.stateBytes()),
                "bytes",
                Sample.known(level.stateBytes()));
        above(
                findings,
                f,
                Threshold.BACKLOG_AGE,
                "age of the oldest waiting row",
                oldestAge(newest),
                SECONDS,
                seconds(level.backlogAgeNs()));
        if (!Double.isNaN(level.completeness())) {
            double late = f.sum(sample -> Sample.known(sample.rowsDroppedLate()));
            findings.add(f.check(Threshold.COMPLETENESS)
                    .below("share of rows in time", 1 - Figures.part(late, f.processed()), "", level.completeness())
                    .figure("late rows", late, ROWS)
                    .figure("rows", f.processed(), ROWS)
                    .finding());
        }
        return findings;
    }

    private static void above(
            List<Finding> findings,
            Figures f,
            Threshold threshold,
            String name,
            double value,
            String unit,
            double limit) {
        if (!Double.isNaN(limit)) {
            findings.add(f.check(threshold).above(name, value, unit, limit).finding());
        }
    }

    private static double seconds(long nanos) {
        return Sample.known(nanos) / Figures.NANOS;
    }

    private static double oldestAge(Sample sample) {
        return sample.sources().stream()
                .mapToDouble(source -> seconds(source.oldestUnreadAgeNs()))
                .reduce(Math::max)
                .orElse(Double.NaN);
    }
}
