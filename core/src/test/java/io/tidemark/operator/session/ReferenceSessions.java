package io.tidemark.operator.session;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sessions over plain collections, as the semantics state them: the independent reference of the operator. Each row is compared with every
 * session of its key, each watermark with every session there is.
 */
final class ReferenceSessions {
    private static final long NEVER = Long.MIN_VALUE;

    private final long delay;
    private final long bound;
    private final boolean closedAtEnd;
    private final Map<Object, Key> keys = new LinkedHashMap<>();
    private final List<List<Object>> out = new ArrayList<>();
    private final List<Long> causes = new ArrayList<>();
    private final List<String> changes = new ArrayList<>();
    private final List<Session> closed = new ArrayList<>();
    private long max = NEVER;
    private long watermark = NEVER;
    private long due = NEVER;
    private long longestGap;
    private long forgotten = NEVER;
    private long opened;
    private long late;
    private long invalidGaps;

    /** A row; times in seconds. */
    record Row(long position, Long time, Object key, Long gap, Long value, String text) {}

    private static final class Key {
        private final List<Session> open = new ArrayList<>();
        private long floor;
    }

    private static final class Session {
        private final Object key;
        private final List<Row> rows = new ArrayList<>();
        private long start;
        private long end;
        private long number;

        Session(Object key) {
            this.key = key;
        }
    }

    /**
     * A reference.
     *
     * @param bound longest gap that is known beforehand, or 0
     * @param closedAtEnd whether a session is complete when the watermark reaches its end, else when it is beyond
     */
    ReferenceSessions(long delay, long bound, boolean closedAtEnd) {
        this.delay = delay;
        this.bound = bound;
        this.closedAtEnd = closedAtEnd;
        this.longestGap = bound;
    }

    /** Takes a row; the watermark stays. */
    void add(Row row) {
        if (row.time == null) {
            return;
        }
        max = Math.max(max, row.time);
        if (row.gap == null || row.gap <= 0) {
            invalidGaps++;
            return;
        }
        longestGap = bound > 0 ? bound : Math.max(longestGap, row.gap);
        Key known = keys.get(row.key);
        Key key = known == null ? new Key() : known;
        if (known == null) {
            key.floor = bound > 0 ? forgotten : NEVER;
        }
        Session merged = new Session(row.key);
        merged.start = row.time;
        merged.end = row.time + row.gap;
        List<Session> parts = new ArrayList<>();
        for (Session session : key.open) {
            if (session.start <= row.time + row.gap && row.time <= session.end) {
                parts.add(session);
                merged.start = Math.min(merged.start, session.start);
                merged.end = Math.max(merged.end, session.end);
            }
        }
        if (isComplete(merged.end) || row.time <= key.floor) {
            late++;
            return;
        }
        keys.put(row.key, key);
        merge(key, merged, parts, row);
    }

    private void merge(Key key, Session merged, List<Session> parts, Row row) {
        parts.sort(Comparator.comparingLong(session -> session.start));
        for (int i = 1; i < parts.size(); i++) {
            changes.add("DELETE " + line(parts.get(i)));
        }
        if (!parts.isEmpty()) {
            changes.add("UPDATE_BEFORE " + line(parts.get(0)));
        }
        merged.number = parts.isEmpty()
                ? opened++
                : parts.stream().mapToLong(part -> part.number).min().orElseThrow();
        parts.forEach(part -> merged.rows.addAll(part.rows));
        merged.rows.add(row);
        key.open.removeAll(parts);
        key.open.add(merged);
        changes.add((parts.isEmpty() ? "INSERT " : "UPDATE_AFTER ") + line(merged));
    }

    /** The watermark follows the rows so far. */
    void advance(long cause) {
        if (max != NEVER) {
            advanceTo(max - delay, cause);
        }
    }

    /** A batch ends: the watermark is that of the batches before. */
    void cut() {
        if (due != NEVER) {
            advanceTo(due, 0);
        }
        due = max == NEVER ? NEVER : max - delay;
    }

    /** Whether a batch without rows would move the watermark. */
    boolean cutDue() {
        return due > watermark;
    }

    void drain(long cause) {
        advanceTo(Long.MAX_VALUE / 4, cause);
    }

    private void advanceTo(long newWatermark, long cause) {
        watermark = Math.max(watermark, newWatermark);
        List<Session> complete = new ArrayList<>();
        for (Key key : keys.values()) {
            for (Session session : key.open) {
                if (isComplete(session.end)) {
                    complete.add(session);
                    key.floor = Math.max(key.floor, session.end);
                }
            }
            key.open.removeAll(complete);
        }
        if (longestGap > 0) {
            forgotten = Math.max(forgotten, watermark - 2 * longestGap - 1);
        }
        keys.values().removeIf(key -> key.open.isEmpty() && key.floor <= forgotten);
        complete.sort(
                Comparator.<Session>comparingLong(session -> session.end).thenComparingLong(session -> session.number));
        for (Session session : complete) {
            out.add(line(session));
            causes.add(cause);
        }
        closed.addAll(complete);
    }

    private boolean isComplete(long end) {
        return watermark != NEVER && (closedAtEnd ? end <= watermark : end < watermark);
    }

    /** Complete sessions in the order in which they came out. */
    List<List<Object>> rows() {
        return out;
    }

    List<Long> causes() {
        return causes;
    }

    /** What each row did, as a changelog. */
    List<String> changes() {
        return changes;
    }

    /** All sessions, complete or not. */
    List<List<Object>> all() {
        List<List<Object>> all = new ArrayList<>();
        closed.forEach(session -> all.add(line(session)));
        keys.values().forEach(key -> key.open.forEach(session -> all.add(line(session))));
        return all;
    }

    /** All sessions by key, in the order of the keys' first rows, and start; where none was ever closed. */
    List<List<Object>> inOrder() {
        List<List<Object>> all = new ArrayList<>();
        for (Key key : keys.values()) {
            key.open.stream()
                    .sorted(Comparator.comparingLong(session -> session.start))
                    .forEach(session -> all.add(line(session)));
        }
        return all;
    }

    long late() {
        return late;
    }

    long invalidGaps() {
        return invalidGaps;
    }

    private static List<Object> line(Session session) {
        List<Row> rows = session.rows;
        Comparator<Row> order = Comparator.<Row>comparingLong(Row::time).thenComparingLong(Row::position);
        List<Long> values =
                rows.stream().map(Row::value).filter(value -> value != null).toList();
        return Arrays.asList(
                Instant.ofEpochSecond(session.start),
                Instant.ofEpochSecond(session.end),
                session.key,
                (long) rows.size(),
                values.isEmpty()
                        ? null
                        : (Object) values.stream().mapToLong(Long::longValue).sum(),
                rows.stream().min(order).orElseThrow().text,
                rows.stream().max(order).orElseThrow().text,
                rows.stream()
                        .map(Row::text)
                        .filter(text -> text != null)
                        .max(Comparator.comparing(
                                text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned))
                        .orElse(null));
    }
}
