package io.tidemark.benchmarks.state;

import io.tidemark.benchmarks.report.Report;
import io.tidemark.memory.OffHeap;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import net.openhft.posix.PosixAPI;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What do pages of 2 MiB save where memory is read and written at random? Both kinds of memory take turns; processor time of the thread. */
@Command(
        name = "huge-pages",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Random reads and updates of native memory in pages of 4 KiB and of 2 MiB, and what it costs to back it.")
public final class HugePages implements Callable<Integer> {
    private static final long HUGE = 2L << 20;
    private static final int MADV_HUGEPAGE = 14;
    private static final int MADV_POPULATE_WRITE = 23;
    private static final int ACCESSES = 4_000_000;
    private static final long LINE = -64L;

    @Option(
            names = "--mib",
            defaultValue = "1024",
            description = "Size of each memory, a power of two: ${DEFAULT-VALUE}.")
    private long mib;

    @Option(names = "--pairs", defaultValue = "5", description = "Runs over each: ${DEFAULT-VALUE}.")
    private int pairs;

    @Option(
            names = "--out",
            defaultValue = "target/bench",
            description = "Directory for the results: ${DEFAULT-VALUE}.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        long bytes = mib << 20;
        long[] blocks = {OffHeap.reserve(bytes + HUGE), OffHeap.reserve(bytes + HUGE)};
        long small = blocks[0] + HUGE - 1 & -HUGE;
        long huge = blocks[1] + HUGE - 1 & -HUGE;
        Report report = Report.of("huge-pages", "bin/bench huge-pages --mib " + mib + " --pairs " + pairs)
                .note("madvise for huge pages", PosixAPI.posix().madvise(huge, bytes, MADV_HUGEPAGE))
                .note("ms to back 4 KiB pages", backMillis(small, bytes))
                .note("ms to back 2 MiB pages", backMillis(huge, bytes));
        long sum = 0;
        for (int pair = -2; pair < pairs; pair++) {
            double[] ns = new double[4];
            for (int i = 0; i < ns.length; i++) {
                long base = i % 2 == 0 ? small : huge;
                long before = cpuNanos();
                sum += i < 2 ? update(base, bytes - 1, pair) : chase(base, bytes - 1, pair);
                ns[i] = (cpuNanos() - before) / (double) ACCESSES;
            }
            if (pair >= 0) {
                report.row(row(pair, ns));
            }
        }
        report.note("checksum", sum).write(out);
        OffHeap.free(blocks[0]);
        OffHeap.free(blocks[1]);
        return 0;
    }

    private static Map<String, Object> row(int pair, double[] ns) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pair", pair + 1);
        row.put("update ns, 4 KiB", ns[0]);
        row.put("update ns, 2 MiB", ns[1]);
        row.put("update ratio", ns[0] / ns[1]);
        row.put("dependent read ns, 4 KiB", ns[2]);
        row.put("dependent read ns, 2 MiB", ns[3]);
        row.put("read ratio", ns[2] / ns[3]);
        return row;
    }

    private static double backMillis(long address, long bytes) {
        long before = cpuNanos();
        PosixAPI.posix().madvise(address, bytes, MADV_POPULATE_WRITE);
        return (cpuNanos() - before) / 1e6;
    }

    private static long update(long base, long mask, long seed) {
        long random = seed;
        long sum = 0;
        for (int i = 0; i < ACCESSES; i++) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            long address = base + (random >>> 20 & mask & LINE);
            long value = OffHeap.getLong(address);
            sum += value;
            OffHeap.putLong(address, value + 1);
        }
        return sum;
    }

    private static long chase(long base, long mask, long seed) {
        long random = seed;
        for (int i = 0; i < ACCESSES; i++) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            random += OffHeap.getLong(base + (random >>> 20 & mask & LINE)) & 1;
        }
        return random;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
