package io.tidemark.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.QueryInvoker;
import io.tidemark.offheap.ChronicleState;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a query over rows in memory, whole duty cycles on this thread, and counts what the thread allocates once it is warm. The JVM leaves some
 * bytes behind on it when it throws compiled code away; so there are up to five spans of rows, and one of them has to be free of any byte.
 * What a query allocates by itself it allocates in each span.
 */
final class AllocationGate implements AutoCloseable {
    /** A build looks at as many rows of a case, {@code -Dgate.rows=1000000} at all. What a row allocates shows in both. */
    private static final long MOST_ROWS = Long.getLong("gate.rows", 60_000);

    private static final long WARM_UP_ROWS = Math.min(MOST_ROWS, 200_000);

    private static final int SPANS = 5;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long thread = Thread.currentThread().getId();
    private final GateRows rows = new GateRows();
    private long rowsOut;
    private int cycles;

    void check(GateCase query) {
        long[] bytes = measure(query);
        assertEquals(
                0,
                bytes[bytes.length - 1],
                () -> query.name() + ": bytes in spans of " + rowsOf(query) + " rows: " + Arrays.toString(bytes));
    }

    /** Bytes of each span; there are no further spans after one without bytes. */
    long[] measure(GateCase query) {
        GatedSource left = new GatedSource(rows.left);
        GatedSource right = new GatedSource(rows.right);
        rowsOut = 0;
        long[] bytes = new long[SPANS];
        try (QueryInvoker invoker = query.settings()
                .apply(query.over(List.of(left, right)).writeStream().queryName("gate"))
                .state(ChronicleState.withLimit(256 << 20))
                .pollLimit(64)
                .foreach((row, sequence) -> rowsOut += row.length() > 0 ? 1 : 0)
                .invoker()) {
            long span = rowsOf(query);
            long read = Math.max(span / 5, Math.min(span * 5, WARM_UP_ROWS)) / query.inputs();
            open(left, right, read);
            run(invoker);
            for (int i = 0; i < SPANS; i++) {
                read += span / query.inputs();
                open(left, right, read);
                bytes[i] = run(invoker);
                assertTrue(cycles > 100, () -> cycles + " cycles");
                if (bytes[i] == 0) {
                    bytes = Arrays.copyOf(bytes, i + 1);
                    break;
                }
            }
            assertEquals(read * query.inputs(), invoker.progress().rowsRead());
        }
        assertTrue(rowsOut > 100, () -> query.name() + ": only " + rowsOut + " rows came out");
        return bytes;
    }

    private static long rowsOf(GateCase query) {
        return Math.min(query.rows(), MOST_ROWS);
    }

    private void open(GatedSource left, GatedSource right, long count) {
        rows.fill(count);
        left.open(count);
        right.open(count);
    }

    private long run(QueryInvoker invoker) {
        cycles = 0;
        long before = threads.getThreadAllocatedBytes(thread);
        while (invoker.invoke() > 0) {
            cycles++;
        }
        return threads.getThreadAllocatedBytes(thread) - before;
    }

    @Override
    public void close() {
        rows.close();
    }
}
