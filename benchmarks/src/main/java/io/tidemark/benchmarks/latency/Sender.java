package io.tidemark.benchmarks.latency;

import io.tidemark.chronicle.RowAppender;

/** Appends rows when they are due. Where it falls behind it sends as fast as it can, and every row keeps the moment at which it was due. One thread at a time. */
final class Sender {
    private static final int ROWS_AT_ONCE = 1024;

    private final RowAppender appender;
    private final PacedRows rows;
    private final double nanosPerRow;
    private long number;
    private long startNs;
    private long sent;
    private long last;

    Sender(RowAppender appender, Setting setting) {
        this.appender = appender;
        this.rows = new PacedRows(setting.rate(), setting.keys());
        this.nanosPerRow = setting.nanosPerRow();
    }

    /** Begins anew: that many rows, the first one due at a time. */
    void begin(long newStartNs, long count) {
        startNs = newStartNs;
        sent = 0;
        last = count;
    }

    /** Whether all rows are sent. */
    boolean done() {
        return sent == last;
    }

    /** Sends what is due, up to a limit. */
    void sendDue(int limit) {
        long sinceNs = System.nanoTime() - startNs;
        long due = sinceNs < 0 ? 0 : Math.min(last, (long) (sinceNs / nanosPerRow) + 1);
        long until = Math.min(due, sent + limit);
        while (sent < until) {
            rows.write(number++, startNs + (long) (sent * nanosPerRow), appender.begin());
            appender.commit();
            sent++;
        }
    }

    /** Sends all rows at their times. */
    void sendAll() {
        while (!done()) {
            sendDue(ROWS_AT_ONCE);
        }
    }
}
