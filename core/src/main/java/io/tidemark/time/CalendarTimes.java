package io.tidemark.time;

import io.tidemark.calendar.WindowBounds;
import io.tidemark.calendar.WindowCalendar;
import java.nio.charset.StandardCharsets;

/**
 * The windows of a calendar: each is a pane of its own, known by its start, and a group, known by its end. Windows are looked up in tables of
 * some 417 days, made when a time first falls into one; that allocates, and nothing else does. Remembers the window of the last row, so
 * that rows of one window cost two compares.
 */
public final class CalendarTimes implements GroupTimes {
    private static final int TABLE_BITS = 55;
    private static final int TABLES = 1 << (Long.SIZE - TABLE_BITS);
    /** Neither start nor end of a window. */
    private static final long NO_TIME = Long.MIN_VALUE;

    private final WindowCalendar calendar;
    private final long firstNs;
    private final long endNs;
    private final WindowBounds[] tables = new WindowBounds[TABLES];
    private final byte[][] sessions;
    private long lastStart = NO_TIME;
    private long lastEnd = NO_TIME;
    private long endAfterLast = NO_TIME;

    /** The windows of a calendar. */
    public CalendarTimes(WindowCalendar calendar) {
        this.calendar = calendar;
        this.firstNs = calendar.firstNs();
        this.endNs = calendar.endNs();
        this.sessions = calendar.sessions().stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Whether the calendar knows this time. */
    @Override
    public boolean isInRange(long timeNs) {
        if (timeNs >= lastStart && timeNs < lastEnd) {
            return true;
        }
        return timeNs >= firstNs && timeNs < endNs;
    }

    /** Start of the window of a time; the time itself when it lies in none. */
    @Override
    public long pane(long timeNs) {
        if (timeNs >= lastStart && timeNs < lastEnd) {
            return lastStart;
        }
        WindowBounds table = table(timeNs);
        int index = table.indexAt(timeNs);
        if (index < 0) {
            return timeNs;
        }
        lastStart = table.start(index);
        lastEnd = table.end(index);
        endAfterLast = endAfter(table, index);
        return lastStart;
    }

    @Override
    public boolean isInGroup(long pane) {
        return pane == lastStart || table(pane).indexAt(pane) >= 0;
    }

    @Override
    public long lastEnd(long pane) {
        if (pane == lastStart) {
            return lastEnd;
        }
        WindowBounds table = table(pane);
        return table.end(table.indexAt(pane));
    }

    @Override
    public long firstEnd(long pane, long afterNs) {
        long end = lastEnd(pane);
        return end > afterNs ? end : nextEnd(end);
    }

    /** End of the window that follows the one with this end; {@link Watermark#END} after the last one. */
    @Override
    public long nextEnd(long windowEndNs) {
        if (windowEndNs == lastEnd) {
            return endAfterLast;
        }
        WindowBounds table = table(windowEndNs - 1);
        return endAfter(table, table.indexAt(windowEndNs - 1));
    }

    @Override
    public long firstPane(long windowEndNs) {
        if (windowEndNs == lastEnd) {
            return lastStart;
        }
        WindowBounds table = table(windowEndNs - 1);
        return table.start(table.indexAt(windowEndNs - 1));
    }

    @Override
    public boolean isDirect() {
        return true;
    }

    /** Whether windows are named sessions. */
    public boolean hasSessions() {
        return sessions.length > 0;
    }

    /** Name, in UTF-8, of the session that ends here; not to be changed. */
    public byte[] session(long windowEndNs) {
        WindowBounds table = table(windowEndNs - 1);
        return sessions[table.session(table.indexAt(windowEndNs - 1))];
    }

    private static long endAfter(WindowBounds table, int index) {
        return index + 1 < table.size() ? table.end(index + 1) : Watermark.END;
    }

    private WindowBounds table(long timeNs) {
        int index = (int) (timeNs >> TABLE_BITS) + TABLES / 2;
        WindowBounds table = tables[index];
        if (table == null) {
            table = makeTable(timeNs);
            tables[index] = table;
        }
        return table;
    }

    private WindowBounds makeTable(long timeNs) {
        long from = timeNs >> TABLE_BITS << TABLE_BITS;
        long last = from + ((1L << TABLE_BITS) - 1);
        // The last table ends where times end.
        return calendar.windows(from, last == Long.MAX_VALUE ? last : last + 1);
    }
}
