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
 * @param watchers are handed every sample
 */
public record MonitorSettings(
        long intervalNs,
        EpochNanoClock clock,
        List<StreamingQueryListener> listeners,
        JournalSink journal,
        List<ProgressWatcher> watchers) {
    private static final long DEFAULT_NS = 1_000_000_000L;

    /** Copies the lists. */
    public MonitorSettings {
        listeners = List.copyOf(listeners);
        watchers = List.copyOf(watchers);
    }

    /** A sample each second, nobody is told. */
    public static MonitorSettings defaults() {
        return new MonitorSettings(DEFAULT_NS, new OffsetEpochNanoClock(), List.of(), null, List.of());
    }

    /** The same with another interval. */
    public MonitorSettings every(long newIntervalNs) {
        return new MonitorSettings(newIntervalNs, clock, listeners, journal, watchers);
    }

    /** The same with another clock. */
    public MonitorSettings withClock(EpochNanoClock newClock) {
        return new MonitorSettings(intervalNs, newClock, listeners, journal, watchers);
    }

    /** The same with one more listener. */
    public MonitorSettings with(StreamingQueryListener listener) {
        List<StreamingQueryListener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new MonitorSettings(intervalNs, clock, more, journal, watchers);
    }

    /** The same with a journal that takes the samples. */
    public MonitorSettings to(JournalSink newJournal) {
        return new MonitorSettings(intervalNs, clock, listeners, newJournal, watchers);
    }

    /** The same with one more watcher. */
    public MonitorSettings watchedBy(ProgressWatcher watcher) {
        List<ProgressWatcher> more = new ArrayList<>(watchers);
        more.add(watcher);
        return new MonitorSettings(intervalNs, clock, listeners, journal, more);
    }
}
