package io.tidemark.operator.join;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.KeyLog;
import io.tidemark.state.TimeIndex;

/**
 * The rows of one side that wait, all of which go by the watermark: a log, in which the rows of a key are chained by event time. They go many at a
 * time; where they have to come out then, an index says in which order, and the room of a row stays until it was its turn.
 *
 * <p>A chain begins with the greatest time, so a row that is there has only rows after it that are there, and the first link that leads nowhere ends it.
 * Beside the next older row each names one further on, twice as far for every second row, so that a search costs a logarithm of the length.
 * A row that comes out of order stands in its place in the chain; its own far link makes of it what it can.
 */
final class LoggedRows implements JoinBuffer {
    private static final int TIME_AT = 0;
    private static final int ARRIVAL_AT = 8;
    private static final int OLDER_AT = 16;
    private static final int NEWER_AT = 24;
    private static final int FAR_AT = 32;
    /** Rows of the chain from this one on, as far as is known. */
    private static final int DEPTH_AT = 40;

    private static final int MARK_AT = 44;
    private static final int ROW_AT = 48;

    private static final int MATCHED = 1;
    /** Rows up to which those that are gone are told apart. */
    private static final int FEW_ROWS = 256;

    private final KeyLog log;
    /** When rows come out; null where none does. */
    private final DueRows due;

    private final Schema schema;
    private final int rowBytes;
    private final RowView view = new RowView();

    /**
     * A buffer.
     *
     * @param name first part of the names of its tables
     * @param schema columns of the rows, none of variable length
     * @param comesOut whether rows come out when they go
     */
    LoggedRows(String name, Schema schema, int keyBytes, boolean comesOut, OperatorContext context) {
        this.schema = schema;
        this.rowBytes = schema.fixedBytes();
        this.log = context.state().keyLog(name + "-rows", ROW_AT + schema.fixedBytes(), keyBytes);
        this.due = comesOut ? DueRows.open(name, log, MARK_AT, context) : null;
    }

    /** Whether rows with such columns can stand in a log. */
    static boolean accepts(Schema schema, int keyBytes) {
        return !schema.isVariableLength()
                && ROW_AT + schema.fixedBytes() + Math.max(keyBytes, 0) + 2 * Long.BYTES <= KeyLog.MAX_BYTES;
    }

    @Override
    public boolean fits(RowView row, int keyBytes) {
        return Long.BYTES + log.spec().rowBytes(keyBytes) <= KeyLog.MAX_BYTES;
    }

    @Override
    public long add(
            long keyAddress,
            int keyBytes,
            long timeNs,
            long arrival,
            RowView row,
            long goneAtNs,
            long earliestNs,
            long watermarkNs) {
        long head = log.find(keyAddress, keyBytes);
        boolean first = head == NONE || timeNs(head) <= timeNs;
        long node =
                first ? log.append(keyAddress, keyBytes, goneAtNs) : log.appendBehind(keyAddress, keyBytes, goneAtNs);
        long value = log.value(node);
        OffHeap.putLong(value + TIME_AT, timeNs);
        OffHeap.putLong(value + ARRIVAL_AT, arrival);
        OffHeap.copyLongs(row.address(), value + ROW_AT, rowBytes);
        if (head != NONE) {
            link(node, value, first ? NONE : lastAfter(head, timeNs), head);
        }
        if (due != null) {
            due.add(node, goneAtNs, earliestNs, watermarkNs);
        }
        return node;
    }

    /** Puts a row between the next newer one, if there is one, and what followed that. */
    private void link(long node, long value, long newer, long head) {
        long older = newer == NONE ? head : there(OffHeap.getLong(log.value(newer) + OLDER_AT));
        OffHeap.putLong(value + OLDER_AT, older);
        OffHeap.putLong(value + NEWER_AT, newer);
        if (newer != NONE) {
            OffHeap.putLong(log.valueForUpdate(newer, OLDER_AT, Long.BYTES) + OLDER_AT, node);
        }
        if (older != NONE) {
            long olderValue = log.valueForUpdate(older, NEWER_AT, Long.BYTES);
            OffHeap.putLong(olderValue + NEWER_AT, node);
            OffHeap.putLong(value + FAR_AT, farFrom(older, olderValue));
            OffHeap.putInt(value + DEPTH_AT, OffHeap.getInt(olderValue + DEPTH_AT) + 1);
        }
    }

    /** The far link of a row before this one: two steps of equal length make one of twice that. */
    private long farFrom(long older, long olderValue) {
        long far = there(OffHeap.getLong(olderValue + FAR_AT));
        if (far == NONE) {
            return older;
        }
        long farValue = log.value(far);
        long further = OffHeap.getLong(farValue + FAR_AT);
        if (there(further) == NONE) {
            return older;
        }
        int depth = OffHeap.getInt(farValue + DEPTH_AT);
        int step = OffHeap.getInt(olderValue + DEPTH_AT) - depth;
        return step == depth - OffHeap.getInt(log.value(further) + DEPTH_AT) ? further : older;
    }

    private long there(long node) {
        return node != NONE && log.isThere(node) ? node : NONE;
    }

    /** The last row of a chain whose time is greater; the head is one. */
    private long lastAfter(long head, long timeNs) {
        long at = head;
        while (true) {
            long value = log.value(at);
            long next = there(OffHeap.getLong(value + FAR_AT));
            if (next == NONE || timeNs(next) <= timeNs) {
                next = there(OffHeap.getLong(value + OLDER_AT));
                if (next == NONE || timeNs(next) <= timeNs) {
                    return at;
                }
            }
            at = next;
        }
    }

    @Override
    public long first(long keyAddress, int keyBytes, long fromNs, long lastNs, long watermarkNs) {
        long at = log.find(keyAddress, keyBytes);
        if (at == NONE || !isWithin(at, fromNs, watermarkNs)) {
            return NONE;
        }
        while (true) {
            long value = log.value(at);
            long next = OffHeap.getLong(value + FAR_AT);
            if (next == NONE || !log.isThere(next) || !isWithin(next, fromNs, watermarkNs)) {
                next = OffHeap.getLong(value + OLDER_AT);
                if (next == NONE || !log.isThere(next) || !isWithin(next, fromNs, watermarkNs)) {
                    return OffHeap.getLong(value + TIME_AT) > lastNs ? NONE : at;
                }
            }
            at = next;
        }
    }

    private boolean isWithin(long node, long fromNs, long watermarkNs) {
        return timeNs(node) >= fromNs && log.dueNs(node) > watermarkNs;
    }

    @Override
    public long next(long node, long lastNs) {
        long next = OffHeap.getLong(log.value(node) + NEWER_AT);
        return next == NONE || timeNs(next) > lastNs ? NONE : next;
    }

    @Override
    public long timeNs(long node) {
        return OffHeap.getLong(log.value(node) + TIME_AT);
    }

    @Override
    public long arrival(long node) {
        return OffHeap.getLong(log.value(node) + ARRIVAL_AT);
    }

    @Override
    public RowView row(long node) {
        return view.wrap(schema, log.value(node) + ROW_AT, rowBytes);
    }

    @Override
    public boolean isMatched(long node) {
        return OffHeap.getInt(log.value(node) + MARK_AT) == MATCHED;
    }

    @Override
    public void match(long node) {
        if (!isMatched(node)) {
            OffHeap.putInt(log.valueForUpdate(node, MARK_AT, Integer.BYTES) + MARK_AT, MATCHED);
        }
    }

    @Override
    public boolean isHopeless(long node) {
        return false;
    }

    @Override
    public void giveUp(long node) {
        throw new IllegalStateException("a row without a time never goes by the watermark");
    }

    @Override
    public void remove(long node) {
        throw new IllegalStateException("rows that leave early stand in chains");
    }

    @Override
    public long size(long watermarkNs) {
        long rows = log.rowCount();
        return rows <= FEW_ROWS ? waiting(watermarkNs) : rows;
    }

    private long waiting(long watermarkNs) {
        long waiting = 0;
        for (long row = log.next(KeyLog.NONE); row != KeyLog.NONE; row = log.next(row)) {
            waiting += log.dueNs(row) > watermarkNs ? 1 : 0;
        }
        return waiting;
    }

    @Override
    public long firstDueNs() {
        return due == null ? TimeIndex.EMPTY : due.firstNs();
    }

    @Override
    public long firstDue() {
        return due.index().firstPayload();
    }

    @Override
    public void removeFirstDue() {
        due.index().removeFirst();
    }

    @Override
    public int prepare(long watermarkNs) {
        return due == null ? 0 : due.lookThrough(watermarkNs);
    }

    /** Rows that come out keep their room until all have that are due. */
    @Override
    public int drop(long watermarkNs, int budget) {
        return firstDueNs() <= watermarkNs ? 0 : log.drop(watermarkNs, budget);
    }
}
