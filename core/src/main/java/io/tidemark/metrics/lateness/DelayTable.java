package io.tidemark.metrics.lateness;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Works out what delays lose and cost. */
final class DelayTable {
    private static final double DAY_NS = 86_400e9;

    private final LatenessSettings settings;
    private final NeededDelay needed;
    private final long spanNs;
    private final long rows;
    private final double value;
    private final List<DelayEffect> effects = new ArrayList<>();

    /** @param spanNs span of event time in which the rows lie */
    DelayTable(LatenessSettings settings, NeededDelay needed, long spanNs) {
        this.settings = settings;
        this.needed = needed;
        this.spanNs = spanNs;
        this.rows = needed.rows();
        this.value = needed.value();
    }

    /** Half of now, now, given delays, targets and the greatest; none without rows. */
    List<DelayEffect> effects() {
        if (rows == 0) {
            return List.of();
        }
        if (settings.nowNs() != LatenessSettings.UNKNOWN) {
            add("now/2", settings.nowNs() / 2);
            add("now", settings.nowNs());
        }
        settings.delaysNs().forEach(delayNs -> add("given", delayNs));
        settings.targets().forEach(target -> add(percent(target), needed.delayNs(target)));
        add("max", needed.mostNs());
        return List.copyOf(effects);
    }

    static String percent(BigDecimal share) {
        return share.movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    private void add(String name, long delayNs) {
        NeededDelay.Loss loss = needed.loss(delayNs);
        long groups = groups(delayNs);
        long extra = groups - groups(Math.max(0, settings.nowNs()));
        long sizeNs = settings.window() == null ? 0 : settings.window().sizeNs();
        effects.add(new DelayEffect(
                name,
                delayNs,
                loss.rows(),
                (double) (rows - loss.rows()) / rows,
                Completeness.atLeast(rows - loss.rows(), rows, LatenessSettings.CONFIDENCE),
                spanNs == 0 ? loss.rows() : loss.rows() * (DAY_NS / spanNs),
                loss.value(),
                value > 0 ? loss.value() / value : 0,
                groups,
                extra,
                extra * settings.groupBytes(),
                sum(delayNs, sizeNs / 2),
                sum(delayNs, sizeNs)));
    }

    private long groups(long delayNs) {
        LatenessSettings.Window window = settings.window();
        if (window == null) {
            return spanNs == 0 ? rows : Math.min(rows, (long) Math.ceil((double) delayNs / spanNs * rows));
        }
        long windows = (sum(delayNs, window.sizeNs()) - 1) / window.slideNs() + 1;
        long most = Long.MAX_VALUE / settings.keys() / settings.groupBytes();
        return settings.keys() * Math.min(windows, most);
    }

    private static long sum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
