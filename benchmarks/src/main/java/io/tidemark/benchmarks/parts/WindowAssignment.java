package io.tidemark.benchmarks.parts;

import io.tidemark.time.PaneWindows;
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
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost to find the pane of a row and the end of its first window, against a division? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class WindowAssignment {
    private static final long SIZE = 60_000_000_000L;
    private static final long SLIDE = 5_000_000_000L;

    private final PaneWindows windows = new PaneWindows(SIZE, SLIDE, 0);
    private long time;

    /** Nothing has to be opened. */
    @Setup
    public void open() {
        time = 0;
    }

    /** Rows of neighbouring times, as they come. */
    @Benchmark
    public long remembered() {
        time += PartQuery.STEP_NS;
        long pane = windows.pane(time);
        return pane + windows.firstEnd(pane, Long.MIN_VALUE + 1);
    }

    /** A remainder each time. */
    @Benchmark
    public long division() {
        time += PartQuery.STEP_NS;
        long pane = time - Math.floorMod(time, SLIDE);
        return pane + pane + SLIDE;
    }
}
