package io.tidemark.metrics;

import io.tidemark.journal.JournalSink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 * @param bean whether and how long a bean of JMX is there, or null for none
 * @param histogramLog file for the times of duty cycles, or null
 */
public record MonitorSettings(
        long intervalNs,
        EpochNanoClock clock,
        List<StreamingQueryListener> listeners,
        JournalSink journal,
        List<ProgressWatcher> watchers,
        Duration bean,
        Path histogramLog) {
    /** How long the bean of JMX stays readable after the end of its query where nothing else is said. */
    public static final Duration BEAN_STAYS = Duration.ofSeconds(60);

    private static final long DEFAULT_NS = 1_000_000_000L;

    /** Copies the lists. */
    public MonitorSettings {
        listeners = List.copyOf(listeners);
        watchers = List.copyOf(watchers);
    }

    /** A sample each second, nobody is told. */
    public static MonitorSettings defaults() {
        return new MonitorSettings(DEFAULT_NS, new OffsetEpochNanoClock(), List.of(), null, List.of(), null, null);
    }

    /** The same with another interval. */
    public MonitorSettings every(long newIntervalNs) {
        return new MonitorSettings(newIntervalNs, clock, listeners, journal, watchers, bean, histogramLog);
    }

    /** The same with another clock. */
    public MonitorSettings withClock(EpochNanoClock newClock) {
        return new MonitorSettings(intervalNs, newClock, listeners, journal, watchers, bean, histogramLog);
    }

    /** The same with one more listener. */
    public MonitorSettings with(StreamingQueryListener listener) {
        List<StreamingQueryListener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new MonitorSettings(intervalNs, clock, more, journal, watchers, bean, histogramLog);
    }

    /** The same with a journal that takes the samples. */
    public MonitorSettings to(JournalSink newJournal) {
        return new MonitorSettings(intervalNs, clock, listeners, newJournal, watchers, bean, histogramLog);
    }

    /** The same with one more watcher. */
    public MonitorSettings watchedBy(ProgressWatcher watcher) {
        List<ProgressWatcher> more = new ArrayList<>(watchers);
        more.add(watcher);
        return new MonitorSettings(intervalNs, clock, listeners, journal, more, bean, histogramLog);
    }

    /** The same with a bean of JMX, {@link QueryMXBean}, that stays readable for 60 seconds after the end. */
    public MonitorSettings jmx() {
        return jmx(BEAN_STAYS);
    }

    /** The same with a bean of JMX that stays readable for some time after the end; zero for none. */
    public MonitorSettings jmx(Duration stays) {
        return new MonitorSettings(
                intervalNs, clock, listeners, journal, watchers, Objects.requireNonNull(stays, "stays"), histogramLog);
    }

    /** The same with a log of the histograms of each interval, in the format of HdrHistogram. It is appended to. */
    public MonitorSettings histogramLog(Path file) {
        return new MonitorSettings(
                intervalNs, clock, listeners, journal, watchers, bean, Objects.requireNonNull(file, "file"));
    }
}
