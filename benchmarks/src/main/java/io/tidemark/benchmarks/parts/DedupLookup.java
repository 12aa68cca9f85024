package io.tidemark.benchmarks.parts;

import io.tidemark.benchmarks.scaling.FlatSet;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.row.RowView;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost to find that an id of 10 000 is known, or to remember a new one and to forget an old one? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class DedupLookup {
    private PartQuery query;
    private Loop loop;

    /** Opens both, the query after others. */
    @Setup
    public void open() {
        query = PartQuery.of(0, in -> in.dropDuplicates(Deduplicate.by("k").within(Duration.ofSeconds(10))));
        loop = new Loop();
    }

    /** Closes both. */
    @TearDown
    public void close() {
        query.close();
        loop.close();
    }

    /** The query. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long query() {
        return query.run();
    }

    /** By hand. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long handWritten() {
        loop.run();
        return loop.sum;
    }

    private static final class Loop extends PartLoop {
        private static final int LIVE = 10_000;

        private final FlatSet ids = new FlatSet(LIVE + 1);
        private final long[] ring = new long[LIVE];
        private int next;
        private long sum;

        Loop() {
            super(0);
        }

        @Override
        public void onRow(RowView row) {
            long id = row.getLong(1) | 1;
            if (ids.add(id)) {
                if (ring[next] != 0) {
                    ids.remove(ring[next]);
                }
                ring[next] = id;
                next = next + 1 == LIVE ? 0 : next + 1;
                sum += id;
            }
        }
    }
}
