package io.tidemark.benchmarks.scaling;

import com.sun.management.ThreadMXBean;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.offheap.ChronicleState;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A query on this thread over rows that it makes itself; what comes out is counted. */
final class MeasuredQuery implements AutoCloseable {
    private static final long BYTES_BESIDE = 256L << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final OpenedSource source;
    private final QueryInvoker query;
    private long rowsOut;

    /**
     * Opens it.
     *
     * @param rows the rows
     * @param delay delay of their watermark
     * @param stateBytes what its state may take
     * @param frame the query over the rows with their watermark
     */
    MeasuredQuery(RowPlan rows, Duration delay, long stateBytes, UnaryOperator<StreamFrame> frame) {
        this.source = new OpenedSource(rows);
        this.query = frame.apply(Tidemark.stream("rows", source).withWatermark("ts", delay))
                .writeStream()
                .queryName("scaling")
                .state(ChronicleState.withLimit(BYTES_BESIDE + stateBytes))
                .foreach((row, sequence) -> rowsOut++)
                .invoker();
    }

    /** Reads so many rows; nanoseconds of CPU time of this thread for each. */
    double run(long rows) {
        source.open(rows);
        long before = THREADS.getCurrentThreadCpuTime();
        query.processAllAvailable();
        return (THREADS.getCurrentThreadCpuTime() - before) / (double) rows;
    }

    QueryProgress progress() {
        return query.progress();
    }

    long rowsOut() {
        return rowsOut;
    }

    static long cpuTimeNs() {
        return THREADS.getCurrentThreadCpuTime();
    }

    @Override
    public void close() {
        query.close();
    }
}
