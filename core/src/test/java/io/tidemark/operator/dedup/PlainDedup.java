package io.tidemark.operator.dedup;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Deduplication as it is described, with a map that is looked through as a whole. Rows are {@code (time, key, version, value)}; a row exactly at the
 * watermark is in time.
 */
final class PlainDedup {
    private final long delay;
    private final Deduplicate how;
    private final boolean updates;
    private final List<String> out = new ArrayList<>();
    private final Map<List<Object>, Kept> keys = new HashMap<>();
    private Long watermark;
    private long late;
    private long duplicates;
    private long conflicting;

    /** A row. */
    record Row(long time, String key, Long version, long value) {
        @Override
        public String toString() {
            return time + " " + key + " " + version + " " + value;
        }
    }

    private static final class Kept {
        private final long number;
        private final long last;
        private Row row;

        Kept(long number, long last, Row row) {
            this.number = number;
            this.last = last;
            this.row = row;
        }
    }

    private long arrivals;

    PlainDedup(long delay, Deduplicate how, boolean updates) {
        this.delay = delay;
        this.how = how;
        this.updates = updates;
    }

    void add(Row row) {
        if (watermark == null || row.time >= watermark) {
            take(row);
        } else {
            late++;
        }
        if (watermark == null || row.time - delay > watermark) {
            watermark = row.time - delay;
            forget(kept -> kept.last < watermark);
        }
    }

    void drain() {
        forget(kept -> true);
    }

    private void take(Row row) {
        List<Object> key = new ArrayList<>();
        how.keys().forEach(name -> key.add(name.equals("ts") ? (Object) row.time : row.key));
        Kept kept = keys.get(key);
        if (kept == null) {
            keys.put(key, new Kept(arrivals++, row.time + span(), row));
            if (comesOutAtOnce()) {
                out.add(row.toString());
            }
            return;
        }
        int better = compare(row, kept.row);
        if (better > 0) {
            kept.row = row;
            if (comesOutAtOnce()) {
                out.add(row + " again");
            }
        } else if (better == 0 && how.conflicts().wanted() && row.value != kept.row.value) {
            conflicting++;
        } else {
            duplicates++;
        }
    }

    private void forget(java.util.function.Predicate<Kept> isDue) {
        List<Kept> due = keys.values().stream()
                .filter(isDue)
                .sorted(Comparator.<Kept>comparingLong(kept -> kept.last).thenComparingLong(kept -> kept.number))
                .toList();
        if (!comesOutAtOnce()) {
            due.forEach(kept -> out.add(kept.row.toString()));
        }
        keys.values().removeAll(due);
    }

    private boolean comesOutAtOnce() {
        return updates || how.keep().rule() == Keep.Rule.FIRST_ARRIVAL;
    }

    private long span() {
        if (how.horizon() instanceof Horizon.Span span) {
            return span.spanNs() / 1_000_000_000L;
        }
        return how.horizon() instanceof Horizon.WatermarkDelay ? delay : 0;
    }

    private int compare(Row row, Row kept) {
        return switch (how.keep().rule()) {
            case FIRST_ARRIVAL -> 0;
            case EARLIEST_EVENT -> Long.compare(kept.time, row.time);
            case LATEST_EVENT -> Long.compare(row.time, kept.time);
            case GREATEST ->
                Objects.equals(row.version, kept.version)
                        ? 0
                        : Comparator.nullsFirst(Comparator.<Long>naturalOrder()).compare(row.version, kept.version);
        };
    }

    List<String> out() {
        return out;
    }

    long late() {
        return late;
    }

    long duplicates() {
        return duplicates;
    }

    long conflicting() {
        return conflicting;
    }
}
