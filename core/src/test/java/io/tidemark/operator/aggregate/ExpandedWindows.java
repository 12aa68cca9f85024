package io.tidemark.operator.aggregate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sliding windows by copying each row into each of its windows, as the semantics define them: the independent reference of shared panes. Rows are
 * {@code {time in seconds, key, value}}; results are {@code start, end, key, count, sum, min, first, last}.
 */
final class ExpandedWindows {
    private final long size;
    private final long slide;
    private final long offset;
    private final long delay;
    private final TreeMap<Long, Map<String, List<long[]>>> windows = new TreeMap<>();
    private final TreeMap<Long, Set<String>> touched = new TreeMap<>();
    private final List<List<Object>> out = new ArrayList<>();
    private long watermark = Long.MIN_VALUE;
    private long max = Long.MIN_VALUE;
    private long arrival;
    private long late;
    private long partlyLate;
    private long noWindow;

    ExpandedWindows(long size, long slide, long offset, long delay) {
        this.size = size;
        this.slide = slide;
        this.offset = offset;
        this.delay = delay;
    }

    /** All window starts that hold a time. */
    List<Long> starts(long time) {
        List<Long> starts = new ArrayList<>();
        for (long start = time - size + 1; start <= time; start++) {
            if (Math.floorMod(start - offset, slide) == 0) {
                starts.add(start);
            }
        }
        return starts;
    }

    /** Takes a row in and returns the starts of the windows that it entered. */
    List<Long> add(long time, String key, long value) {
        List<Long> starts = starts(time);
        List<Long> open =
                starts.stream().filter(start -> start + size > watermark).toList();
        if (starts.isEmpty()) {
            noWindow++;
        } else if (open.isEmpty()) {
            late++;
        } else if (open.size() < starts.size()) {
            partlyLate++;
        }
        for (long start : open) {
            windows.computeIfAbsent(start, ignored -> new LinkedHashMap<>())
                    .computeIfAbsent(key, ignored -> new ArrayList<>())
                    .add(new long[] {time, value, arrival});
            touched.computeIfAbsent(start, ignored -> new LinkedHashSet<>()).add(key);
        }
        arrival++;
        return open;
    }

    /** Whether a row of this time moves the watermark. */
    void advance(long time) {
        max = Math.max(max, time);
        watermark = Math.max(watermark, max - delay);
    }

    void drain() {
        watermark = Long.MAX_VALUE;
    }

    /** Append: brings out complete windows. Groups of a window are ordered by pane, then by arrival. */
    void emitComplete(long pane) {
        while (!windows.isEmpty() && isComplete(windows.firstKey())) {
            Map.Entry<Long, Map<String, List<long[]>>> window = windows.pollFirstEntry();
            inPaneOrder(window.getValue(), pane)
                    .forEach(key -> emit(window.getKey(), key, window.getValue().get(key)));
        }
    }

    /** Update: frees complete windows. */
    void evict() {
        while (!windows.isEmpty() && isComplete(windows.firstKey())) {
            touched.remove(windows.firstKey());
            windows.pollFirstEntry();
        }
    }

    /** Update, conflated: brings out the groups touched in windows that start up to here. */
    void emitTouched(boolean completeOnly) {
        while (!touched.isEmpty() && (!completeOnly || isComplete(touched.firstKey()))) {
            Map.Entry<Long, Set<String>> window = touched.pollFirstEntry();
            for (String key : window.getValue()) {
                emitGroup(window.getKey(), key);
            }
        }
    }

    void emitGroup(long start, String key) {
        emit(start, key, windows.get(start).get(key));
    }

    /** Complete: brings out everything. */
    void emitAll(long pane) {
        windows.forEach((start, groups) -> inPaneOrder(groups, pane).forEach(key -> emit(start, key, groups.get(key))));
    }

    List<List<Object>> rows() {
        return out;
    }

    long late() {
        return late;
    }

    long partlyLate() {
        return partlyLate;
    }

    long noWindow() {
        return noWindow;
    }

    private boolean isComplete(long start) {
        return watermark == Long.MAX_VALUE || start + size <= watermark;
    }

    /** Keys by the first pane in which they occur, then by the arrival of their first row in it. */
    private List<String> inPaneOrder(Map<String, List<long[]>> groups, long pane) {
        List<String> keys = new ArrayList<>(groups.keySet());
        keys.sort((left, right) -> {
            long[] first = earliest(groups.get(left), pane);
            long[] second = earliest(groups.get(right), pane);
            return first[0] != second[0] ? Long.compare(first[0], second[0]) : Long.compare(first[1], second[1]);
        });
        return keys;
    }

    private long[] earliest(List<long[]> rows, long pane) {
        long[] best = {Long.MAX_VALUE, Long.MAX_VALUE};
        for (long[] row : rows) {
            long start = row[0] - Math.floorMod(row[0] - offset, pane);
            if (start < best[0] || start == best[0] && row[2] < best[1]) {
                best = new long[] {start, row[2]};
            }
        }
        return best;
    }

    private void emit(long start, String key, List<long[]> rows) {
        List<Object> result = new ArrayList<>();
        result.add(Instant.ofEpochSecond(start));
        result.add(Instant.ofEpochSecond(start + size));
        result.add(key);
        result.add((long) rows.size());
        result.add(rows.stream().mapToLong(row -> row[1]).sum());
        result.add(rows.stream().mapToLong(row -> row[1]).min().orElseThrow());
        long[] first = rows.get(0);
        long[] last = rows.get(0);
        for (long[] row : rows) {
            first = row[0] < first[0] ? row : first;
            last = row[0] >= last[0] ? row : last;
        }
        result.add(first[1]);
        result.add(last[1]);
        out.add(result);
    }
}
