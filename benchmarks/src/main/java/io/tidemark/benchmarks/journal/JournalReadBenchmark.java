package io.tidemark.benchmarks.journal;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.ForeignJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RowDecoder;
import io.tidemark.row.RowWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import net.openhft.chronicle.wire.DocumentContext;
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
 * What does reading a row of 64 bytes from a journal in the page cache cost, against a bare Chronicle tailer?
 *
 * <p>Each invocation reads a million records from the start and adds up one column. All kinds of readers have run before the
 * measured one, so that the call of the handler is not specialised to one of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Ticks.ROWS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class JournalReadBenchmark {
    private static final int QTY_IN_RECORD = 40 + 8 + 3 * 8;
    private static final RowDecoder DECODER = (buffer, offset, length, row) -> {
        for (int column = 0; column < 7; column++) {
            row.setLong(column, buffer.getLong(offset + 48 + 8 * column));
        }
        return RowDecoder.ROW;
    };

    private final MemoryJournal memory = MemoryJournal.of("ticks", Ticks.SCHEMA);
    private Path directory;
    private ChronicleJournal journal;
    private ForeignJournal foreign;
    private ChronicleQueue queue;
    private ExcerptTailer bareTailer;
    private JournalReader reader;
    private JournalReader verifyingReader;
    private JournalReader foreignReader;
    private JournalReader memoryReader;

    @Setup(Level.Trial)
    public void write() {
        directory = Ticks.directory();
        journal = ChronicleJournal.create(directory, Ticks.SCHEMA);
        try (RowAppender appender = journal.openAppender();
                RowWriter row = new RowWriter()) {
            for (long n = 0; n < Ticks.ROWS; n++) {
                Ticks.fill(appender.begin(), n);
                appender.commit(n);
                Ticks.fill(row.start(Ticks.SCHEMA), n);
                memory.append(row, n);
            }
        }
        queue = ChronicleQueue.singleBuilder(directory)
                .rollCycle(LargeRollCycles.LARGE_DAILY)
                .readOnly(true)
                .build();
        bareTailer = queue.createTailer();
        foreign = ForeignJournal.raw(directory, Ticks.SCHEMA, DECODER);
        reader = journal.openReader();
        verifyingReader = journal.openVerifyingReader();
        foreignReader = foreign.openReader();
        memoryReader = memory.openReader();
        for (int round = 0; round < 3; round++) {
            journalReader();
            verifyingReader();
            foreignReader();
            memoryReader();
        }
    }

    @TearDown(Level.Trial)
    public void remove() {
        foreign.close();
        journal.close();
        queue.close();
        memory.close();
        Ticks.delete(directory);
    }

    /** The baseline: the tailer alone, reading one word. */
    @Benchmark
    public long bareTailer() {
        bareTailer.toStart();
        long sum = 0;
        while (true) {
            try (DocumentContext document = bareTailer.readingDocument()) {
                if (!document.isPresent()) {
                    return sum;
                }
                Bytes<?> bytes = document.wire().bytes();
                sum += bytes.readLong(bytes.readPosition() + QTY_IN_RECORD);
            }
        }
    }

    @Benchmark
    public long journalReader() {
        return readAll(reader);
    }

    /** Tests the checksum of every record. */
    @Benchmark
    public long verifyingReader() {
        return readAll(verifyingReader);
    }

    /** Copies seven columns from the bytes of a foreign document. */
    @Benchmark
    public long foreignReader() {
        return readAll(foreignReader);
    }

    @Benchmark
    public long memoryReader() {
        return readAll(memoryReader);
    }

    private static long readAll(JournalReader reader) {
        Ticks.Sum sum = new Ticks.Sum();
        reader.moveAfter(JournalReader.NO_POSITION);
        while (reader.poll(sum, 256) > 0) {
            continue;
        }
        return sum.qty;
    }
}
