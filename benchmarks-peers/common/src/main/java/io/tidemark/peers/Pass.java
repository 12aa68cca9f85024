package io.tidemark.peers;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One pass of an engine over a workload: how many events there are, when the clock starts, and what came out. Sources and sinks run on threads of the
 * engine, so the pass that runs is {@link #current}. Everything may be called from any thread.
 *
 * <p>The first events of a pass go through the same query before the clock starts. Event {@link #leadIn} starts it.
 */
public final class Pass {
    /** Events in a row that one of several sources makes. */
    public static final int CHUNK = 256;

    private static volatile Pass current;

    private final Workload workload;
    private final long leadIn;
    private final long events;
    private final int parallelism;
    private final AtomicLong startNanos = new AtomicLong();
    private volatile long startCpuNanos;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong checksum = new AtomicLong();

    Pass(Workload workload, long leadIn, long measured, int parallelism) {
        this.workload = workload;
        this.leadIn = leadIn;
        this.events = leadIn + measured;
        this.parallelism = parallelism;
    }

    /** The pass that runs. */
    public static Pass current() {
        return current;
    }

    static void begin(Pass pass) {
        current = pass;
    }

    /** What is computed. */
    public Workload workload() {
        return workload;
    }

    /** Number of events that are read before the clock starts. */
    public long leadIn() {
        return leadIn;
    }

    /** Number of events of the pass, those before the clock starts included. */
    public long events() {
        return events;
    }

    /** Number of sources and of threads that process, in engines where this can be chosen. */
    public int parallelism() {
        return parallelism;
    }

    /** Makes event {@code index}, and starts the clock when it is the first to count. */
    public void make(long index, Event event) {
        if (index == leadIn) {
            startClock();
        }
        workload.make(index, event);
    }

    /** Starts the clock, unless it runs. */
    public void startClock() {
        if (startNanos.compareAndSet(0, System.nanoTime())) {
            startCpuNanos = ProcessFigures.cpuNanos();
        }
    }

    /** Number of events that each source makes. */
    public long eventsPerSource() {
        return events / parallelism;
    }

    /** Index of the {@code place}-th event of a source. */
    public long index(long place, int source) {
        return parallelism == 1 ? place : (place / CHUNK * parallelism + source) * CHUNK + place % CHUNK;
    }

    /** Adds rows that came out, with the sum of their checksums. */
    public void add(long newRows, long newChecksum) {
        rows.addAndGet(newRows);
        checksum.addAndGet(newChecksum);
    }

    long startNanos() {
        return startNanos.get();
    }

    long startCpuNanos() {
        return startCpuNanos;
    }

    long rows() {
        return rows.get();
    }

    long checksum() {
        return checksum.get();
    }
}
