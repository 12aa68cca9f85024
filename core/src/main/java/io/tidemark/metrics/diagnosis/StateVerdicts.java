package io.tidemark.metrics.diagnosis;

import io.tidemark.time.Watermark;
import java.util.Comparator;
import java.util.Optional;

/** The rows of the table about state, the watermark and broken clocks. */
final class StateVerdicts {
    private static final String SECONDS = "s";
    private static final String TIME_FOR_TIME = "s/s";

    private StateVerdicts() {}

    static Finding watermarkStalled(Figures f) {
        Growth growth = growth(f);
        Optional<SourceFigures> idle = f.newest().sources().stream()
                .filter(source -> source.idleSinceNs() != Sample.UNKNOWN)
                .min(Comparator.comparingLong(StateVerdicts::heldWatermark));
        Check check = grown(f, Verdict.WATERMARK_STALLED, growth)
                .atMost(
                        "watermark speed",
                        growth.watermarkSpeed(),
                        TIME_FOR_TIME,
                        f.settings().stillWatermark())
                .above(
                        "silence of the input",
                        idle.map(source -> idleSeconds(f, source)).orElse(Double.NaN),
                        SECONDS,
                        0);
        idle.ifPresent(source -> check.subject("source " + source.name()));
        f.newest().sources().stream()
                .filter(source -> idle.isPresent() && heldWatermark(source) < heldWatermark(idle.get()))
                .forEach(source -> check.against(
                        true,
                        "watermark of " + source.name() + " behind that of the silent input",
                        behindSeconds(idle.get().watermarkNs(), source.watermarkNs()),
                        SECONDS));
        return check.finding();
    }

    static Finding stateGrowth(Figures f) {
        Growth growth = growth(f);
        Sample newest = f.newest();
        Check check = grown(f, Verdict.STATE_GROWTH, growth)
                .above(
                        "watermark speed",
                        growth.watermarkSpeed(),
                        TIME_FOR_TIME,
                        f.settings().stillWatermark());
        if (growth.operator() != null) {
            check.subject("operator " + growth.operator().uid())
                    .figure(
                            "oldest open group behind the watermark",
                            behindSeconds(
                                    newest.watermarkNs(), growth.operator().oldestOpenEventTimeNs()),
                            SECONDS);
        }
        newest.topKeys().stream().limit(3).forEach(key -> check.figure("share of key " + key.key(), key.share(), ""));
        double fill = Sample.known(newest.stateBytes()) / Sample.known(newest.stateLimitBytes());
        return check.figure("state of its limit", fill, "")
                .against(f.backlogTrend().falls(), "backlog that is worked off", f.backlog(), "rows")
                .finding();
    }

    private static Check grown(Figures f, Verdict verdict, Growth growth) {
        double limit = growth.operator() == null
                ? Double.NaN
                : f.settings().horizons() * Sample.known(growth.operator().horizonNs()) / Figures.NANOS;
        Check check = f.check(verdict)
                .above("time for which state has grown", growth.spanSeconds(), SECONDS, limit)
                .figure("growth", growth.perSecond(), "rows/s");
        if (growth.operator() != null) {
            check.figure(
                    "state rows of " + growth.operator().uid(),
                    Sample.known(growth.operator().stateRows()),
                    "rows");
        }
        return check;
    }

    /** The operator that has grown, and of several the one that does so fastest. */
    private static Growth growth(Figures f) {
        return f.growths().stream()
                .filter(growth -> !Double.isNaN(growth.spanSeconds()))
                .max(Comparator.comparing((Growth growth) -> growth.spanSeconds() > 0)
                        .thenComparingDouble(growth -> Double.isNaN(growth.perSecond()) ? 0 : growth.perSecond()))
                .orElse(new Growth(null, Double.NaN, Double.NaN, Double.NaN));
    }

    static Finding poisonedClock(Figures f) {
        Finding ahead = watermarkAhead(f);
        Finding gap = timeGap(f);
        return ahead.matched() || !gap.matched() && ahead.unknown().isEmpty() ? ahead : gap;
    }

    private static Finding watermarkAhead(Figures f) {
        Sample newest = f.newest();
        double ahead = ahead(newest.watermarkNs(), newest.timeNs());
        String subject = "";
        for (SourceFigures source : newest.sources()) {
            double own = ahead(source.watermarkNs(), newest.timeNs());
            if (Double.isNaN(ahead) || own >= ahead) {
                ahead = own;
                subject = "source " + source.name();
            }
        }
        return f.check(Verdict.POISONED_CLOCK)
                .above(
                        "watermark ahead of the clock",
                        ahead,
                        SECONDS,
                        f.settings().futureSkewNs() / Figures.NANOS)
                .subject(subject)
                .figure("rows dropped as late", f.sum(sample -> Sample.known(sample.rowsDroppedLate())), "rows")
                .finding();
    }

    /** A gap that is no more than what event time goes on within the window is that of a fast replay. */
    private static Finding timeGap(Figures f) {
        double gap = Double.NaN;
        double advance = Double.NaN;
        String subject = "";
        for (SourceFigures source : f.newest().sources()) {
            double own = behindSeconds(source.maxEventTimeNs(), source.p999EventTimeNs());
            if (Double.isNaN(gap) || own > gap) {
                gap = own;
                advance = f.advanceSeconds(source.name());
                subject = "source " + source.name();
            }
        }
        double limit = Math.max(f.settings().timeGapNs() / Figures.NANOS, advance);
        return f.check(Verdict.POISONED_CLOCK)
                .above("greatest event time ahead of that of 99.9 % of the rows", gap, SECONDS, limit)
                .subject(subject)
                .figure("rows dropped as late", f.sum(sample -> Sample.known(sample.rowsDroppedLate())), "rows")
                .finding();
    }

    /** For how long nothing has come from a source, {@code NaN} if it is not silent or that is not known. */
    static double idleSeconds(Figures f, SourceFigures source) {
        return Sample.secondsBetween(source.idleSinceNs(), f.newest().timeNs());
    }

    private static long heldWatermark(SourceFigures source) {
        return source.watermarkNs() == Sample.UNKNOWN ? Long.MAX_VALUE : source.watermarkNs();
    }

    private static double ahead(long watermarkNs, long timeNs) {
        return watermarkNs == Watermark.NONE ? 0 : Sample.secondsBetween(timeNs, watermarkNs);
    }

    /** How far the second time lies before the first, {@code NaN} if there is one of them not, or not known. */
    static double behindSeconds(long timeNs, long earlierNs) {
        if (timeNs == Watermark.NONE || earlierNs == Watermark.NONE) {
            return Double.NaN;
        }
        return Sample.secondsBetween(earlierNs, timeNs);
    }
}
