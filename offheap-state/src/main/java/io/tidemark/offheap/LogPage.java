package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Layout of a page of a log. In the header, beside what every page has: {@code used} is what is taken of the payload, {@code next} the
 * next page of the log, and
 *
 * <pre>
 *   32 long greatest due time of its rows
 *   40 int page of the log before this one
 *   44 int rows
 *   48 long number under which references know the page
 * </pre>
 */
final class LogPage {
    private static final int LAST_DUE_AT = Page.PANE_ID_AT;
    private static final int PREVIOUS_AT = Page.PANE_ID_AT + 8;
    private static final int ROWS_AT = Page.PANE_ID_AT + 12;

    private static final int SEQUENCE_AT = Page.PANE_ID_AT + 16;

    private LogPage() {}

    /** Gives the page to a log; it is empty. */
    static void own(long page, int table, long sequence, int previous) {
        Page.own(page, Page.LOG, table, Long.MIN_VALUE, 0, 0);
        OffHeap.putInt(page + PREVIOUS_AT, previous);
        OffHeap.putLong(page + SEQUENCE_AT, sequence);
    }

    static long sequence(long page) {
        return OffHeap.getLong(page + SEQUENCE_AT);
    }

    static long lastDue(long page) {
        return OffHeap.getLong(page + LAST_DUE_AT);
    }

    static int previous(long page) {
        return OffHeap.getInt(page + PREVIOUS_AT);
    }

    static void setPrevious(long page, int number) {
        OffHeap.putInt(page + PREVIOUS_AT, number);
    }

    static int rows(long page) {
        return OffHeap.getInt(page + ROWS_AT);
    }

    /** Sets what is not empty any more in a page of a copy. */
    static void fill(long page, int used, int rows, long lastDue) {
        Page.setUsed(page, used);
        OffHeap.putInt(page + ROWS_AT, rows);
        OffHeap.putLong(page + LAST_DUE_AT, lastDue);
    }

    /** Adds a row at the end of what is used. */
    static void add(long page, int bytes, long dueNs) {
        Page.setUsed(page, Page.used(page) + bytes);
        OffHeap.putInt(page + ROWS_AT, rows(page) + 1);
        if (dueNs > lastDue(page)) {
            OffHeap.putLong(page + LAST_DUE_AT, dueNs);
        }
    }
}
