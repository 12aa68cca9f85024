package io.tidemark.testkit;

import com.sun.management.ThreadMXBean;
import io.tidemark.StreamWriter;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.state.StateBackendFactory;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Function;

/**
 * Checks that a query allocates nothing on the heap once it is warm: the first half of its input warms it up, the second half is measured on
 * the thread that runs it. The rows that come out are counted and not kept.
 */
public final class AllocationCheck {
    /** What the JVM may leave behind in a whole run while it replaces compiled code. */
    private static final long TOLERANCE_BYTES = 8_192;

    private AllocationCheck() {}

    /**
     * Runs the check.
     *
     * @param input some 10 000 rows and more
     * @param query the query over it, without sink and state
     * @param backend a state backend that allocates nothing
     * @return rows that came out
     * @throws AssertionError with the bytes that were allocated
     */
    public static long run(
            MemoryJournal input, Function<JournalSource, StreamWriter> query, StateBackendFactory backend) {
        return run(List.of(input), sources -> query.apply(sources.get(0)), backend);
    }

    /** The same for a query with several inputs, which are read in turn. */
    public static long run(
            List<MemoryJournal> inputs,
            Function<List<JournalSource>, StreamWriter> query,
            StateBackendFactory backend) {
        long rows = inputs.stream().mapToLong(MemoryJournal::size).sum();
        try (ContractRun run =
                new ContractRun(query, new ContractInput(inputs, null), new CountingSink(), backend, 64)) {
            while (run.rowsRead() < rows / 2) {
                run.step();
            }
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long thread = Thread.currentThread().getId();
            long before = threads.getThreadAllocatedBytes(thread);
            while (run.step()) {
                // Reads to the end.
            }
            long allocated = threads.getThreadAllocatedBytes(thread) - before;
            if (allocated > TOLERANCE_BYTES) {
                throw new AssertionError(allocated + " bytes were allocated for " + (rows - rows / 2) + " rows");
            }
            return run.rowsOut();
        }
    }
}
