package io.tidemark.metrics;

import io.tidemark.journal.JournalSink;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.OffsetEpochNanoClock;

/**
 * How a query is watched.
 *
 * @param intervalNs time between two samples; 0 for none but those that are asked for
 * @param clock gives the moments of samples
 * @param listeners are told of its life and progress
 * @param journal takes samples as rows, or null
 */
public record MonitorSettings(
        long intervalNs, EpochNanoClock clock, List<StreamingQueryListener> listeners, JournalSink journal) {
    private static final long DEFAULT_NS = 1_000_000_000L;

    /** Copies the list. */
    public MonitorSettings {
        listeners = List.copyOf(listeners);
    }

    /** A sample each second, nobody is told. */
    public static MonitorSettings defaults() {
        return new MonitorSettings(DEFAULT_NS, new OffsetEpochNanoClock(), List.of(), null);
    }

    /** The same with another interval. */
    public MonitorSettings every(long newIntervalNs) {
        return new MonitorSettings(newIntervalNs, clock, listeners, journal);
    }

    /** The same with another clock. */
    public MonitorSettings withClock(EpochNanoClock newClock) {
        return new MonitorSettings(intervalNs, newClock, listeners, journal);
    }

    /** The same with one more listener. */
    public MonitorSettings with(StreamingQueryListener listener) {
        List<StreamingQueryListener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new MonitorSettings(intervalNs, clock, more, journal);
    }

    /** The same with a journal that takes the samples. */
    public MonitorSettings to(JournalSink newJournal) {
        return new MonitorSettings(intervalNs, clock, listeners, newJournal);
    }
}
