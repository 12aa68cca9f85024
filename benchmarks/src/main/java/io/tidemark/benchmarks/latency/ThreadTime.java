package io.tidemark.benchmarks.latency;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the system counts for the calling thread. */
final class ThreadTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Path STAT = Path.of("/proc/thread-self/stat");

    private ThreadTime() {}

    /** Time on a processor. */
    static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Page faults that needed no disk; 0 where the system does not say. */
    static long faults() throws IOException {
        if (!Files.exists(STAT)) {
            return 0;
        }
        String line = Files.readString(STAT);
        return Long.parseLong(line.substring(line.lastIndexOf(')') + 2).split(" ")[7]);
    }
}
