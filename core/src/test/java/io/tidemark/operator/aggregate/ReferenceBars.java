package io.tidemark.operator.aggregate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tumbling windows over plain collections, as the semantics state them: the independent reference of the engine. Rows are {@code {time in
 * seconds or null, key, long, decimal(10,2), double, text}}.
 */
final class ReferenceBars {
    private final long size;
    private final long delay;
    private final TreeMap<Long, Map<Object, List<Object[]>>> open = new TreeMap<>();
    private final List<List<Object>> out = new ArrayList<>();
    private final List<Long> causes = new ArrayList<>();
    private Long max;
    private long late;

    ReferenceBars(long size, long delay) {
        this.size = size;
        this.delay = delay;
    }

    void add(Object[] row, long position) {
        Long time = (Long) row[0];
        if (time == null) {
            return;
        }
        long start = time - Math.floorMod(time, size);
        if (max != null && start + size <= max - delay) {
            late++;
        } else {
            open.computeIfAbsent(start, ignored -> new LinkedHashMap<>())
                    .computeIfAbsent(row[1] == null ? "null key" : row[1], ignored -> new ArrayList<>())
                    .add(row);
        }
        max = max == null ? time : Long.valueOf(Math.max(max, time));
        closeUpTo(max - delay, position);
    }

    void drain(long position) {
        closeUpTo(Long.MAX_VALUE, position);
    }

    List<List<Object>> rows() {
        return out;
    }

    List<Long> causes() {
        return causes;
    }

    long late() {
        return late;
    }

    private void closeUpTo(long watermark, long position) {
        while (!open.isEmpty() && (watermark == Long.MAX_VALUE || open.firstKey() + size <= watermark)) {
            Map.Entry<Long, Map<Object, List<Object[]>>> window = open.pollFirstEntry();
            for (List<Object[]> group : window.getValue().values()) {
                out.add(bar(window.getKey(), group));
                causes.add(position);
            }
        }
    }

    private List<Object> bar(long start, List<Object[]> group) {
        List<Object> bar = new ArrayList<>();
        bar.add(Instant.ofEpochSecond(start));
        bar.add(Instant.ofEpochSecond(start + size));
        bar.add(group.get(0)[1]);
        bar.add((long) group.size());
        List<Long> longs = values(group, 2);
        bar.add((long) longs.size());
        bar.add(
                longs.isEmpty()
                        ? null
                        : longs.stream().mapToLong(Long::longValue).sum());
        bar.add(longs.isEmpty() ? null : longs.stream().min(Long::compare).orElseThrow());
        bar.add(longs.isEmpty() ? null : longs.stream().max(Long::compare).orElseThrow());
        bar.add(
                longs.isEmpty()
                        ? null
                        : new BigDecimal(longs.stream()
                                                .mapToLong(Long::longValue)
                                                .sum())
                                        .doubleValue()
                                / longs.size());
        List<BigDecimal> decimals = values(group, 3);
        BigDecimal total = decimals.stream().reduce(BigDecimal.ZERO.setScale(2), BigDecimal::add);
        bar.add(decimals.isEmpty() ? null : total);
        bar.add(decimals.isEmpty() ? null : total.divide(BigDecimal.valueOf(decimals.size()), 6, RoundingMode.HALF_UP));
        bar.add(decimals.stream().max(BigDecimal::compareTo).orElse(null));
        List<Double> doubles = values(group, 4);
        bar.add(
                doubles.isEmpty()
                        ? null
                        : doubles.stream().mapToDouble(Double::doubleValue).sum());
        bar.add(doubles.stream().min(Double::compare).orElse(null));
        List<String> texts = values(group, 5);
        bar.add(texts.stream().min(ReferenceBars::byBytes).orElse(null));
        bar.add(texts.stream().max(ReferenceBars::byBytes).orElse(null));
        Object[] first = group.get(0);
        Object[] last = group.get(0);
        for (Object[] row : group) {
            first = (Long) row[0] < (Long) first[0] ? row : first;
            last = (Long) row[0] >= (Long) last[0] ? row : last;
        }
        bar.add(first[5]);
        bar.add(last[2]);
        bar.add(last[3]);
        return bar;
    }

    private static int byBytes(String left, String right) {
        return Arrays.compareUnsigned(
                left.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                right.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> values(List<Object[]> group, int column) {
        List<T> values = new ArrayList<>();
        for (Object[] row : group) {
            if (row[column] != null) {
                values.add((T) row[column]);
            }
        }
        return values;
    }
}
