package io.tidemark.metrics;

import io.tidemark.time.Watermark;
import java.util.Arrays;

/** The watermark of each source, and which of them holds that of the query back. */
final class SourceWatermarks {
    private static final int NOBODY = -1;

    private final QueryShape shape;
    private final int[] steps;

    SourceWatermarks(QueryShape shape) {
        this.shape = shape;
        this.steps = new int[shape.sources().size()];
        Arrays.fill(steps, NOBODY);
        for (int i = shape.operators().size() - 1; i >= 0; i--) {
            int source = shape.operators().get(i).watermarkOf();
            if (source >= 0) {
                steps[source] = shape.sources().size() + i;
            }
        }
    }

    /** Watermark of a source, or null where it has none, before its first event and after a drain. */
    Long of(int source, CounterImage now) {
        return steps[source] == NOBODY ? null : shown(now.operator(steps[source], MetricField.WATERMARK));
    }

    /** The source that holds the watermark back: of those that are not idle the one that has none yet, or the lowest; -1 with fewer than two of them. */
    int holder(CounterImage now) {
        int holder = NOBODY;
        int candidates = 0;
        long lowest = Watermark.END;
        for (int i = 0; i < steps.length; i++) {
            if (steps[i] == NOBODY || now.source(i, SourceField.IDLE) != 0) {
                continue;
            }
            candidates++;
            long watermark = now.operator(steps[i], MetricField.WATERMARK);
            if (watermark < lowest) {
                lowest = watermark;
                holder = i;
            }
        }
        return candidates > 1 ? holder : NOBODY;
    }

    /** Event times of the rows of an interval, over all sources. */
    EventTimes eventTimes(CounterImage before, CounterImage now) {
        long rows = 0;
        double sum = 0;
        long min = Long.MAX_VALUE;
        long max = Watermark.NONE;
        for (int i = 0; i < shape.operators().size(); i++) {
            int at = shape.sources().size() + i;
            if (!shape.operators().get(i).kind().equals("watermark")) {
                continue;
            }
            rows += timed(now, at) - timed(before, at);
            sum += now.operator(at, MetricField.TIME_SUM) - before.operator(at, MetricField.TIME_SUM);
            min = Math.min(min, now.operator(at, MetricField.TIME_MIN));
            max = Math.max(max, greatest(before, now, at));
        }
        boolean any = rows > 0 && min <= max;
        int holder = holder(now);
        return new EventTimes(
                any ? (Long) min : null,
                any ? (Long) mean(sum, rows) : null,
                any ? (Long) max : null,
                last(now),
                holder == NOBODY ? null : shape.sources().get(holder).name());
    }

    /** Greatest event time of all sources, or {@link Watermark#NONE}. */
    long greatest(CounterImage now) {
        long greatest = Watermark.NONE;
        for (int i = 0; i < shape.operators().size(); i++) {
            greatest = Math.max(greatest, now.operator(shape.sources().size() + i, MetricField.TIME_GREATEST));
        }
        return greatest;
    }

    private static long timed(CounterImage image, int at) {
        return image.operator(at, MetricField.OUT) - image.operator(at, MetricField.UNTIMED_ROWS);
    }

    /** A row that was the latest so far is the latest of its interval. */
    private static long greatest(CounterImage before, CounterImage now, int at) {
        long latest = now.operator(at, MetricField.TIME_GREATEST);
        return latest > before.operator(at, MetricField.TIME_GREATEST)
                ? latest
                : now.operator(at, MetricField.TIME_MAX);
    }

    /** Each time was cut to a whole unit, and so is half of one too small in the mean. */
    private static long mean(double sum, long rows) {
        return (long) ((sum / rows + 0.5) * (1L << OperatorMetrics.TIME_SHIFT));
    }

    /** Watermark of the last operator that has one, or null. */
    private Long last(CounterImage now) {
        Long last = null;
        for (int i = 0; i < shape.operators().size(); i++) {
            long watermark = now.operator(shape.sources().size() + i, MetricField.WATERMARK);
            last = watermark == Watermark.NONE ? last : shown(watermark);
        }
        return last;
    }

    static Long shown(long ns) {
        return ns == Watermark.NONE || ns == Watermark.END ? null : (Long) ns;
    }
}
