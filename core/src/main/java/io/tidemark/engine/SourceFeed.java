package io.tidemark.engine;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/** One source of a running query: reads it and hands its records to the plan. Engine thread only. */
final class SourceFeed implements AutoCloseable {
    private final JournalReader realReader;
    private final ScalarState idle;
    private RecordHandler entry;
    private JournalReader reader;
    private long lastStop = Long.MAX_VALUE;
    private long silentSinceNs;
    private boolean silent;
    private Consumer<RowView> onFirstRow;
    private long throttledNs;
    private long heldSinceNs;
    private boolean held;

    /**
     * A feed.
     *
     * @param idle scalar that is 1 while the source is idle
     */
    SourceFeed(JournalReader reader, ScalarState idle) {
        this.realReader = reader;
        this.reader = reader;
        this.idle = idle;
    }

    /** Says where the records go. */
    void into(RecordHandler newEntry) {
        entry = newEntry;
    }

    ScalarState idle() {
        return idle;
    }

    /** Has the first row that is read looked at before it goes down. */
    void onFirstRow(Consumer<RowView> listener) {
        onFirstRow = listener;
    }

    /** Reads up to {@code limit} records; returns the number read. */
    int poll(int limit) {
        return reader.poll(entry, limit);
    }

    /** Reads up to {@code limit} records, none after a position; returns the number read. */
    int pollUpTo(long position, int limit) {
        reader.stopAfter(Math.min(position, lastStop));
        int read = reader.poll(entry, limit);
        reader.stopAfter(lastStop);
        return read;
    }

    /** Reads no record after this position from now on. */
    void stopAfter(long position) {
        lastStop = position;
        reader.stopAfter(position);
    }

    /** Whether an end was set. */
    boolean ends() {
        return lastStop != Long.MAX_VALUE;
    }

    long position() {
        return reader.position();
    }

    long endPosition() {
        return reader.endPosition();
    }

    /** Goes back to just after a record. */
    void moveAfter(long position) {
        reader.moveAfter(position);
        onFirstRow = position == JournalReader.NO_POSITION ? onFirstRow : null;
        silent = false;
    }

    /** Reads rows of a warm-up until {@link #putBack}. */
    void divert(JournalReader scratch) {
        reader = scratch;
    }

    void putBack() {
        reader = realReader;
    }

    /** It has to wait for others: the time counts as held back until {@link #goesOn}. */
    void waits(NanoClock clock) {
        if (!held) {
            held = true;
            heldSinceNs = clock.nanoTime();
        }
    }

    /** It need not wait. */
    void goesOn(NanoClock clock) {
        if (held) {
            held = false;
            throttledNs += clock.nanoTime() - heldSinceNs;
        }
    }

    /** Time in which it had to wait. */
    long throttledNs(NanoClock clock) {
        return held ? throttledNs + clock.nanoTime() - heldSinceNs : throttledNs;
    }

    boolean isIdle() {
        return idle.get() != 0;
    }

    void setIdle(boolean nowIdle) {
        idle.set(nowIdle ? 1 : 0);
    }

    /** Whether nothing came for a time: the backlog is exactly zero, and was at every look since. */
    boolean wasSilent(int read, long nowNs, long spanNs) {
        if (read > 0 || !silent) {
            silent = read == 0;
            silentSinceNs = nowNs;
            return false;
        }
        return nowNs - silentSinceNs >= spanNs && reader.position() == reader.endPosition();
    }

    /** Whether the next row is the first one, and somebody wants to see it. */
    boolean watchesFirstRow() {
        return onFirstRow != null;
    }

    void firstRow(RowView row) {
        onFirstRow.accept(row);
        onFirstRow = null;
    }

    @Override
    public void close() {
        realReader.close();
    }
}
