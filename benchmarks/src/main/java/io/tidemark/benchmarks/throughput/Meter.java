package io.tidemark.benchmarks.throughput;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What this thread took between {@link #begin} and {@link #end}: CPU time, wall time, bytes of heap. */
final class Meter {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long thread = Thread.currentThread().getId();
    private boolean begun;
    private long cpuNs;
    private long wallNs;
    private long bytes;

    /** The warm-up is over. Once. */
    void begin() {
        if (begun) {
            throw new IllegalStateException("begun twice");
        }
        begun = true;
        bytes = threads.getThreadAllocatedBytes(thread);
        wallNs = System.nanoTime();
        cpuNs = threads.getCurrentThreadCpuTime();
    }

    /** The last result is out. */
    void end() {
        if (!begun) {
            throw new IllegalStateException("never begun: too few rows");
        }
        cpuNs = threads.getCurrentThreadCpuTime() - cpuNs;
        wallNs = System.nanoTime() - wallNs;
        bytes = threads.getThreadAllocatedBytes(thread) - bytes;
    }

    long cpuNs() {
        return cpuNs;
    }

    long wallNs() {
        return wallNs;
    }

    long bytes() {
        return bytes;
    }
}
