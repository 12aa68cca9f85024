package io.tidemark.benchmarks.throughput;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What was taken between {@link #begin} and {@link #end}: CPU time of this thread and of the whole process, wall time, bytes of heap of this thread. */
final class Meter {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long thread = Thread.currentThread().getId();
    private boolean begun;
    private long cpuNs;
    private long processNs;
    private long wallNs;
    private long bytes;

    /** The warm-up is over. Once. */
    void begin() {
        if (begun) {
            throw new IllegalStateException("begun twice");
        }
        begun = true;
        bytes = threads.getThreadAllocatedBytes(thread);
        processNs = process.getProcessCpuTime();
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
        processNs = process.getProcessCpuTime() - processNs;
        bytes = threads.getThreadAllocatedBytes(thread) - bytes;
    }

    long cpuNs() {
        return cpuNs;
    }

    long processNs() {
        return processNs;
    }

    long wallNs() {
        return wallNs;
    }

    long bytes() {
        return bytes;
    }
}
