package io.tidemark.operator.keyed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@link Visits} does, with maps that are looked through as a whole. Times in seconds; a row exactly at the watermark is in time. */
final class PlainVisits {
    private final long delay;
    private final Long ttl;
    private final Map<String, State> keys = new HashMap<>();
    private final List<Timer> timers = new ArrayList<>();
    private final List<List<Object>> out = new ArrayList<>();
    private long registered;
    private Long watermark;
    private boolean drained;
    private long late;

    private static final class State {
        private long count;
        private Long latest;
        private double sum;
        private String path;
        /** Latest row since the key was empty. */
        private long lastRow = Long.MIN_VALUE;
    }

    private record Timer(String key, long time, long number) {}

    PlainVisits(long delay, Long ttl) {
        this.delay = delay;
        this.ttl = ttl;
    }

    void add(long time, String key, long value) {
        if (watermark != null && time < watermark) {
            late++;
        } else {
            take(time, key, value);
            fire();
        }
        if (watermark == null || time - delay > watermark) {
            watermark = time - delay;
            fire();
            forgetOver(watermark);
        }
    }

    void drain() {
        drained = true;
        fire();
        if (ttl != null) {
            keys.clear();
        }
    }

    private void take(long time, String key, long value) {
        State state = keys.computeIfAbsent(key, none -> new State());
        if (state.latest != null) {
            delete(key, state.latest + Visits.GAP);
        }
        state.count++;
        state.latest = state.latest == null ? time : (Long) Math.max(state.latest, time);
        state.sum += value / 2.0;
        switch ((int) value) {
            case 0 -> state.path = "none";
            case 1 -> register(key, time - 3);
            case 2 -> emit(time, key, "row", state);
            case 3 -> state.path = null;
            case 4 -> state.path = key == null ? "" : key;
            default -> {
                clear(key);
                return;
            }
        }
        state.lastRow = Math.max(state.lastRow, time);
        register(key, state.latest + Visits.GAP);
    }

    /** All due timers by time and number; each looks at the state anew. */
    private void fire() {
        while (true) {
            Timer next = timers.stream()
                    .filter(timer -> drained || watermark != null && timer.time < watermark)
                    .min(Comparator.comparingLong(Timer::time).thenComparingLong(Timer::number))
                    .orElse(null);
            if (next == null) {
                return;
            }
            // Keys whose time is over before the timer are gone, and their timers with them.
            forgetOver(next.time);
            if (!timers.remove(next)) {
                continue;
            }
            State state = keys.computeIfAbsent(next.key, none -> new State());
            emit(next.time, next.key, "timer", state);
            if (state.count % 2 == 1) {
                state.count++;
                register(next.key, next.time + 1);
            } else {
                clear(next.key);
            }
        }
    }

    private void forgetOver(long before) {
        if (ttl != null) {
            keys.entrySet().stream()
                    .filter(entry -> entry.getValue().lastRow + ttl < before)
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(this::clear);
        }
    }

    private void register(String key, long time) {
        boolean there = timers.stream().anyMatch(timer -> same(timer.key, key) && timer.time == time);
        if (!there && !drained) {
            timers.add(new Timer(key, time, registered++));
        }
    }

    private void delete(String key, long time) {
        timers.removeIf(timer -> same(timer.key, key) && timer.time == time);
    }

    private void clear(String key) {
        keys.remove(key);
        timers.removeIf(timer -> same(timer.key, key));
    }

    private static boolean same(String left, String right) {
        return left == null ? right == null : left.equals(right);
    }

    private void emit(long time, String key, String what, State state) {
        List<Object> row = new ArrayList<>();
        row.add(time);
        row.add(key);
        row.add(what);
        row.add(state.count);
        row.add(state.sum);
        row.add(state.path);
        out.add(row);
    }

    List<List<Object>> out() {
        return out;
    }

    long late() {
        return late;
    }

    int keys() {
        return keys.size();
    }
}
