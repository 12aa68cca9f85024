package io.tidemark.tools.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a comparison found: counts, the first difference, the columns and keys that differ. */
final class DiffOutcome {
    private final int shownKeys;
    private final DiffReport report;
    final ComparedColumns columns;
    final long[] columnCounts;
    final long[] counts = new long[Finding.Kind.values().length];
    final List<KeyCounts> keys = new ArrayList<>();
    long same;
    long differentKeys;
    long kindsDiffer;
    Finding first;

    /**
     * An outcome without a row so far.
     *
     * @param shownKeys number of keys that are kept, those with the most differences
     * @param report takes every difference, or null
     */
    DiffOutcome(ComparedColumns columns, int shownKeys, DiffReport report) {
        this.columns = columns;
        this.columnCounts = new long[columns.names().size()];
        this.shownKeys = shownKeys;
        this.report = report;
    }

    /** Differences of one key. */
    record KeyCounts(List<String> key, long[] counts) {
        long all() {
            long all = 0;
            for (long count : counts) {
                all += count;
            }
            return all;
        }
    }

    /** Takes a difference. */
    void add(Finding finding) throws IOException {
        counts[finding.kind().ordinal()]++;
        List<Integer> differing = finding.columns();
        for (int column : differing) {
            columnCounts[column]++;
        }
        if (finding.kind() == Finding.Kind.DIFFERENT
                && !finding.a().kind().equals(finding.b().kind())) {
            kindsDiffer++;
        }
        if (first == null || finding.row().ordinal() < first.row().ordinal()) {
            first = finding;
        }
        if (report != null) {
            report.write(finding);
        }
    }

    /** Takes all differences of some keys; no other call has one of these keys. */
    void addKeys(List<Finding> findings) {
        Map<List<String>, long[]> byKey = new HashMap<>();
        for (Finding finding : findings) {
            byKey.computeIfAbsent(finding.row().values(columns.key()), key -> new long[counts.length])[
                    finding.kind().ordinal()]++;
        }
        differentKeys += byKey.size();
        byKey.forEach((key, found) -> keys.add(new KeyCounts(key, found)));
        keys.sort(Comparator.comparingLong(KeyCounts::all)
                .reversed()
                .thenComparing(one -> one.key().toString()));
        if (keys.size() > shownKeys) {
            keys.subList(shownKeys, keys.size()).clear();
        }
    }

    long count(Finding.Kind kind) {
        return counts[kind.ordinal()];
    }

    /** Whether no row differs and both have the same columns. */
    boolean equal() {
        return first == null && columns.same();
    }
}
