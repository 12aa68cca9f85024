package io.tidemark.metrics.lateness;

import io.tidemark.time.PaneWindows;
import io.tidemark.time.TimeSettings;
import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out from rows in the order in which they came how large a delay of the watermark they need. It keeps no rows and no groups: the greatest event time of each
 * source and histograms, about 1 MB a source. One thread; {@link #onRow} allocates nothing.
 *
 * <p>With several sources the watermark goes by the one that is furthest behind, or ahead, as the settings of time say; so does what a row needs. Until each
 * source had a row, the least of them is not known and no row needs a delay. Sources count as never idle and are not held back.
 */
public final class LatenessStudy {
    private final LatenessSettings settings;
    private final TimeSettings time;
    private final PaneWindows windows;
    private final boolean weighted;
    private final boolean least;
    private final List<SourceDelays> sources = new ArrayList<>();
    private long greatestNs = Watermark.NONE;

    /**
     * A study of rows of these sources.
     *
     * @param weighted whether rows have a value
     */
    public LatenessStudy(LatenessSettings settings, boolean weighted, List<String> sources) {
        this.settings = settings;
        this.time = settings.time();
        this.weighted = weighted;
        this.least = time.merge() == TimeSettings.Merge.MIN;
        LatenessSettings.Window window = settings.window();
        this.windows = window == null ? null : new PaneWindows(window.sizeNs(), window.slideNs(), window.offsetNs());
        for (String source : sources) {
            this.sources.add(new SourceDelays(source, weighted, settings.exactNs()));
        }
    }

    /**
     * The next row.
     *
     * @param source number of its source
     * @param timeNs its event time
     * @param value what it counts for; its absolute value is taken, and 0 for what is not finite
     */
    public void onRow(int source, long timeNs, double value) {
        SourceDelays delays = sources.get(source);
        long neededNs = neededDelay(delays, timeNs);
        if (weighted) {
            delays.needed.add(neededNs, Double.isFinite(value) ? Math.abs(value) : 0);
        } else {
            delays.needed.add(neededNs);
        }
        boolean moves = timeNs > delays.greatestNs;
        delays.time(timeNs);
        if (moves) {
            greatestNs = binding();
        }
    }

    /** The next row has no event time. */
    public void onNullTime(int source) {
        sources.get(source).nullTimes++;
    }

    /** What was found so far. */
    public LatenessReport report() {
        SourceDelays all = new SourceDelays("all", weighted, settings.exactNs());
        sources.forEach(all::merge);
        List<SourceLateness> each =
                sources.stream().map(source -> source.result(settings)).toList();
        return LatenessReport.of(settings, weighted, all.result(settings), each);
    }

    private long neededDelay(SourceDelays delays, long timeNs) {
        if (windows == null) {
            return time.neededDelay(greatestNs, timeNs, false);
        }
        if (!windows.isInRange(timeNs) || !windows.isInGroup(windows.pane(timeNs))) {
            delays.outsideWindows++;
            return 0;
        }
        return time.neededDelay(greatestNs, windows.lastEnd(windows.pane(timeNs)), true);
    }

    /** The greatest event time that the watermark goes by. */
    private long binding() {
        long binding = sources.get(0).greatestNs;
        for (int i = 1; i < sources.size(); i++) {
            long other = sources.get(i).greatestNs;
            binding = least ? Math.min(binding, other) : Math.max(binding, other);
        }
        return binding;
    }
}
