package io.tidemark.operator.keyed;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.KeyContext;
import io.tidemark.function.StateLayout;
import io.tidemark.function.StateLayout.BytesValue;
import io.tidemark.function.StateLayout.DoubleValue;
import io.tidemark.function.StateLayout.LongValue;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.Scratch;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;
import io.tidemark.state.ScalarState;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.EventTimes;
import io.tidemark.time.Watermark;

/**
 * State, timers and deadlines of all keys, and the view of the one in hand that the function gets. A key past its deadline counts as absent at
 * once; what it held is removed in pieces.
 */
final class KeyStates implements KeyContext, AutoCloseable {
    private static final Schema TEXT = Schema.of(new Field("text", DataType.STRING, false));

    private final String uid;
    private final KeyInput rows;
    private final KeyEntries entries;
    private final EntryTable table;
    private final KeyTimers timers;
    private final TimeIndex deadlines;
    private final long ttlNs;
    private final ScalarState watermark;
    private final RowView keyView = new RowView();
    private final BytesView textView = new BytesView();
    private final RowWriter text = new RowWriter();

    @Scratch("the key in hand during a call of the function")
    private long entry;

    @Scratch("the timer in hand during a call of the function")
    private long timerNs;

    KeyStates(OperatorContext context, StateLayout layout, KeyInput rows, long ttlNs, long initialWatermark) {
        this.uid = context.uid();
        this.rows = rows;
        this.table = context.state().entries("keys", KeyEntries.valueBytes(layout), rows.tableKeyBytes());
        this.entries = new KeyEntries(table, layout);
        this.timers = new KeyTimers(context.state(), entries);
        this.deadlines = ttlNs == KeyedProcess.NO_TTL ? null : context.state().timeIndex("deadlines");
        this.ttlNs = ttlNs;
        this.watermark = context.state().scalar("watermark", initialWatermark);
    }

    static int valueBytes(StateLayout layout) {
        return KeyEntries.valueBytes(layout);
    }

    boolean fits(int keyBytes) {
        return table.spec().rowBytes(keyBytes) <= EntryTable.MAX_BYTES;
    }

    void advance(long watermarkNs) {
        watermark.set(watermarkNs);
    }

    /** Takes the key of a row in hand: as it is, or empty when it was not there or its time is over. */
    void select(long keyAddress, int keyBytes) {
        entry = table.acquire(keyAddress, keyBytes);
        if (table.created() || isOver(entry, watermark.get())) {
            forget(entry);
        }
    }

    /** The function is done with a row of the key in hand. */
    void settle(long rowTimeNs) {
        if (entries.isEmpty(entry)) {
            settleTimer();
            return;
        }
        if (deadlines != null) {
            entries.deadline(
                    entry, Math.max(entries.deadline(entry), rows.times().dueAfter(rowTimeNs, ttlNs)));
            list(entry);
        }
    }

    /** Takes the next timer that is due in hand, with its key; {@code false} when there is none. */
    boolean nextTimer() {
        while (timers.firstNs() != TimeIndex.EMPTY) {
            timerNs = timers.firstNs();
            long dueNs = rows.times().due(timerNs);
            if (!EventTimes.isDue(dueNs, watermark.get())) {
                return false;
            }
            entry = timers.firstKey();
            boolean counts = timers.removeFirst();
            // The timer comes before the deadline of its time, so that a timer for the last moment of a key finds its
            // state.
            if (counts && !isOver(entry, dueNs - 1)) {
                return true;
            }
            if (isOver(entry, dueNs - 1)) {
                forget(entry);
            }
            entries.removeIfDone(entry);
        }
        return false;
    }

    /** Time of the timer in hand. */
    long timerNs() {
        return timerNs;
    }

    /** The function is done with a timer of the key in hand. A key that it left empty begins anew with its next row. */
    void settleTimer() {
        if (entries.isEmpty(entry)) {
            entries.deadline(entry, Long.MIN_VALUE);
            entries.removeIfDone(entry);
        }
    }

    /** Removes up to {@code budget} keys whose time is over. */
    int reclaim(int budget) {
        int done = 0;
        while (deadlines != null
                && done < budget
                && deadlines.firstDueNs() != TimeIndex.EMPTY
                && EventTimes.isDue(deadlines.firstDueNs(), watermark.get())) {
            long old = deadlines.firstPayload();
            deadlines.removeFirst();
            entries.listed(old, false);
            if (isOver(old, watermark.get())) {
                forget(old);
            } else if (!entries.isEmpty(old)) {
                list(old);
            }
            entries.removeIfDone(old);
            done++;
        }
        return done;
    }

    @Override
    public RowView key() {
        return keyView.wrap(rows.keySchema(), table.key(entry), table.keyBytes(entry));
    }

    @Override
    public long watermarkNs() {
        return watermark.get();
    }

    @Override
    public boolean isSet(LongValue value) {
        return entries.isSet(entry, value.index());
    }

    @Override
    public boolean isSet(DoubleValue value) {
        return entries.isSet(entry, value.index());
    }

    @Override
    public boolean isSet(BytesValue value) {
        return entries.isSet(entry, value.index());
    }

    @Override
    public long get(LongValue value) {
        return entries.get(entry, value.index());
    }

    @Override
    public double get(DoubleValue value) {
        return Double.longBitsToDouble(entries.get(entry, value.index()));
    }

    @Override
    public BytesView get(BytesValue value, BytesView view) {
        return entries.get(entry, value.index(), view);
    }

    @Override
    public void set(LongValue value, long to) {
        entries.set(entry, value.index(), to);
    }

    @Override
    public void set(DoubleValue value, double to) {
        entries.set(entry, value.index(), Double.doubleToLongBits(to));
    }

    @Override
    public void set(BytesValue value, BytesView to) {
        entries.set(entry, value.index(), to);
    }

    @Override
    public void set(BytesValue value, CharSequence to) {
        text.start(TEXT).setString(0, to);
        entries.set(entry, value.index(), text.finish().getBytes(0, textView));
    }

    @Override
    public void clear(LongValue value) {
        entries.clear(entry, value.index());
    }

    @Override
    public void clear(DoubleValue value) {
        entries.clear(entry, value.index());
    }

    @Override
    public void clear(BytesValue value) {
        entries.clear(entry, value.index());
    }

    @Override
    public void clearAll() {
        entries.clear(entry);
        timers.deleteAll(entry);
    }

    @Override
    public void registerTimer(long timeNs) {
        if (rows.times() == null) {
            throw new TidemarkException(new Problem(
                    ErrorCode.WATERMARK_MISSING,
                    uid,
                    "",
                    "The function sets a timer, and in a stream without a watermark it would never come.",
                    "Declare one before: withWatermark(column, delay)."));
        }
        if (watermark.get() != Watermark.END) {
            timers.add(entry, timeNs);
        }
    }

    @Override
    public void deleteTimer(long timeNs) {
        timers.delete(entry, timeNs);
    }

    @Override
    public void close() {
        text.close();
    }

    private boolean isOver(long key, long watermarkNs) {
        return deadlines != null && EventTimes.isDue(entries.deadline(key), watermarkNs);
    }

    /** Forgets all of a key and lets its time begin anew. */
    private void forget(long key) {
        entries.clear(key);
        timers.deleteAll(key);
        entries.deadline(key, Long.MIN_VALUE);
    }

    private void list(long key) {
        if (!entries.isListed(key)) {
            deadlines.add(entries.deadline(key), key);
            entries.listed(key, true);
        }
    }
}
