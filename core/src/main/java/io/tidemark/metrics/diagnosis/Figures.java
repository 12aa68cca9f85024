package io.tidemark.metrics.diagnosis;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What the table of verdicts asks of a window of samples. A figure is {@code NaN} if any sample that it needs lacks it.
 *
 * <p>A sample is taken while rows arrive, so a few always wait. A backlog counts as none when it is not more than what arrives during one step.
 */
final class Figures {
    static final double NANOS = 1e9;

    private final List<Sample> window;
    private final Sample newest;
    private final DiagnosisSettings settings;
    private final ServiceLevel level;
    private final List<Growth> growths;
    private final long[] timesNs;
    private final Trend backlogTrend;
    private final Trend freshnessTrend;

    Figures(List<Sample> window, DiagnosisSettings settings, ServiceLevel level, List<Growth> growths) {
        this.window = List.copyOf(window);
        this.newest = window.get(window.size() - 1);
        this.settings = settings;
        this.level = level;
        this.growths = List.copyOf(growths);
        this.timesNs = window.stream().mapToLong(Sample::timeNs).toArray();
        this.backlogTrend = trend(sample -> total(sample, source -> Sample.known(source.backlogRows())));
        this.freshnessTrend = trend(sample -> Sample.known(sample.freshnessNs()) / NANOS);
    }

    /** Begins the conditions of an alarm, none of which counts while the query does not run. */
    Check check(Alarm alarm) {
        return new Check(alarm).only(newest.active());
    }

    Sample newest() {
        return newest;
    }

    DiagnosisSettings settings() {
        return settings;
    }

    ServiceLevel level() {
        return level;
    }

    List<Growth> growths() {
        return growths;
    }

    /** A: rows a second that are appended to all sources. */
    double arrival() {
        return perSecond(sample -> total(sample, source -> Sample.known(source.rowsArrived())));
    }

    /** Rows that the query took from all sources in the window. */
    double consumed() {
        return sum(sample -> total(sample, source -> Sample.known(source.rowsConsumed())));
    }

    /** P: rows for each second of work, not of time. */
    double capacity() {
        double busy = sum(sample -> Sample.known(sample.step().busyNs())) / NANOS;
        return busy > 0 ? processed() / busy : Double.NaN;
    }

    double processed() {
        return sum(sample -> Sample.known(sample.rowsProcessed()));
    }

    /** Part of the time in which the engine worked. */
    double busyShare() {
        return perSecond(sample -> Sample.known(sample.step().busyNs())) / NANOS;
    }

    /** B: rows that wait now. */
    double backlog() {
        return total(newest, source -> Sample.known(source.backlogRows()));
    }

    /** Backlog up to which nothing waits: what arrives during one step. */
    double quietBacklog() {
        double step = stepP95();
        double rows = arrival() * step / NANOS;
        return Double.isNaN(rows) ? 0 : rows;
    }

    Trend backlogTrend() {
        return backlogTrend;
    }

    Trend freshnessTrend() {
        return freshnessTrend;
    }

    double freshnessSeconds() {
        return Sample.known(newest.freshnessNs()) / NANOS;
    }

    double stepP95() {
        return Sample.known(newest.step().p95Ns());
    }

    /** What a step may take: by the service level, or by the settings where that says nothing. */
    double stepBudgetNs() {
        return level.stepP95Ns() == Sample.UNKNOWN ? settings.stepBudgetNs() : level.stepP95Ns();
    }

    double targetCompleteness() {
        return Double.isNaN(newest.targetCompleteness()) ? level.completeness() : newest.targetCompleteness();
    }

    /** Seconds until the backlog is gone at the capacity of now; without end if as many rows arrive. */
    double catchUpSeconds() {
        double spare = capacity() - arrival();
        if (Double.isNaN(spare)) {
            return Double.NaN;
        }
        return spare > 0 ? backlog() / spare : Double.POSITIVE_INFINITY;
    }

    /** A share of the step time over the window: intervals count by the work in them where that is known, else alike. */
    double stepShare(ToDoubleFunction<StepFigures> share) {
        boolean byWork = window.stream().allMatch(sample -> sample.step().busyNs() != Sample.UNKNOWN)
                && window.stream().anyMatch(sample -> sample.step().busyNs() > 0);
        double weighted = 0;
        double weights = 0;
        for (Sample sample : window) {
            double weight = byWork ? sample.step().busyNs() : 1;
            // An interval without work has no shares.
            if (weight > 0) {
                weighted += weight * share.applyAsDouble(sample.step());
                weights += weight;
            }
        }
        return weighted / weights;
    }

    /** Part of the time in which reading of a source was held back. */
    double sourceShare(String name, ToDoubleFunction<SourceFigures> share) {
        return sum(sample -> sample.intervalNs()
                        * source(sample, name).map(share::applyAsDouble).orElse(Double.NaN))
                / sum(Sample::intervalNs);
    }

    /** How far the event time that most rows of a source do not exceed went on within the window. */
    double advanceSeconds(String name) {
        return source(window.get(0), name)
                .map(first -> StateVerdicts.behindSeconds(
                        source(newest, name).map(SourceFigures::p999EventTimeNs).orElse(Sample.UNKNOWN),
                        first.p999EventTimeNs()))
                .orElse(Double.NaN);
    }

    /** A part of a whole; nothing is no part of nothing. */
    static double part(double part, double whole) {
        return part == 0 && whole == 0 ? 0 : part / whole;
    }

    /** Sum of a figure over the window. */
    double sum(ToDoubleFunction<Sample> figure) {
        return window.stream().mapToDouble(figure).reduce(0, Double::sum);
    }

    /** Sum of a figure over the window by its seconds. */
    double perSecond(ToDoubleFunction<Sample> figure) {
        double seconds = sum(Sample::intervalNs) / NANOS;
        return seconds > 0 ? sum(figure) / seconds : Double.NaN;
    }

    /** Greatest window size + delay of an operator. */
    double horizonSeconds() {
        return newest.operators().stream()
                        .mapToDouble(operator -> Sample.known(operator.horizonNs()))
                        .filter(horizon -> !Double.isNaN(horizon))
                        .max()
                        .orElse(Double.NaN)
                / NANOS;
    }

    private Trend trend(ToDoubleFunction<Sample> figure) {
        return Trend.of(timesNs, window.stream().mapToDouble(figure).toArray());
    }

    private static double total(Sample sample, ToDoubleFunction<SourceFigures> figure) {
        if (sample.sources().isEmpty()) {
            return Double.NaN;
        }
        return sample.sources().stream().mapToDouble(figure).reduce(0, Double::sum);
    }

    private static Optional<SourceFigures> source(Sample sample, String name) {
        return sample.sources().stream()
                .filter(source -> source.name().equals(name))
                .findFirst();
    }
}
