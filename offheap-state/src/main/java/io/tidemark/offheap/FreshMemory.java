package io.tidemark.offheap;

import java.util.concurrent.locks.LockSupport;

/**
 * Backs the memory of a map with pages before the engine comes there: some of it at the start, the rest on a thread of its own that stays ahead of the last page in
 * use. A page of 2 MiB takes the engine some hundred microseconds if it is the first to touch it.
 */
final class FreshMemory implements AutoCloseable {
    /** Bytes that are backed when state is opened, where nothing else is said. */
    static final long DEFAULT_BYTES = 64L << 20;

    private static final long HUGE_BYTES = 2L << 20;
    private static final long AHEAD_BYTES = 32L << 20;
    private static final long STEP_BYTES = 2 * HUGE_BYTES;
    private static final long LOOK_EVERY_NS = 20_000_000;

    private final long from;
    private final long to;
    private volatile long backedTo;
    private volatile long usedTo;
    private volatile boolean closed;
    private Thread thread;

    private FreshMemory(long from, long to) {
        this.from = from;
        this.to = to;
        this.backedTo = from;
        this.usedTo = from;
    }

    /**
     * Backs the start of a range. Less than a huge page is left alone.
     *
     * @param from first byte that may be used
     * @param to byte behind the last one
     * @param bytes how much is backed at once; 0 for nothing, now or later
     */
    static FreshMemory open(long from, long to, long bytes) {
        FreshMemory memory = new FreshMemory(from + HUGE_BYTES - 1 & -HUGE_BYTES, to & -HUGE_BYTES);
        if (memory.from < memory.to && PageAdvice.hugePages(memory.from, memory.to - memory.from) && bytes > 0) {
            memory.back(Math.min(memory.to, memory.from + bytes));
            memory.start();
        }
        return memory;
    }

    private void start() {
        if (backedTo == to || backedTo == from) {
            return;
        }
        thread = new Thread(this::stayAhead, "tidemark-state-pages");
        thread.setDaemon(true);
        thread.start();
    }

    private void stayAhead() {
        while (!closed && backedTo < to) {
            if (backedTo - usedTo < AHEAD_BYTES) {
                if (!back(Math.min(to, backedTo + STEP_BYTES))) {
                    return;
                }
            } else {
                LockSupport.parkNanos(LOOK_EVERY_NS);
            }
        }
    }

    private boolean back(long until) {
        boolean done = PageAdvice.populate(backedTo, until - backedTo);
        backedTo = done ? until : backedTo;
        return done;
    }

    /** Notes that everything before an address is in use. */
    void used(long address) {
        usedTo = address;
    }

    /** Bytes that are backed so far; exact once nothing is done any more. */
    long backedBytes() {
        return backedTo - from;
    }

    /** Ends the thread; the memory must still be there. */
    @Override
    public void close() {
        closed = true;
        if (thread == null) {
            return;
        }
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
