package io.tidemark.benchmarks.parts;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost to write a row of five columns and to read it, against plain stores and loads? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class RowAccess {
    private static final Schema SCHEMA = Schema.parse("a long not null, b long not null, c long, d double, e long");

    private final RowWriter writer = new RowWriter();
    private final long memory = OffHeap.allocate(64);
    private final RowView view = new RowView();
    private long value;

    /** Writes the row that is read. */
    @Setup
    public void open() {
        RowView written = write();
        long address = OffHeap.allocate(written.length());
        OffHeap.copy(written.address(), address, written.length());
        view.wrap(SCHEMA, address, written.length());
    }

    /** Frees memory. */
    @TearDown
    public void close() {
        OffHeap.free(memory);
        OffHeap.free(view.address());
        writer.close();
    }

    /** A row. */
    @Benchmark
    public RowView write() {
        writer.start(SCHEMA);
        writer.setLong(0, value++);
        writer.setLong(1, value);
        writer.setLong(2, value);
        writer.setDouble(3, value);
        writer.setLong(4, value);
        return writer.finish();
    }

    /** Six words. */
    @Benchmark
    public long writeWords() {
        OffHeap.putLong(memory, 0);
        OffHeap.putLong(memory + 8, value++);
        OffHeap.putLong(memory + 16, value);
        OffHeap.putLong(memory + 24, value);
        OffHeap.putDouble(memory + 32, value);
        OffHeap.putLong(memory + 40, value);
        return memory;
    }

    /** A row, nulls looked at. */
    @Benchmark
    public double read() {
        double sum = view.getLong(0) + view.getLong(1);
        sum += view.isNull(2) ? 0 : view.getLong(2);
        sum += view.isNull(3) ? 0 : view.getDouble(3);
        return sum + (view.isNull(4) ? 0 : view.getLong(4));
    }

    /** Six words. */
    @Benchmark
    public double readWords() {
        long nulls = OffHeap.getLong(memory);
        double sum = OffHeap.getLong(memory + 8) + OffHeap.getLong(memory + 16);
        sum += (nulls & 4) != 0 ? 0 : OffHeap.getLong(memory + 24);
        sum += (nulls & 8) != 0 ? 0 : OffHeap.getDouble(memory + 32);
        return sum + ((nulls & 16) != 0 ? 0 : OffHeap.getLong(memory + 40));
    }
}
