package io.tidemark.tools.diff;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares by key: of the rows with the same key the n-th of one journal belongs to the n-th of the other. Both are read side by side, and only rows that wait for
 * their other one and differences are held in memory. Where these need more than a limit, the journals are read again and again, each time for a share of the keys.
 */
final class KeyedComparison {
    private static final int MOST_SHARES = 4096;
    private static final int SPREAD = 0x9E3779B9;
    private static final int HALF = 16;

    private final JournalSide a;
    private final JournalSide b;
    private final List<Integer> key;
    private final boolean byContent;
    private final long limitBytes;
    private final DiffOutcome outcome;
    private final Map<List<String>, ArrayDeque<ComparedRow>> waitingA = new HashMap<>();
    private final Map<List<String>, ArrayDeque<ComparedRow>> waitingB = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private long bytes;
    private long sameRows;
    private int passes;

    /**
     * A comparison.
     *
     * @param byContent whether rows are a multiset: all columns and the kind are the key
     * @param limitBytes greatest estimate of memory for rows
     */
    KeyedComparison(JournalSide a, JournalSide b, boolean byContent, long limitBytes, DiffOutcome outcome) {
        this.a = a;
        this.b = b;
        this.key = outcome.columns.key();
        this.byContent = byContent;
        this.limitBytes = limitBytes;
        this.outcome = outcome;
    }

    /** Compares; returns how often the journals were read. */
    int run() throws IOException {
        run(0, 1);
        return passes;
    }

    private void run(int share, int shares) throws IOException {
        if (read(share, shares)) {
            finish();
            return;
        }
        if (shares >= MOST_SHARES) {
            throw new TidemarkException(
                    ErrorCode.STATE_LIMIT_EXCEEDED,
                    "The rows of one key that differ or wait for their other one need more than " + limitBytes
                            + " bytes, after the keys were divided " + MOST_SHARES + " times.",
                    "Give more with --memory, or a --key with more columns, or compare less with --filter.");
        }
        run(share, 2 * shares);
        run(share + shares, 2 * shares);
    }

    /** Whether a share of the keys fits into memory; then it is compared. */
    private boolean read(int share, int shares) {
        forget();
        passes++;
        a.rewind();
        b.rewind();
        boolean more = true;
        while (more) {
            ComparedRow rowA = a.next();
            if (rowA != null) {
                take(rowA, true, share, shares);
            }
            ComparedRow rowB = b.next();
            if (rowB != null) {
                take(rowB, false, share, shares);
            }
            if (bytes > limitBytes) {
                return false;
            }
            more = rowA != null || rowB != null;
        }
        return true;
    }

    private void take(ComparedRow row, boolean ofA, int share, int shares) {
        List<String> rowKey = byContent ? content(row) : row.values(key);
        int hash = rowKey.hashCode() * SPREAD;
        if (Math.floorMod(hash ^ hash >>> HALF, shares) != share) {
            return;
        }
        Map<List<String>, ArrayDeque<ComparedRow>> others = ofA ? waitingB : waitingA;
        ArrayDeque<ComparedRow> waiting = others.get(rowKey);
        if (waiting == null) {
            (ofA ? waitingA : waitingB)
                    .computeIfAbsent(rowKey, none -> new ArrayDeque<>(1))
                    .add(row);
            bytes += row.bytes();
            return;
        }
        ComparedRow other = waiting.poll();
        if (waiting.isEmpty()) {
            others.remove(rowKey);
        }
        bytes -= other.bytes();
        if (row.same(other)) {
            sameRows++;
        } else {
            Finding finding = ofA ? new Finding(row, other) : new Finding(other, row);
            findings.add(finding);
            bytes += finding.bytes();
        }
    }

    private static List<String> content(ComparedRow row) {
        List<String> content = new ArrayList<>(row.values());
        content.add(row.kind());
        return content;
    }

    private void finish() throws IOException {
        waitingA.values().forEach(rows -> rows.forEach(row -> findings.add(new Finding(row, null))));
        waitingB.values().forEach(rows -> rows.forEach(row -> findings.add(new Finding(null, row))));
        findings.sort(
                Comparator.<Finding>comparingLong(one -> one.row().ordinal()).thenComparing(Finding::kind));
        outcome.same += sameRows;
        for (Finding finding : findings) {
            outcome.add(finding);
        }
        if (!byContent) {
            outcome.addKeys(findings);
        }
        forget();
    }

    private void forget() {
        waitingA.clear();
        waitingB.clear();
        findings.clear();
        bytes = 0;
        sameRows = 0;
    }
}
