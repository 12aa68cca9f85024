package io.tidemark.metrics.lateness;

import io.tidemark.time.Watermark;
import java.util.List;

/**
 * How late the rows of a source are.
 *
 * @param name the source
 * @param rows rows with a time
 * @param nullTimes rows without one, which no delay keeps
 * @param outsideWindows rows that no window holds
 * @param firstNs least event time, {@link Watermark#NONE} when there was no row
 * @param lastNs greatest event time
 * @param rowsBehind rows that lie behind an earlier one of the same source
 * @param disorderMostNs how far at most
 * @param value sum of the absolute values of all rows
 * @param neededMostNs the smallest delay with which no row is late
 * @param effects what delays lose and cost
 */
public record SourceLateness(
        String name,
        long rows,
        long nullTimes,
        long outsideWindows,
        long firstNs,
        long lastNs,
        long rowsBehind,
        long disorderMostNs,
        double value,
        long neededMostNs,
        List<DelayEffect> effects) {
    /** The effect of a delay by its name, or null. */
    public DelayEffect effect(String effect) {
        return effects.stream()
                .filter(each -> each.name().equals(effect))
                .findFirst()
                .orElse(null);
    }
}
