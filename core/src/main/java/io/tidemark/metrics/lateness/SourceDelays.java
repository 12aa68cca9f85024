package io.tidemark.metrics.lateness;

import io.tidemark.time.Watermark;

/** What is counted about one source, or about all of them. One thread. */
final class SourceDelays {
    final String name;
    final NeededDelay needed;
    final NeededDelay disorder = new NeededDelay(false);
    long greatestNs = Watermark.NONE;
    long leastNs = Long.MAX_VALUE;
    long nullTimes;
    long outsideWindows;

    SourceDelays(String name, boolean weighted, long... exactNs) {
        this.name = name;
        this.needed = new NeededDelay(weighted, exactNs);
    }

    void time(long timeNs) {
        disorder.add(greatestNs == Watermark.NONE || timeNs >= greatestNs ? 0 : distance(timeNs, greatestNs));
        greatestNs = Math.max(greatestNs, timeNs);
        leastNs = Math.min(leastNs, timeNs);
    }

    /** Span of event time from the first to the last. */
    long spanNs() {
        return greatestNs == Watermark.NONE ? 0 : distance(leastNs, greatestNs);
    }

    void merge(SourceDelays other) {
        needed.merge(other.needed);
        disorder.merge(other.disorder);
        greatestNs = Math.max(greatestNs, other.greatestNs);
        leastNs = Math.min(leastNs, other.leastNs);
        nullTimes += other.nullTimes;
        outsideWindows += other.outsideWindows;
    }

    SourceLateness result(LatenessSettings settings) {
        return new SourceLateness(
                name,
                needed.rows(),
                nullTimes,
                outsideWindows,
                greatestNs == Watermark.NONE ? Watermark.NONE : leastNs,
                greatestNs,
                disorder.rows() - disorder.rowsInOrder(),
                disorder.mostNs(),
                needed.value(),
                needed.mostNs(),
                new DelayTable(settings, needed, spanNs()).effects());
    }

    private static long distance(long from, long to) {
        long distance = to - from;
        return distance < 0 ? Long.MAX_VALUE : distance;
    }
}
