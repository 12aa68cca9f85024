package io.tidemark.metrics;

import io.tidemark.journal.Backlog;
import io.tidemark.row.RowView;
import java.util.ArrayDeque;

/**
 * How old the first unread record of a source is: by its recorded ingest time, or, in a journal that records none, by when it was seen first at a sample, which
 * is too little by one interval at most and by what was unread before the first sample. Keeps {@value #MOST} samples at most.
 */
final class UnreadAge {
    private static final int MOST = 4096;
    private static final long NS_PER_MS = 1_000_000;

    private final ArrayDeque<long[]> seen = new ArrayDeque<>();

    /** Age in milliseconds, or null when it is not known. */
    Long ageMs(Backlog backlog, long nowNs) {
        if (!backlog.known()) {
            return null;
        }
        if (backlog.records() == 0) {
            seen.clear();
            return 0L;
        }
        if (backlog.oldestIngestTimeNs() != RowView.NO_INGEST_TIME) {
            return Math.max(0, (nowNs - backlog.oldestIngestTimeNs()) / NS_PER_MS);
        }
        if (seen.isEmpty() || seen.getLast()[0] != backlog.arrivedRecords()) {
            note(backlog.arrivedRecords(), nowNs);
        }
        long oldest = backlog.arrivedRecords() - backlog.records() + 1;
        while (seen.getFirst()[0] < oldest && seen.size() > 1) {
            seen.removeFirst();
        }
        return (nowNs - seen.getFirst()[1]) / NS_PER_MS;
    }

    /** Where too many were seen, every other one goes. */
    private void note(long arrived, long nowNs) {
        if (seen.size() == MOST) {
            for (int i = 0; i < MOST; i++) {
                long[] one = seen.removeFirst();
                if (i % 2 == 0) {
                    seen.addLast(one);
                }
            }
        }
        seen.addLast(new long[] {arrived, nowNs});
    }
}
