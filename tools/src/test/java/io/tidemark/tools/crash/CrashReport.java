package io.tidemark.tools.crash;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** What the kills of a run hit, and what came of it. Any thread. */
final class CrashReport {
    private final Map<KillPoint, Integer> kills = new EnumMap<>(KillPoint.class);
    private final Map<CrashQuery, Integer> byQuery = new EnumMap<>(CrashQuery.class);
    private final Map<String, Long> figures = new TreeMap<>();

    /** A life was ended. */
    synchronized void killed(CrashQuery query, KillPoint point) {
        kills.merge(point, 1, Integer::sum);
        byQuery.merge(query, 1, Integer::sum);
    }

    /** Adds to a figure. */
    synchronized void add(String figure, long count) {
        figures.merge(figure, count, Long::sum);
    }

    /** Keeps the greatest. */
    synchronized void longest(String figure, long number) {
        figures.merge(figure, number, Math::max);
    }

    synchronized int kills() {
        return kills.values().stream().mapToInt(Integer::intValue).sum();
    }

    synchronized int kills(KillPoint point) {
        return kills.getOrDefault(point, 0);
    }

    synchronized int kills(CrashQuery query) {
        return byQuery.getOrDefault(query, 0);
    }

    synchronized long figure(String figure) {
        return figures.getOrDefault(figure, 0L);
    }

    /** The report as tables. */
    synchronized String markdown(long seed, long seconds) {
        StringBuilder text = new StringBuilder("| what | number |\n|---|---:|\n");
        row(text, "seed", seed);
        row(text, "seconds", seconds);
        row(text, "kills", kills());
        figures.forEach((figure, count) -> row(text, figure, count));
        text.append("\n| kills at | number |\n|---|---:|\n");
        for (KillPoint point : KillPoint.values()) {
            row(text, point.name(), kills(point));
        }
        text.append("\n| kills of | number |\n|---|---:|\n");
        for (CrashQuery query : CrashQuery.values()) {
            row(text, query.name(), kills(query));
        }
        return text.toString();
    }

    private static void row(StringBuilder text, String name, long number) {
        text.append("| ").append(name).append(" | ").append(number).append(" |\n");
    }
}
