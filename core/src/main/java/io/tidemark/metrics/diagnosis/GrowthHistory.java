package io.tidemark.metrics.diagnosis;

import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows in the state of one operator over a few of its horizons, thinned out to some 60 points.
 *
 * <p>State grows if the median of each third of that time exceeds the one before. State that fills up at the start and then stays, or that
 * rises and falls with its windows, does not.
 */
final class GrowthHistory {
    private static final int POINTS = 48;
    private static final int LEAST_POINTS = 15;
    private static final int PARTS = 3;
    private static final double NANOS = 1e9;

    private final int horizons;
    private final double growth;
    private final List<Point> points = new ArrayList<>();
    private long horizonNs;

    GrowthHistory(int horizons, double growth) {
        this.horizons = horizons;
        this.growth = growth;
    }

    /** Takes the figures of a sample, whose time is after that of the sample before. */
    void add(long timeNs, OperatorFigures operator, long watermarkNs) {
        if (operator.horizonNs() != horizonNs || operator.stateRows() == Sample.UNKNOWN) {
            points.clear();
            horizonNs = operator.horizonNs();
        }
        if (!known() || operator.stateRows() == Sample.UNKNOWN) {
            return;
        }
        double spanNs = spanNs();
        if (!points.isEmpty() && (double) timeNs - last().timeNs < spanNs / POINTS) {
            return;
        }
        points.add(new Point(timeNs, operator.stateRows(), watermarkNs));
        // The oldest point stays until the one after it is old enough by itself: the points reach back further than the
        // span.
        while (points.size() > LEAST_POINTS && (double) timeNs - points.get(1).timeNs > spanNs) {
            points.remove(0);
        }
    }

    /** Forgets everything. */
    void clear() {
        points.clear();
    }

    /** What there is to say now. */
    Growth growth(OperatorFigures operator) {
        if (!known() || operator.stateRows() == Sample.UNKNOWN) {
            return new Growth(operator, Double.NaN, Double.NaN, Double.NaN);
        }
        double coveredNs = (double) last().timeNs - points.get(0).timeNs;
        if (points.size() < LEAST_POINTS || coveredNs <= spanNs()) {
            return new Growth(operator, 0, Double.NaN, watermarkSpeed());
        }
        double slope = Trend.of(
                        points.stream().mapToLong(Point::timeNs).toArray(),
                        points.stream().mapToDouble(Point::rows).toArray())
                .perSecond();
        return new Growth(operator, grew() ? coveredNs / NANOS : 0, slope, watermarkSpeed());
    }

    private boolean known() {
        return horizonNs != Sample.UNKNOWN && horizonNs > 0;
    }

    private double spanNs() {
        return (double) horizons * horizonNs;
    }

    private boolean grew() {
        double before = median(0);
        for (int part = 1; part < PARTS; part++) {
            double now = median(part);
            if (!(now > before * (1 + growth))) {
                return false;
            }
            before = now;
        }
        return true;
    }

    private double median(int part) {
        return Trend.median(points.subList(part * points.size() / PARTS, (part + 1) * points.size() / PARTS).stream()
                .mapToDouble(Point::rows)
                .toArray());
    }

    private double watermarkSpeed() {
        Point from = points.get((PARTS - 1) * points.size() / PARTS);
        Point to = last();
        if (from.watermarkNs == Sample.UNKNOWN || to.watermarkNs == Sample.UNKNOWN || to.timeNs <= from.timeNs) {
            return Double.NaN;
        }
        if (from.watermarkNs == Watermark.NONE) {
            return to.watermarkNs == Watermark.NONE ? 0 : Double.POSITIVE_INFINITY;
        }
        return ((double) to.watermarkNs - from.watermarkNs) / ((double) to.timeNs - from.timeNs);
    }

    private Point last() {
        return points.get(points.size() - 1);
    }

    private record Point(long timeNs, double rows, long watermarkNs) {}
}
