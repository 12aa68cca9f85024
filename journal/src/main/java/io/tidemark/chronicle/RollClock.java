package io.tidemark.chronicle;

import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.RollCycle;

/**
 * The clock that decides in which cycle an appender writes: the given one, but never before the newest cycle that has a file.
 *
 * <p>The library would go back to an older file with a clock that steps back, behind its end mark or in front of what readers have seen.
 * Here it goes on in the newest file until the clock has come there again. The appender's thread moves it on.
 *
 * <p>Asking the system for the time costs some 30 ns, as much as a row of a simple query. After the first {@link #tick} the time is that of the last one, so
 * that who appends in turns asks once a turn.
 */
final class RollClock implements TimeProvider {
    private final TimeProvider clock;
    private final RollCycle rollCycle;
    private int newestCycle;
    private long newestStartMillis;
    private boolean ticking;
    private long tickMillis;

    private RollClock(TimeProvider clock, RollCycle rollCycle, int newestCycle) {
        this.clock = clock;
        this.rollCycle = rollCycle;
        this.newestCycle = newestCycle;
        this.newestStartMillis = (long) newestCycle * rollCycle.lengthInMillis();
    }

    /** The clock for a journal with these files. */
    static RollClock of(TimeProvider clock, RollCycle rollCycle, Path directory) {
        List<Path> files = QueueFiles.cycleFiles(directory);
        int newest = files.isEmpty() ? -1 : QueueFiles.cycleOf(rollCycle, files.get(files.size() - 1));
        return new RollClock(clock, rollCycle, newest);
    }

    @Override
    public long currentTimeMillis() {
        return Math.max(ticking ? tickMillis : clock.currentTimeMillis(), newestStartMillis);
    }

    /** Takes the time, which holds until the next call. */
    void tick() {
        ticking = true;
        tickMillis = clock.currentTimeMillis();
    }

    /** A record stands at this position; returns the cycle of it. */
    int reached(long position) {
        int cycle = rollCycle.toCycle(position);
        if (cycle != newestCycle) {
            newestCycle = cycle;
            newestStartMillis = (long) cycle * rollCycle.lengthInMillis();
        }
        return cycle;
    }

    /** The cycle of the newest file, or -1. */
    int newestCycle() {
        return newestCycle;
    }

    /** Whether the file of the record at this position takes no more, and the next record would go there too. */
    boolean isFull(long position) {
        return position >= 0
                && rollCycle.toSequenceNumber(position) + 1 >= rollCycle.maxMessagesPerCycle()
                && rollCycle.current(this, 0) == rollCycle.toCycle(position);
    }

    /** Records that one file takes. */
    long mostRecords() {
        return rollCycle.maxMessagesPerCycle();
    }
}
