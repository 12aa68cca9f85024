package io.tidemark.benchmarks.journal;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does appending a row of 64 bytes cost, against 104 bytes appended to a bare Chronicle queue?
 *
 * <p>Each iteration appends a million records to new files, so the first touch of the files' pages is part of the figure.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Ticks.ROWS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(1)
public class JournalAppendBenchmark {
    private static final int RECORD_BYTES = 40 + Ticks.ROW_BYTES;

    private final RowWriter row = new RowWriter();
    private final MemoryJournal memory = MemoryJournal.of("ticks", Ticks.SCHEMA);
    private final Bytes<?> bare = Bytes.allocateElasticDirect(RECORD_BYTES);
    private Path directory;

    @Setup(Level.Iteration)
    public void makeDirectory() {
        directory = Ticks.directory();
    }

    @TearDown(Level.Iteration)
    public void removeDirectory() {
        Ticks.delete(directory);
    }

    @TearDown(Level.Trial)
    public void free() {
        memory.close();
        row.close();
        bare.releaseLast();
    }

    /** The baseline: the queue without header, checksum and row. */
    @Benchmark
    public long bareQueue() {
        try (ChronicleQueue queue = ChronicleQueue.singleBuilder(directory)
                        .rollCycle(LargeRollCycles.LARGE_DAILY)
                        .build();
                ExcerptAppender appender = queue.createAppender()) {
            for (long n = 0; n < Ticks.ROWS; n++) {
                bare.clear();
                bare.writeLong(0, n);
                bare.writeSkip(RECORD_BYTES);
                appender.writeBytes(bare);
            }
            return appender.lastIndexAppended();
        }
    }

    /** The door for code in the same process: fill a row, commit it with the clock's time. */
    @Benchmark
    public long rowAppender() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, Ticks.SCHEMA);
                RowAppender appender = journal.openAppender()) {
            for (long n = 0; n < Ticks.ROWS; n++) {
                Ticks.fill(appender.begin(), n);
                appender.commit();
            }
            return appender.lastSequence();
        }
    }

    /** The output of a query: a row that is there already, with sequence and cause. */
    @Benchmark
    public long queryWriter() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, Ticks.SCHEMA);
                JournalWriter writer = journal.openWriter(Ticks.SCHEMA)) {
            Ticks.fill(row.start(Ticks.SCHEMA), 1);
            for (long n = 0; n < Ticks.ROWS; n++) {
                writer.append(row.finish().origin(n, n, RowKind.INSERT), n);
            }
            return writer.lastSequence();
        }
    }

    /** The journal in memory: fill a row, append it. */
    @Benchmark
    public long memoryJournal() {
        memory.reset();
        for (long n = 0; n < Ticks.ROWS; n++) {
            Ticks.fill(row.start(Ticks.SCHEMA), n);
            memory.append(row, n);
        }
        return memory.size();
    }
}
